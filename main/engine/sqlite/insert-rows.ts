import type { Db } from './open-database';

/** Rows per statement; a larger chunk is not faster. */
const AT_ONCE = 100;

/**
 * Returns a function that inserts rows in chunks: half the cost of one statement per row. `into` names the
 * table and its columns; `conflict` is appended after the values.
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
