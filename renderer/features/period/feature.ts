import CalendarCheck from '@lucide/svelte/icons/calendar-check';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const PERIOD_VIEWS = {
  tasks: { period: { icon: CalendarCheck, view: deferred(() => import('./PeriodView.svelte')) } },
} as const satisfies FeatureViews;
