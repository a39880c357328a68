import ScrollText from '@lucide/svelte/icons/scroll-text';
import type { FeatureViews } from '../feature';
import ActivityView from './ActivityView.svelte';

export const ACTIVITY_VIEWS = {
  tasks: { activity: { icon: ScrollText, view: ActivityView } },
} as const satisfies FeatureViews;
