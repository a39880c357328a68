import PencilLine from '@lucide/svelte/icons/pencil-line';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';
import { followOpenEdits, openEditTasks } from './open-edits.svelte';

export const EDITS_VIEWS = {
  tasks: {
    edits: {
      icon: PencilLine,
      view: deferred(() => import('./EditsView.svelte')),
      followWaiting: followOpenEdits,
    },
  },
  todayTasks: openEditTasks,
} as const satisfies FeatureViews;
