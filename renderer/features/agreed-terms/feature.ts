import Handshake from '@lucide/svelte/icons/handshake';
import type { FeatureViews } from '../feature';
import AgreedTermsView from './AgreedTermsView.svelte';

export const AGREED_TERMS_VIEWS = {
  tasks: { agreedTerms: { icon: Handshake, view: AgreedTermsView } },
} as const satisfies FeatureViews;
