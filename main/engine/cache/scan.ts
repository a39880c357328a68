import type { Cell } from '../../../preload/contract/query';
import { textAt } from '../../../preload/contract/exact-json/patch';
import type { Db } from '../sqlite/open-database';
import type { Table } from './schema';

/**
 * One row: its number, its key, and the cells of the columns asked for. A key that is the record's own ID comes as its
 * cell, a number mostly: a hundred thousand texts less.
 */
export type ScannedRow = [n: number, key: string | number, ...cells: Cell[]];

/** A key is the text of what names the record, which a column may have as well. */
function keyCell({ resource, columns }: Table): string {
  const [only, ...others] = resource.key;
  const column =
    others.length === 0 ? columns.find(({ name, kind }) => name === only && kind === 'id') : undefined;
  return column ? `coalesce(t."${column.name}", t.key)` : 't.key';
}

/** Reads cells of one table; only names of the descriptor become SQL. */
function reading(db: Db, table: Table, fields: readonly string[], nested: readonly string[], which: string) {
  const { name, stored } = table;
  const cells = fields.map((field) => {
    if (nested.includes(field)) return 'NULL';
    if (!stored.includes(field)) throw new Error(`${name} has no column ${field}`);
    return `t."${field}"`;
  });
  const whole = nested.length > 0;
  const statement = db
    .prepare<unknown[], unknown[]>(
      `SELECT ${['t.n', keyCell(table), ...cells, ...(whole ? ['r.raw'] : [])].join(', ')}
       FROM ${name} t ${whole ? `JOIN ${name}_raw r USING (n)` : ''} ${which}`,
    )
    .raw();
  return (...values: unknown[]): ScannedRow[] => {
    const rows = statement.all(...values) as ScannedRow[];
    if (whole)
      for (const row of rows) {
        const raw = String(row.pop());
        for (const field of nested) row[2 + fields.indexOf(field)] = nestedText(raw, field);
      }
    return rows;
  };
}

/**
 * The rows of a table after a row number, in the order of their numbers, so many at a time: how a long list is gone
 * through without holding up whoever else reads. Those of the fields that are `nested` come as the JSON text that the
 * service sent, at the cost of reading the whole record.
 */
export function scanner(db: Db, table: Table, fields: readonly string[], nested: readonly string[]) {
  const read = reading(db, table, fields, nested, 'WHERE t.n > ? ORDER BY t.n LIMIT ?');
  return (after: number, limit: number): ScannedRow[] => read(after, limit);
}

/** The rows of some keys, in the order of their numbers; those that are not there are left out. */
export const rowsOfKeys = (
  db: Db,
  table: Table,
  keys: readonly string[],
  fields: readonly string[],
  nested: readonly string[],
): ScannedRow[] =>
  reading(
    db,
    table,
    fields,
    nested,
    `WHERE t.n IN (SELECT n FROM ${table.name}_state WHERE key IN (SELECT value FROM json_each(?))) ORDER BY t.n`,
  )(JSON.stringify(keys));

/** The rows of some row numbers, in their order; those that are not there are left out. */
export const rowsOfNumbers = (
  db: Db,
  table: Table,
  numbers: readonly number[],
  fields: readonly string[],
  nested: readonly string[],
): ScannedRow[] =>
  reading(
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
    return null; // what is no record has no fields
  }
}
