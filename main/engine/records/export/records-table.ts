import type { ExportSource } from '#contract/calls/exports';
import type { NamedList } from '#contract/calls/names';
import { resourceTitle } from '#contract/screens';
import { shownColumnsOf } from '#contract/resources/borrowed-columns';
import { resourceNamed } from '#contract/resources';
import type { OpenConnection } from '../../connection/open-connection';
import type { OutputTable } from '../../files/tables/output-table';
import type { Names } from '../names/names';
import { columnsToRead, exportColumns } from './columns';
import { exportRows } from './rows';

/** Rows per batch. */
export const BATCH_ROWS = 500;

/** A table and its expected number of rows. */
export interface SizedTable {
  readonly table: OutputTable;
  readonly total: number;
}

export interface RecordsTableDeps {
  readonly reader: OpenConnection['reader'];
  readonly names: Pick<Names, 'byId' | 'all' | 'hasNames'>;
}

/** Returns the selected records of a list as a table, whose rows are read as they are written. */
export async function recordsTable(
  { reader, names }: RecordsTableDeps,
  { query, selection, columns }: ExportSource & { from: 'records' },
): Promise<SizedTable> {
  const resource = resourceNamed(query.resource);
  const listColumns = shownColumnsOf(resource);
  const exportedNames = columns.filter((name) => listColumns.some((column) => column.name === name));
  const lists = new Set(
    listColumns.flatMap((column) => (exportedNames.includes(column.name) ? (column.names ?? []) : [])),
  );
  const resolvable = new Set<string>();
  for (const list of lists) if (await names.hasNames(list as NamedList)) resolvable.add(list);
  const exportedColumns = exportColumns(resource, exportedNames, (list) => resolvable.has(list));
  const selected = reader.selection({ query, selection });
  const rows = exportRows(
    selected.batches(columnsToRead(resource, exportedNames), BATCH_ROWS),
    exportedColumns,
    names,
  );
  return {
    total: selected.total,
    table: { name: resourceTitle(query.resource), columns: exportedColumns, rows },
  };
}
