import type { OutcomeViews } from '../resource/outcome/outcome-view';
import AfterGroups from '../tasks/billing-groups/AfterGroups.svelte';

/** What tasks offer once records were written: one line for each resource that has something to go on with. */
export const OUTCOME_VIEWS: OutcomeViews = { billingGroups: AfterGroups };
