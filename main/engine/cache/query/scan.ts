import type { Cell } from '#contract/query';
import { textAt } from '#contract/exact-json/patch';
import type { Db } from '../../sqlite/open-database';
import type { TableSchema } from '../schema/schema';

/**
 * A row: its number, its key, and the requested cells. If the key is the record's ID, it is the ID column's
 * value, usually a number, which avoids allocating a text for each row.
 */
export type ScannedRow = [n: number, key: string | number, ...cells: Cell[]];

/** Index of the first field's cell in a row, after the row's number and key. */
export const FIRST_FIELD_CELL = 2;

/** Returns the SQL expression of the key, preferring the ID column that holds the same value. */
function keyCell({ resource, columns }: TableSchema): string {
  const [only, ...others] = resource.key;
  const column =
    others.length === 0 ? columns.find(({ name, kind }) => name === only && kind === 'id') : undefined;
  return column ? `coalesce(t."${column.name}", t.key)` : 't.key';
}

/** Prepares the query; only column names from the descriptor reach SQL. */
function prepareRead(
  db: Db,
  table: TableSchema,
  fields: readonly string[],
  nested: readonly string[],
  clause: string,
) {
  const { name, stored } = table;
  const cells = fields.map((field) => {
    if (nested.includes(field)) return 'NULL';
    if (!stored.includes(field)) throw new Error(`${name} has no column ${field}`);
    return `t."${field}"`;
  });
  const readsRaw = nested.length > 0;
  const statement = db
    .prepare<unknown[], unknown[]>(
      `SELECT ${['t.n', keyCell(table), ...cells, ...(readsRaw ? ['r.raw'] : [])].join(', ')}
       FROM ${name} t ${readsRaw ? `JOIN ${name}_raw r USING (n)` : ''} ${clause}`,
    )
    .raw();
  return (...values: unknown[]): ScannedRow[] => {
    const rows = statement.all(...values) as ScannedRow[];
    if (readsRaw)
      for (const row of rows) {
        const raw = String(row.pop());
        for (const field of nested) row[FIRST_FIELD_CELL + fields.indexOf(field)] = nestedText(raw, field);
      }
    return rows;
  };
}

/**
 * Returns a function that reads rows after a row number, in row order, in chunks, so that long scans do not
 * block other readers. `nested` fields are returned as the service's JSON text, at the cost of reading whole
 * records.
 */
export function scanner(db: Db, table: TableSchema, fields: readonly string[], nested: readonly string[]) {
  const read = prepareRead(db, table, fields, nested, 'WHERE t.n > ? ORDER BY t.n LIMIT ?');
  return (after: number, limit: number): ScannedRow[] => read(after, limit);
}

/** Returns the rows with these keys, by row number; unknown keys are skipped. */
export const rowsOfKeys = (
  db: Db,
  table: TableSchema,
  keys: readonly string[],
  fields: readonly string[],
  nested: readonly string[],
): ScannedRow[] =>
  prepareRead(
    db,
    table,
    fields,
    nested,
    `WHERE t.n IN (SELECT n FROM ${table.name}_state WHERE key IN (SELECT value FROM json_each(?))) ORDER BY t.n`,
  )(JSON.stringify(keys));

/** Returns the rows with these numbers, by row number; unknown numbers are skipped. */
export const rowsOfNumbers = (
  db: Db,
  table: TableSchema,
  numbers: readonly number[],
  fields: readonly string[],
  nested: readonly string[],
): ScannedRow[] =>
  prepareRead(
    db,
    table,
    fields,
    nested,
    'WHERE t.n IN (SELECT value FROM json_each(?)) ORDER BY t.n',
  )(JSON.stringify(numbers));

function nestedText(raw: string, field: string): string | null {
  try {
    const text = textAt(raw, [field]);
    return text === undefined || text === 'null' ? null : text;
  } catch {
    return null; // a text that is not a record has no fields
  }
}
