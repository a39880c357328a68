import type { Cell } from '#contract/query';
import type { Column } from '#contract/resource';
import type { Db } from '../../sqlite/open-database';
import { collationKey } from '#contract/text';

/**
 * Collation keys for text. SQLite's NOCASE folds ASCII letters only and sorts all others (such as Ö and Ł)
 * after Z. A text with such letters gets a collation key; all others sort as they are.
 */

const NON_ASCII_GLOB = '*[^ -~]*';
const FUNCTION = 'letter_key';

/** Returns the collation key of a cell; null if it needs none. */
export const collationKeyOf = (cell: Cell): string | null =>
  typeof cell === 'string' ? collationKey(cell) : null;

/** Returns whether the column's keys are stored for its index. Account numbers never need a key. */
export const storesCollationKeys = (column: Column): boolean =>
  column.index === true && column.kind === 'text' && column.searchBySuffix !== true;

/** Returns the name of the column that stores the keys. */
export const collationColumn = ({ name }: Column): string => `${name}.letters`;

/**
 * Registers the SQL function that computes keys of columns without an index. Call it before sorting a column.
 */
export function defineCollationFunction(db: Db): void {
  db.function(FUNCTION, { deterministic: true, directOnly: true }, collationKeyOf);
}

/** Returns the SQL sort expression of a column; its index uses the same expression (cache/schema). */
export function sortExpression(column: Column): string {
  const cell = `"${column.name}"`;
  if (storesCollationKeys(column)) return `coalesce("${collationColumn(column)}", ${cell}) COLLATE NOCASE`;
  const isComputed = !column.index && (column.kind === 'text' || column.kind === 'texts');
  return `${isComputed ? `iif(${cell} GLOB '${NON_ASCII_GLOB}', ${FUNCTION}(${cell}), ${cell})` : cell} COLLATE NOCASE`;
}
