import Big from 'big.js';
import type { Field } from '#contract/fields';
import { isList, jsonText, Verbatim, type Exact } from '#contract/exact-json/read';

/**
 * Whether a value that the service tells is the one that was wanted, however it is written (wire facts B3, B4, B6): 7 and
 * "7", 0.1 and 0.10, a day with and without a time, ids in any order, an empty list for none. Nested items may have more
 * members than were wanted.
 */
export function sameValue(field: Field, wanted: Exact, told: Exact | undefined): boolean {
  if (isNothing(wanted)) return isNothing(told);
  if (isNothing(told)) return false;
  switch (field.kind) {
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
      return sameNumber(textOf(wanted), textOf(told));
    case 'boolean':
      return textOf(wanted).toLowerCase() === textOf(told).toLowerCase();
    case 'date':
      return textOf(wanted).slice(0, 10) === textOf(told).slice(0, 10);
    case 'ids':
    case 'texts':
      return sameSet(itemsOf(wanted).map(textOf), itemsOf(told).map(textOf));
    case 'parts':
      return sameItems(field, itemsOf(wanted), itemsOf(told));
    default:
      return textOf(wanted) === textOf(told);
  }
}

const isNothing = (value: Exact | undefined): value is undefined | null =>
  value === undefined || value === null || value === '' || (isList(value) && value.length === 0);

/** The text that names a value: 7 and "7" are the same id. */
const textOf = (value: Exact): string =>
  typeof value === 'string' ? value : value instanceof Verbatim ? value.text : jsonText(value);

const itemsOf = (value: Exact | undefined): readonly Exact[] =>
  value === undefined || value === null ? [] : isList(value) ? value : [value];

function sameNumber(one: string, other: string): boolean {
  try {
    return new Big(one.trim()).eq(other.trim());
  } catch {
    return one === other;
  }
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  const sorted = [...other].sort();
  return one.length === other.length && [...one].sort().every((text, at) => text === sorted[at]);
}

type Member = Readonly<Record<string, Exact>>;
const memberOf = (item: Exact | undefined): Member =>
  typeof item === 'object' && item !== null && !isList(item) && !(item instanceof Verbatim) ? item : {};

/** By the field that stands for an item, where there is one, as the service may put them in another order; else in order. */
function sameItems(
  { items = {}, itemKey }: Field,
  wanted: readonly Exact[],
  told: readonly Exact[],
): boolean {
  if (wanted.length !== told.length) return false;
  const keyOf = (item: Exact): string => textOf(memberOf(item)[itemKey ?? ''] ?? null);
  const byKey = itemKey === undefined ? null : new Map(told.map((item) => [keyOf(item), item]));
  return wanted.every((item, at) => {
    const there = memberOf(byKey ? byKey.get(keyOf(item)) : told[at]);
    return Object.entries(memberOf(item)).every(([name, value]) => {
      const field = items[name];
      return field === undefined || sameValue(field, value, there[name]);
    });
  });
}
