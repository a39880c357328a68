import PencilLine from '@lucide/svelte/icons/pencil-line';
import type { FeatureViews } from '../feature';
import EditsView from './EditsView.svelte';
import { followOpenEdits, openEditTasks } from './open-edits.svelte';

export const EDITS_VIEWS = {
  tasks: {
    edits: {
      icon: PencilLine,
      view: EditsView,
      followWaiting: followOpenEdits,
    },
  },
  todayTasks: openEditTasks,
} as const satisfies FeatureViews;
