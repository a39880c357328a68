import type { DraftRow } from '#contract/edit';
import type { RowIssue } from '#contract/job';

/** Returns the error of a row's first invalid field, which it names; null if every field is valid. */
export function firstFieldError({ fields }: Pick<DraftRow, 'fields'>): RowIssue | null {
  const field = fields.find(({ issue }) => issue !== null);
  if (!field?.issue) return null;
  return { ...field.issue, facts: { ...field.issue.facts, field: field.field } };
}
