import CalendarCheck from '@lucide/svelte/icons/calendar-check';
import type { FeatureViews } from '../feature';
import PeriodView from './PeriodView.svelte';

export const PERIOD_VIEWS = {
  tasks: { period: { icon: CalendarCheck, view: PeriodView } },
} as const satisfies FeatureViews;
