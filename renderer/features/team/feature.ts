import { TEAM_FEATURE } from '#contract/features/team/feature';
import type { FeatureViews } from '../feature';
import ColleaguesCard from './ColleaguesCard.svelte';
import FileClaimBar from './FileClaimBar.svelte';
import HandOverButton from './HandOverButton.svelte';
import HandOverNotice from './HandOverNotice.svelte';
import SendGate from './SendGate.svelte';
import TeamSettings from './TeamSettings.svelte';
import { teamTasks } from './team-to-do.svelte';

export const TEAM_VIEWS = {
  records: { feeUploadFiles: { heads: [FileClaimBar] } },
  today: { column: 'news', card: ColleaguesCard },
  todayTasks: teamTasks,
  settings: { name: TEAM_FEATURE.settingsSection, after: 'connections', view: TeamSettings },
  draftTools: { actions: HandOverButton, notices: HandOverNotice, gate: SendGate },
} as const satisfies FeatureViews;
