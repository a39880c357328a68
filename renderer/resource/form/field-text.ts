import { textAt } from '../../../preload/contract/exact-json/patch';
import { JsonFault } from '../../../preload/contract/exact-json/scan';
import type { Field } from '../../../preload/contract/fields';

const EMPTY: ReadonlySet<string> = new Set(['null', '[]', '""']);

/**
 * The exact text of a field in a record: of its spellings (wire facts B1) the first that is present and not empty.
 * Undefined where the record does not have it, or is no record.
 */
export function fieldText(raw: string, name: string, { also = [] }: Pick<Field, 'also'>): string | undefined {
  try {
    const texts = [name, ...also].map((spelling) => textAt(raw, [spelling]));
    const present = texts.filter((text) => text !== undefined);
    return present.find((text) => !EMPTY.has(text)) ?? present[0];
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}
