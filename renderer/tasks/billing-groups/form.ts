import type { FormView } from '../../resource/form/form-view';
import AssignmentsEditor from './AssignmentsEditor.svelte';

/** The form of a billing group: its assignments as a table of accounts. */
export const BILLING_GROUP_FORM: FormView = { parts: { assignments: AssignmentsEditor } };
