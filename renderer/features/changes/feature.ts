import type { FeatureViews } from '../feature';
import ChangesView from './ChangesView.svelte';

export const CHANGES_VIEWS = { places: { changes: ChangesView } } as const satisfies FeatureViews;
