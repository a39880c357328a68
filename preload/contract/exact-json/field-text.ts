import type { Field } from '../fields';
import { textAt } from './patch';

/** Returns all spellings of a field, the canonical one first (wire facts B1). */
export const spellingsOf = (name: string, { aliases = [] }: Pick<Field, 'aliases'>): readonly string[] => [
  name,
  ...aliases,
];

/** Texts that mean empty. */
const EMPTY: ReadonlySet<string | undefined> = new Set([undefined, 'null', '[]', '""']);
export const isEmptyText = (text: string | undefined): boolean => EMPTY.has(text);

/** A field's wanted text, and its text when the edit was made. */
export interface FieldTexts {
  readonly before?: string | undefined;
  readonly after: string;
}

/**
 * Returns whether an edit clears a write-only field (wire facts B2) that was already empty: it is sent, but
 * no response can confirm it.
 */
export const isUnconfirmable = (
  { mayBeAbsent }: Pick<Field, 'mayBeAbsent'>,
  { before, after }: FieldTexts,
): boolean => mayBeAbsent === true && isEmptyText(before) && isEmptyText(after);

/**
 * Returns the exact text of a field: the first spelling that is present and not empty. Undefined if the
 * record lacks it. Throws JsonError for invalid JSON.
 */
export function fieldText(raw: string, name: string, field: Pick<Field, 'aliases'>): string | undefined {
  const texts = spellingsOf(name, field).map((spelling) => textAt(raw, [spelling]));
  return texts.find((text) => !isEmptyText(text)) ?? texts.find((text) => text !== undefined);
}
/**
 * Returns an ID as JSON: a number if its text is one, digit for digit, otherwise a string (wire facts B3).
 */
export const jsonId = (id: string): string => (/^-?(0|[1-9]\d*)$/.test(id) ? id : JSON.stringify(id));
