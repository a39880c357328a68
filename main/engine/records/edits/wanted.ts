import type { Field } from '#contract/fields';
import type { Resource } from '#contract/resource';
import { confirmsValue, sameValue } from '#contract/same-value';
import { fieldText, isUnconfirmable, isEmptyText, type FieldTexts } from '#contract/exact-json/field-text';

type Text = string | undefined;

/** Returns true if the field already has the wanted value, so that nothing is sent. */
export const isAlreadySet = (field: Field, current: Text, edit: FieldTexts): boolean =>
  sameValue(field, current, edit.after) && !isUnconfirmable(field, edit);

/** Returns true if a record has the wanted value; null if that is unknown (see matchesWanted). */
export function hasWantedValue(
  { fields }: Pick<Resource, 'fields'>,
  raw: string,
  { field: name, ...edit }: FieldTexts & { readonly field: string },
): boolean | null {
  const field = fields[name];
  return field ? matchesWanted(field, fieldText(raw, name, field), edit) : null;
}

/**
 * Returns whether the text that the record has now is the wanted one. Null: the field may never be returned
 * (wire facts B2), or it was cleared and the record lacks it, which a partial read (B14) would lack too.
 */
export function matchesWanted(field: Field, current: Text, edit: FieldTexts): boolean | null {
  const { after } = edit;
  if (isUnconfirmable(field, edit) && isEmptyText(current)) return null;
  if (current === undefined && isEmptyText(after)) return null;
  if (confirmsValue(field, after, current)) return true;
  return field.mayBeAbsent && isEmptyText(current) ? null : false;
}
