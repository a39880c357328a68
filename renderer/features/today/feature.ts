import Sun from '@lucide/svelte/icons/sun';
import type { FeatureViews } from '../feature';
import TodayView from './TodayView.svelte';

export const TODAY_VIEWS = {
  screens: { today: { icon: Sun, view: TodayView } },
} as const satisfies FeatureViews;
