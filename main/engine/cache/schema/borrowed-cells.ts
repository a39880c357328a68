import type { Column } from '#contract/resource';
import type { BorrowedColumn } from '#contract/resources/borrowed-columns';
import type { TableSchema } from './schema';

type Table = Pick<TableSchema, 'name' | 'columns' | 'borrowed'>;

/** Returns a column of the table, or one that it borrows. */
export const ownOrBorrowedColumn = (
  { columns, borrowed }: Pick<Table, 'columns' | 'borrowed'>,
  name: string,
): Column | undefined =>
  columns.find((column) => column.name === name) ?? borrowed.find((column) => column.name === name);

const isBorrowed = ({ borrowed }: Pick<Table, 'borrowed'>, column: Column): column is BorrowedColumn =>
  borrowed.some(({ name }) => name === column.name);

/** Returns the SQL expression of a cell, in a statement that selects from the table itself. */
export function cellExpression(table: Table, column: Column): string {
  if (!isBorrowed(table, column)) return `"${column.name}"`;
  const { from, name } = column;
  return `(SELECT lent."${name}" FROM ${from}_state AS owner JOIN ${from} AS lent ON lent.n = owner.n
    WHERE owner.key = ${table.name}.key)`;
}

/**
 * Returns what to select a column from: the table, or a subquery of the rows that have a record with the same key
 * in the other list. Both provide the row number `n` and the column under its name.
 */
export function columnSource(table: Table, column: Column): string {
  if (!isBorrowed(table, column)) return table.name;
  const { from, name } = column;
  return `(SELECT own.n AS n, lent."${name}" AS "${name}" FROM ${table.name}_state AS own
    JOIN ${from}_state AS owner ON owner.key = own.key JOIN ${from} AS lent ON lent.n = owner.n
    WHERE own.n IN (SELECT n FROM ${table.name}))`;
}
