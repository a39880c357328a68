import type { Cell } from '../../../../preload/contract/query';
import { Slots } from '../../../common/slots';
import { LIST_GAP } from '../../cache/cells';

export { LIST_GAP };

/** The items of a list's cell, as texts. */
export const itemsOf = (cell: Cell): string[] =>
  cell === null ? [] : typeof cell === 'string' ? cell.split(LIST_GAP) : [String(cell)];

/** The different texts among these, in their order. */
export function distinct(texts: readonly string[]): string[] {
  if (texts.length > FEW) return [...new Set(texts)];
  const found: string[] = [];
  for (const text of texts) if (!found.includes(text)) found.push(text);
  return found;
}
/** The different texts of several lists, in their order. */
export function allOf<T>(many: readonly T[], textsOf: (one: T) => readonly string[]): string[] {
  const found: string[] = [];
  for (const one of many) for (const text of textsOf(one)) if (!found.includes(text)) found.push(text);
  return found;
}

/** Of so few a Set costs more than comparing them. */
const FEW = 16;

/** Makes something of a cell once and keeps it: cells of codes and short lists come back again and again. */
export function remembered<V>(make: (cell: Cell) => V): (cell: Cell) => V {
  const cells = new Slots();
  const known: V[] = [];
  return (cell) => {
    const number = cells.put(cell);
    let value = known[number];
    if (value === undefined) known[number] = value = make(cell);
    return value;
  };
}

export const textOf = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined ? null : String(cell);

/** An account that holds, or held, money: one that is only papered, or closed, is not billed and not reported. */
export function isInUse(status: Cell): boolean {
  // A dozen rules ask about one account in turn: the very text that was asked about is not compared letter by letter.
  if (status !== asked) isAskedInUse = status !== 'closed' && status !== 'papered';
  asked = status;
  return isAskedInUse;
}
let asked: Cell = null;
let isAskedInUse = true;
