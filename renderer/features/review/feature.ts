import SearchCheck from '@lucide/svelte/icons/search-check';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';
import { ACTIONS } from './actions';
import FindingsCard from './FindingsCard.svelte';
import { followFindingsToDo, newFindingTasks } from './open-findings.svelte';

export const REVIEW_VIEWS = {
  tasks: {
    review: {
      icon: SearchCheck,
      view: deferred(() => import('./ReviewView.svelte')),
      followWaiting: followFindingsToDo,
    },
  },
  everyRecord: { heads: [deferred(() => import('./RecordFindings.svelte'))] },
  draftEffects: deferred(() => import('./DraftFindings.svelte')),
  today: { column: 'state', card: FindingsCard },
  todayTasks: newFindingTasks,
  shortcuts: {
    heading: 'In the review queue',
    shortcuts: [
      { keys: ['J', 'K'], label: 'Next, previous finding' },
      ...ACTIONS.map(({ key, label }) => ({ keys: [key], label: label.replace('…', '') })),
    ],
  },
} as const satisfies FeatureViews;
