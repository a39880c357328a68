import MailCheck from '@lucide/svelte/icons/mail-check';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';
import { followUpTasks } from './follow-ups.svelte';
import { colleagueChanges, followColleagues, requestChanges } from './request.svelte';

export const ROI_VIEWS = {
  tasks: {
    roi: {
      icon: MailCheck,
      view: deferred(() => import('./RoiView.svelte')),
      due: (engine) => engine.roi.due(),
      dueChanges: () => requestChanges.count + colleagueChanges.count,
    },
  },
  todayTasks: followUpTasks,
  follow: followColleagues,
} as const satisfies FeatureViews;
