import SearchCheck from '@lucide/svelte/icons/search-check';
import type { FeatureViews } from '../feature';
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
  draftPart: DraftFindings,
  today: { column: 'state', card: FindingsCard },
  todayTasks: newFindingTasks,
} as const satisfies FeatureViews;
