import MailCheck from '@lucide/svelte/icons/mail-check';
import type { FeatureViews } from '../feature';
import { followUpTasks } from './follow-ups.svelte';
import { colleagueChanges, followColleagues, requestChanges } from './request.svelte';
import RoiView from './RoiView.svelte';

export const ROI_VIEWS = {
  tasks: {
    roi: {
      icon: MailCheck,
      view: RoiView,
      due: (engine) => engine.roi.due(),
      dueChanges: () => requestChanges.count + colleagueChanges.count,
    },
  },
  todayTasks: followUpTasks,
  follow: followColleagues,
} as const satisfies FeatureViews;
