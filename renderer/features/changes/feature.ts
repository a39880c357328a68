import GitCompareArrows from '@lucide/svelte/icons/git-compare-arrows';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const CHANGES_VIEWS = {
  screens: { changes: { icon: GitCompareArrows, view: deferred(() => import('./ChangesView.svelte')) } },
} as const satisfies FeatureViews;
