import type { FeatureViews } from '../feature';
import ChangesView from './ChangesView.svelte';

export const CHANGES_VIEWS = { screens: { changes: ChangesView } } as const satisfies FeatureViews;
