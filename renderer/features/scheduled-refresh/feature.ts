import type { FeatureViews } from '../feature';
import ScheduleSettings from './ScheduleSettings.svelte';

export const SCHEDULED_REFRESH_VIEWS = {
  settings: { after: 'backups', view: ScheduleSettings },
} as const satisfies FeatureViews;
