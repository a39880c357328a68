import { CALCULATIONS, FIELDS_USED } from '#contract/fees/structure';
import type { FormValues, FormView } from '../../records/form/form-view';
import { deferred } from '../../ui/deferred';

const AMOUNT_FIELDS: readonly string[] = ['flat_rate', 'flat_dollar_fee', 'tiers'];

/** The form of a fee structure: tiers as a table, and only the fields that its calculation uses. */
export const FEE_STRUCTURE_FORM = {
  editors: { tiers: deferred(() => import('./TierEditor.svelte')) },
  hasEffect(field: string, values: FormValues) {
    const calculation = CALCULATIONS.find((code) => values['calculation_type'] === JSON.stringify(code));
    // An unknown calculation may use any field.
    return (
      calculation === undefined ||
      !AMOUNT_FIELDS.includes(field) ||
      FIELDS_USED[calculation].some((used) => used === field)
    );
  },
  preview: deferred(() => import('./FeePreview.svelte')),
} satisfies FormView;
