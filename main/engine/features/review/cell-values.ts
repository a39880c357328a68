import type { Cell } from '#contract/query';
import { InternTable } from '#common/intern-table';
import { LIST_SEPARATOR } from '../../cache/schema/cells';
import { cellText } from '#common/cell-text';

export { cellText, LIST_SEPARATOR };

/** Returns the items of a list cell as texts. */
export const cellItems = (cell: Cell): string[] =>
  cell === null ? [] : typeof cell === 'string' ? cell.split(LIST_SEPARATOR) : [String(cell)];

/** Returns the distinct texts, in order. */
export function distinctTexts(texts: readonly string[]): string[] {
  if (texts.length > SET_THRESHOLD) return [...new Set(texts)];
  const unique: string[] = [];
  for (const text of texts) if (!unique.includes(text)) unique.push(text);
  return unique;
}
/** Returns the distinct texts of several lists, in order. */
export function allOf<T>(items: readonly T[], textsOf: (item: T) => readonly string[]): string[] {
  const unique: string[] = [];
  for (const item of items) for (const text of textsOf(item)) if (!unique.includes(text)) unique.push(text);
  return unique;
}

/** Below this size, comparing is faster than a Set. */
const SET_THRESHOLD = 16;

/** Memoizes a function of a cell; cells with codes and short lists repeat often. */
export function memoizeByCell<V>(make: (cell: Cell) => V): (cell: Cell) => V {
  const cells = new InternTable();
  const known: V[] = [];
  return (cell) => {
    const number = cells.put(cell);
    let value = known[number];
    if (value === undefined) known[number] = value = make(cell);
    return value;
  };
}

/**
 * Returns true unless the account is papered or closed, and so neither billed nor reported. Stale and unknown ones
 * count as in use.
 */
export function isInUse(status: Cell): boolean {
  // A dozen rules check the same account, one after another; an identical string is not compared again.
  if (status !== memoInput) isMemoInUse = status !== 'closed' && status !== 'papered';
  memoInput = status;
  return isMemoInUse;
}
let memoInput: Cell = null;
let isMemoInUse = true;
