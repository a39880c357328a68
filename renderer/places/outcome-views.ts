import type { OutcomeViews } from '../resource/outcome/outcome-view';
import AfterGroups from '../tasks/billing-groups/AfterGroups.svelte';

/** Follow-up actions after records were written: one line per resource that has some. */
export const OUTCOME_VIEWS: OutcomeViews = { billingGroups: AfterGroups };
