import MailCheck from '@lucide/svelte/icons/mail-check';
import type { FeatureViews } from '../feature';
import { followUpTasks } from './follow-ups.svelte';
import RoiView from './RoiView.svelte';

export const ROI_VIEWS = {
  tasks: { roi: { icon: MailCheck, view: RoiView, due: (engine) => engine.roi.due() } },
  todayTasks: followUpTasks,
} as const satisfies FeatureViews;
