import { TEAM_FEATURE } from '#contract/features/team/feature';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';
import ColleaguesCard from './ColleaguesCard.svelte';
import { teamTasks } from './team-to-do.svelte';

export const TEAM_VIEWS = {
  records: { feeUploadFiles: { heads: [deferred(() => import('./FileClaimBar.svelte'))] } },
  today: { column: 'news', card: ColleaguesCard },
  todayTasks: teamTasks,
  settings: {
    name: TEAM_FEATURE.settingsSection,
    after: 'connections',
    view: deferred(() => import('./TeamSettings.svelte')),
  },
  draftTools: {
    actions: deferred(() => import('./HandOverButton.svelte')),
    notices: deferred(() => import('./HandOverNotice.svelte')),
    gate: deferred(() => import('./SendGate.svelte')),
  },
} as const satisfies FeatureViews;
