import type { Cell } from '../../../../preload/contract/query';
import { LIST_GAP } from '../../cache/cells';

export { LIST_GAP };

/** The items of a list's cell, as texts. */
export const itemsOf = (cell: Cell): string[] =>
  cell === null ? [] : typeof cell === 'string' ? cell.split(LIST_GAP) : [String(cell)];

/** The different texts among these, in their order. */
export const distinct = (texts: Iterable<string>): string[] => [...new Set(texts)];

export const textOf = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined ? null : String(cell);

/** An account that holds, or held, money: one that is only papered, or closed, is not billed and not reported. */
export const isInUse = (status: Cell): boolean => status !== 'closed' && status !== 'papered';
