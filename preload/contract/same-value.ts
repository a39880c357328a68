import Big from 'big.js';
import { isList, plainText, readExact, Verbatim, type Exact } from './exact-json/read';
import type { Field } from './fields';

/** The JSON text of a field; undefined if the record lacks it. */
type Text = string | undefined;
type Members = Readonly<Record<string, Exact>>;

/**
 * Returns true if two stored texts of a field mean the same (wire facts B3, B4, B6): 7 and "7", 0.1 and 0.10,
 * a day with and without a time, IDs in any order. A missing field equals null; an empty text or list does not.
 */
export const sameValue = (field: Field, a: Text, b: Text): boolean =>
  a === b || sameParsed(field, parsed(a), parsed(b), 'stored');

/**
 * Returns true if a record that now has `current` proves that `wanted` was written: like `sameValue`, but all empty
 * values are equal, nested items may have more members than were sent, and only their described members are compared.
 */
export const confirmsValue = (field: Field, wanted: string, current: Text): boolean =>
  wanted === current || sameParsed(field, parsed(wanted), parsed(current), 'confirmed');

/** Returns true if two parsed JSON values are equal; the order of members has no meaning. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (a instanceof Verbatim || b instanceof Verbatim)
    return a instanceof Verbatim && b instanceof Verbatim && a.text === b.text;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => a[name] === b[name] || (Object.hasOwn(b, name) && sameJson(a[name], b[name])))
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const parsed = (text: Text): Exact => (text === undefined ? null : readExact(text));

function sameParsed(field: Field, a: Exact, b: Exact, how: 'stored' | 'confirmed'): boolean {
  if (how === 'confirmed' && isEmpty(a)) return isEmpty(b);
  if (a === null || b === null) return a === b;
  switch (field.kind) {
    case 'ids':
    case 'texts':
      return sameList(itemsOf(a).map(plainText).sort(), itemsOf(b).map(plainText).sort());
    case 'objects':
      return sameItems(field, itemsOf(a), itemsOf(b), how);
    default:
      return scalarText(field, a) === scalarText(field, b);
  }
}

const isEmpty = (value: Exact): boolean =>
  value === null || value === '' || (isList(value) && value.length === 0);
const itemsOf = (value: Exact): readonly Exact[] => (isList(value) ? value : [value]);
const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, index) => text === b[index]);

/** Returns one text for all spellings of a value. */
function scalarText({ kind }: Field, value: Exact): string {
  const text = plainText(value);
  switch (kind) {
    case 'integer':
    case 'number':
    case 'money':
    case 'percent':
      return decimalText(text);
    case 'boolean':
      return text.toLowerCase();
    case 'date':
      return text.slice(0, 10);
    default:
      return text;
  }
}

function decimalText(text: string): string {
  try {
    const number = new Big(text.trim());
    return number.eq(0) ? '0' : number.toFixed();
  } catch {
    return text; // not a number
  }
}

/** Pairs items by the field that identifies them, because the service may reorder them; without one, by position. */
function sameItems(
  { items = {}, itemKey }: Field,
  a: readonly Exact[],
  b: readonly Exact[],
  how: 'stored' | 'confirmed',
): boolean {
  if (a.length !== b.length) return false;
  const keyOf = (item: Exact): string => plainText(membersOf(item)?.[itemKey ?? ''] ?? null);
  const inOrder = (list: readonly Exact[]): readonly Exact[] =>
    itemKey === undefined
      ? list
      : list.toSorted((x, y) => (keyOf(x) < keyOf(y) ? -1 : keyOf(x) > keyOf(y) ? 1 : 0));
  const others = inOrder(b);
  return inOrder(a).every((item, index) => {
    const [mine, theirs] = [membersOf(item), membersOf(others[index] ?? null)];
    if (!mine || !theirs) return sameJson(item, others[index]);
    const names =
      how === 'stored' ? new Set([...Object.keys(mine), ...Object.keys(theirs)]) : Object.keys(mine);
    return [...names].every((name) => {
      const field = items[name];
      if (!field) return how === 'confirmed' || sameJson(mine[name], theirs[name]);
      return sameParsed(field, mine[name] ?? null, theirs[name] ?? null, how);
    });
  });
}

const membersOf = (item: Exact): Members | null =>
  typeof item === 'object' && !isList(item) && !(item instanceof Verbatim) ? item : null;
