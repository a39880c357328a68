import { fieldText as exactText } from '../../../preload/contract/exact-json/field-text';
import { JsonFault } from '../../../preload/contract/exact-json/scan';
import type { Field } from '../../../preload/contract/fields';

/** The exact text of a field in a record; undefined where the record does not have it, or is no record. */
export function fieldText(raw: string, name: string, field: Pick<Field, 'also'>): string | undefined {
  try {
    return exactText(raw, name, field);
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}
