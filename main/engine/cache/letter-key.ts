import type { Cell } from '../../../preload/contract/query';
import type { Column } from '../../../preload/contract/resource';
import type { Db } from '../sqlite/open-database';
import { letterKey } from '../../../preload/contract/domain/letter-order';

/**
 * Collation keys for text. SQLite's NOCASE folds ASCII letters only and sorts all others (such as Ö and Ł)
 * after Z. A text with such letters gets a collation key; all others sort as they are.
 */

const OTHERS = '*[^ -~]*';
const FUNCTION = 'letter_key';

/** Returns the collation key of a cell; null if it needs none. */
export const letterKeyOf = (cell: Cell): string | null => (typeof cell === 'string' ? letterKey(cell) : null);

/** Returns whether the column's keys are stored for its index. Account numbers never need a key. */
export const isLettered = (column: Column): boolean =>
  column.index === true && column.kind === 'text' && column.tail !== true;

/** Returns the name of the column that stores the keys. */
export const lettersColumn = ({ name }: Column): string => `${name}.letters`;

/**
 * Registers the SQL function that computes keys of columns without an index. Call it before sorting a column.
 */
export function defineLetterKey(db: Db): void {
  db.function(FUNCTION, { deterministic: true, directOnly: true }, letterKeyOf);
}

/** Returns the SQL sort expression of a column; its index uses the same expression (cache/schema). */
export function sortedBy(column: Column): string {
  const cell = `"${column.name}"`;
  if (isLettered(column)) return `coalesce("${lettersColumn(column)}", ${cell}) COLLATE NOCASE`;
  const isMade = !column.index && (column.kind === 'text' || column.kind === 'texts');
  return `${isMade ? `iif(${cell} GLOB '${OTHERS}', ${FUNCTION}(${cell}), ${cell})` : cell} COLLATE NOCASE`;
}
