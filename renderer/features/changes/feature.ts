import GitCompareArrows from '@lucide/svelte/icons/git-compare-arrows';
import type { FeatureViews } from '../feature';
import ChangesView from './ChangesView.svelte';

export const CHANGES_VIEWS = {
  screens: { changes: { icon: GitCompareArrows, view: ChangesView } },
} as const satisfies FeatureViews;
