import { isPossibleDay } from '#contract/dates';
import type { Field, FieldKind } from '#contract/fields';
import type { Cell } from '#contract/query';

/** Separator between list items in one cell. */
export const LIST_SEPARATOR = ', ';

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || Number.isFinite(value) || typeof value === 'boolean';
const isNumeric = (value: unknown): boolean =>
  Number.isFinite(value) || (typeof value === 'string' && /^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(value));
const isPossibleDayText = (value: unknown): boolean => typeof value === 'string' && isPossibleDay(value);
const isList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((item) => item === null || Number.isFinite(item) || typeof item === 'string');
const isListOrText = (value: unknown): boolean => isList(value) || typeof value === 'string';

/**
 * Tolerant checks by field kind for a value that is present. Equivalent to the field's `read` schema, but
 * faster.
 */
export const FITS_KIND: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  id: isScalar,
  text: isScalar,
  choice: isScalar,
  boolean: isScalar,
  integer: isNumeric,
  number: isNumeric,
  money: isNumeric,
  percent: isNumeric,
  date: isPossibleDayText,
  dateTime: isPossibleDayText,
  ids: isList,
  texts: isListOrText,
  objects: () => true,
};

const TRUE_VALUES = new Set<unknown>([true, 'true', 'True', 1, '1', 'Y', 'yes']);
const FALSE_VALUES = new Set<unknown>([false, 'false', 'False', 0, '0', 'N', 'no']);

function booleanCell(value: unknown): Cell {
  if (TRUE_VALUES.has(value)) return 'true';
  return FALSE_VALUES.has(value) ? 'false' : plainTextOf(value);
}
function numberCell(value: unknown): Cell {
  if (!isNumeric(value)) return plainTextOf(value);
  const number = Number(value);
  // Beyond 2^53, keeping all digits matters more than sorting numerically.
  return Math.abs(number) > Number.MAX_SAFE_INTEGER ? String(value).trim() : number;
}
const idCell = (value: unknown): Cell => (Number.isFinite(value) ? (value as number) : plainTextOf(value));
const dateCell = (value: unknown): Cell =>
  plainTextOf(typeof value === 'string' ? value.slice(0, 10) : value);

const CELL: Readonly<Record<Exclude<FieldKind, 'objects'>, (value: unknown) => Cell>> = {
  id: idCell,
  text: plainTextOf,
  choice: plainTextOf,
  boolean: booleanCell,
  integer: numberCell,
  number: numberCell,
  money: numberCell,
  percent: numberCell,
  date: dateCell,
  dateTime: plainTextOf,
  ids: plainTextOf,
  texts: plainTextOf,
};

/**
 * Returns the cell that is shown, sorted and filtered for a value. A value of the wrong type is kept as text.
 */
export const cellOf = (field: Field, value: unknown): Cell =>
  value === null || value === undefined
    ? null
    : field.kind === 'objects'
      ? keysOfItems(field.itemKey, value)
      : CELL[field.kind](value);

/** Returns a value as text, list items joined. Null means there is nothing to show. */
export function plainTextOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== null && item !== undefined);
    return items.length === 0 ? null : items.map(plain).join(LIST_SEPARATOR);
  }
  return plain(value);
}
const plain = (value: unknown): string =>
  typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : JSON.stringify(value);

/** Returns nested items; the service may send an object, an array or null (wire facts B4). */
export const objectsIn = (value: unknown): Readonly<Record<string, unknown>>[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (item): item is Record<string, unknown> => typeof item === 'object' && item !== null,
  );

/** Returns the identifying values of nested items as one text, such as the accounts of assignments; null if none. */
function keysOfItems(key: string | undefined, value: unknown): string | null {
  if (key === undefined) return null;
  const found = objectsIn(value).flatMap(({ [key]: named }) => (isScalar(named) ? [String(named)] : []));
  return found.length === 0 ? null : found.join(LIST_SEPARATOR);
}
