import type { Field } from '../fields';
import { textAt } from './patch';

/** The names under which the wire may carry a field, ours first (wire facts B1). */
export const spellingsOf = (name: string, { also = [] }: Pick<Field, 'also'>): readonly string[] => [
  name,
  ...also,
];

/** Ways to say nothing. */
const EMPTY: ReadonlySet<string | undefined> = new Set([undefined, 'null', '[]', '""']);
export const isEmpty = (text: string | undefined): boolean => EMPTY.has(text);

/** What a field is to become, and what it was when the edit was made. */
export interface FieldTexts {
  readonly before?: string | undefined;
  readonly after: string;
}

/**
 * Whether an edit clears a field that may never come back (wire facts B2) and showed nothing before: that it is empty says
 * nothing then. It is sent, and no answer confirms it.
 */
export const isBlind = ({ silent }: Pick<Field, 'silent'>, { before, after }: FieldTexts): boolean =>
  silent === true && isEmpty(before) && isEmpty(after);

/**
 * The exact text of a field in a record: of its spellings, as everywhere, the first that is present and not empty.
 * Undefined where the record does not have it. Throws JsonFault for what is no JSON.
 */
export function fieldText(raw: string, name: string, field: Pick<Field, 'also'>): string | undefined {
  const texts = spellingsOf(name, field).map((spelling) => textAt(raw, [spelling]));
  return texts.find((text) => !isEmpty(text)) ?? texts.find((text) => text !== undefined);
}
