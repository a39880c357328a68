import type { FeatureViews } from '../feature';
import HouseholdView from './HouseholdView.svelte';
import OpenHousehold from './OpenHousehold.svelte';

export const HOUSEHOLD_VIEWS = {
  screens: { household: { view: HouseholdView } },
  records: { households: { action: OpenHousehold } },
} as const satisfies FeatureViews;
