import Hash from '@lucide/svelte/icons/hash';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';
import { CODES_LIST } from './codes-list';
import { isCodesJob } from './job-messages';
import { codesText } from './messages';
import { unfinishedCodeTasks } from './unfinished-code-tasks.svelte';

export const ADVISOR_CODES_VIEWS = {
  tasks: { advisorCodes: { icon: Hash, view: deferred(() => import('./AdvisorCodesView.svelte')) } },
  lists: { advisorCodes: CODES_LIST },
  todayTasks: unfinishedCodeTasks,
  ownJobs: {
    isOwn: isCodesJob,
    rowsText: codesText,
    routeOf: (id) => ({ screen: 'task', task: 'advisorCodes', page: { kind: 'job', id } }),
  },
} as const satisfies FeatureViews;
