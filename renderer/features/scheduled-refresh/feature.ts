import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const SCHEDULED_REFRESH_VIEWS = {
  settings: { after: 'backups', view: deferred(() => import('./ScheduleSettings.svelte')) },
} as const satisfies FeatureViews;
