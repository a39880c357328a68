import MailCheck from '@lucide/svelte/icons/mail-check';
import type { FeatureViews } from '../feature';
import FollowUps from './FollowUps.svelte';
import RoiView from './RoiView.svelte';

export const ROI_VIEWS = {
  tasks: { roi: { icon: MailCheck, view: RoiView, due: (engine) => engine.roi.due() } },
  today: { column: 'news', card: FollowUps },
} as const satisfies FeatureViews;
