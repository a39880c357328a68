import SearchCheck from '@lucide/svelte/icons/search-check';
import type { FeatureViews } from '../feature';
import { ACTIONS } from './actions';
import DraftFindings from './DraftFindings.svelte';
import FindingsCard from './FindingsCard.svelte';
import RecordFindings from './RecordFindings.svelte';
import { followFindingsToDo, newFindingTasks } from './open-findings.svelte';
import ReviewView from './ReviewView.svelte';

export const REVIEW_VIEWS = {
  tasks: {
    review: {
      icon: SearchCheck,
      view: ReviewView,
      followWaiting: followFindingsToDo,
    },
  },
  everyRecord: { heads: [RecordFindings] },
  draftEffects: DraftFindings,
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
