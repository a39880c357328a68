import type { OutcomeViews } from '../records/outcome/outcome-view';
import AfterGroups from '../features/billing-groups/AfterGroups.svelte';

/** Follow-up actions after records were written: one line per resource that has some. */
export const OUTCOME_VIEWS: OutcomeViews = { billingGroups: AfterGroups };
