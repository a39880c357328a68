import type { DraftRow } from '#contract/edit';
import type { RowRemark } from '#contract/job';

/** Returns the error of a row's first invalid field, which it names; null if every field is valid. */
export function firstFieldError({ fields }: Pick<DraftRow, 'fields'>): RowRemark | null {
  const field = fields.find(({ remark }) => remark !== null);
  if (!field?.remark) return null;
  return { ...field.remark, facts: { ...field.remark.facts, field: field.field } };
}
