import Handshake from '@lucide/svelte/icons/handshake';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const AGREED_TERMS_VIEWS = {
  tasks: { agreedTerms: { icon: Handshake, view: deferred(() => import('./AgreedTermsView.svelte')) } },
} as const satisfies FeatureViews;
