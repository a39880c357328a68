import type { Cell } from '../../../preload/contract/query';
import type { Column } from '../../../preload/contract/resource';
import type { Db } from '../sqlite/open-database';
import { letterKey } from '../../../preload/contract/domain/letter-order';

/**
 * Where a text stands in the alphabet. SQLite's NOCASE knows the letters of ASCII only and has all others after Z, Ö and
 * Ł among them. A text that has such letters gets a key of its own to be sorted by; all others stand as they are.
 */

const OTHERS = '*[^ -~]*';
const FUNCTION = 'letter_key';

/** The key of a cell; null where it needs none. */
export const letterKeyOf = (cell: Cell): string | null => (typeof cell === 'string' ? letterKey(cell) : null);

/** Its keys are stored beside it, for the index. Numbers of accounts have no such letters. */
export const isLettered = (column: Column): boolean =>
  column.index === true && column.kind === 'text' && column.tail !== true;

/** The column that has them. */
export const lettersColumn = ({ name }: Column): string => `${name}.letters`;

/** Makes the keys of columns without an index while they are read. Due before a column is sorted. */
export function defineLetterKey(db: Db): void {
  db.function(FUNCTION, { deterministic: true, directOnly: true }, letterKeyOf);
}

/** SQL of what a column is sorted by; an index has the same words (cache/schema). */
export function sortedBy(column: Column): string {
  const cell = `"${column.name}"`;
  if (isLettered(column)) return `coalesce("${lettersColumn(column)}", ${cell}) COLLATE NOCASE`;
  const isMade = !column.index && (column.kind === 'text' || column.kind === 'texts');
  return `${isMade ? `iif(${cell} GLOB '${OTHERS}', ${FUNCTION}(${cell}), ${cell})` : cell} COLLATE NOCASE`;
}
