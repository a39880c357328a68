import type { FormView } from '../../records/form/form-view';
import AssignmentsEditor from './AssignmentsEditor.svelte';
import AssignmentsReview from './AssignmentsReview.svelte';

/** The form of a billing group: its assignments as a table of accounts, and their changes as one with who pays. */
export const BILLING_GROUP_FORM: FormView = {
  parts: { assignments: AssignmentsEditor },
  review: { assignments: AssignmentsReview },
};
