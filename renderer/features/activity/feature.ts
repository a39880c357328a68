import ScrollText from '@lucide/svelte/icons/scroll-text';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const ACTIVITY_VIEWS = {
  tasks: { activity: { icon: ScrollText, view: deferred(() => import('./ActivityView.svelte')) } },
} as const satisfies FeatureViews;
