import type { FeatureViews } from '../feature';
import TodayView from './TodayView.svelte';

export const TODAY_VIEWS = { screens: { today: TodayView } } as const satisfies FeatureViews;
