import type { FeatureViews } from '../feature';
import FileOnThis from './FileOnThis.svelte';
import HandOverButton from './HandOverButton.svelte';
import HandOverNotice from './HandOverNotice.svelte';
import { teamTasks } from './team-to-do.svelte';

export const TEAM_VIEWS = {
  records: { feeUploadFiles: { heads: [FileOnThis] } },
  todayTasks: teamTasks,
  draftTools: { actions: HandOverButton, notices: HandOverNotice },
} as const satisfies FeatureViews;
