import type { FeatureViews } from '../feature';
import OpenHousehold from './OpenHousehold.svelte';

export const HOUSEHOLD_VIEWS = {
  records: { households: { action: OpenHousehold } },
} as const satisfies FeatureViews;
