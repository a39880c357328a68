import { fieldText } from '#contract/exact-json/field-text';
import { JsonError } from '#contract/exact-json/scan';
import type { Field } from '#contract/fields';

/** Returns the exact text of a record's field; undefined if the record lacks it or is invalid. */
export function fieldTextIfValid(
  raw: string,
  name: string,
  field: Pick<Field, 'aliases'>,
): string | undefined {
  try {
    return fieldText(raw, name, field);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}
