import type { Db } from './open-database';

/** Rows in one statement: more gain nothing. */
const AT_ONCE = 100;

/**
 * Makes what inserts rows, each a list of values, many in one statement: that costs half as much as one statement for each.
 * `into` is a table with its columns, `conflict` what follows the values.
 */
export function rowInserter(
  db: Db,
  into: { readonly table: string; readonly columns: readonly string[]; readonly conflict?: string },
): (rows: readonly (readonly unknown[])[]) => void {
  const { table, columns, conflict = '' } = into;
  const row = `(${columns.map(() => '?').join(', ')})`;
  const inserting = (count: number) =>
    db.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array.from({ length: count }, () => row).join(', ')} ${conflict}`,
    );
  const one = inserting(1);
  const many = inserting(AT_ONCE);
  return (rows) => {
    let at = 0;
    for (; at + AT_ONCE <= rows.length; at += AT_ONCE) many.run(rows.slice(at, at + AT_ONCE).flat());
    for (const left of rows.slice(at)) one.run(left);
  };
}
