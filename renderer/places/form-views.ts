import type { FormViews } from '../resource/form/form-view';

/** How the forms of records are shown, beside what their descriptors say: one line for each that has more. */
export const FORM_VIEWS: FormViews = {};
