import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';
import OpenHousehold from './OpenHousehold.svelte';

export const HOUSEHOLD_VIEWS = {
  screens: { household: { view: deferred(() => import('./HouseholdView.svelte')) } },
  records: { households: { action: OpenHousehold } },
} as const satisfies FeatureViews;
