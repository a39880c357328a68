import type { FeatureViews } from '../feature';
import FileOnThis from './FileOnThis.svelte';
import { teamTasks } from './team-to-do.svelte';

export const TEAM_VIEWS = {
  records: { feeUploadFiles: { heads: [FileOnThis] } },
  todayTasks: teamTasks,
} as const satisfies FeatureViews;
