import { isRemoteList, nameWithNumber, type NamedList } from '#contract/calls/names';
import { clipboardTable, tableRow, guardFormula, clipboardCell } from '#contract/spreadsheet-cells';
import { formatValue, isNumeric, spreadsheetNumber } from '#contract/format-value';
import { maskSecret } from '#contract/text';
import type { Cell, CopyFormat, Query, Selection, RowRange } from '#contract/query';
import type { Column } from '#contract/resource';
import { shownColumnsOf } from '#contract/resources/borrowed-columns';
import { resourceNamed } from '#contract/resources';
import type { CacheReader } from '../cache/query/reader';
import { columnsToRead, idsInCell, withZeroLabel, type ExportColumn, type NameTable } from './export/columns';
import { exportRows } from './export/rows';
import type { Names } from './names/names';

/** More rows than this belong in a file, not on a clipboard. */
const MAX_COPIED_ROWS = 200_000;
/** Separator between the names of a list, as in the grid. */
const NAMES_GAP = ', ';

export type CopyRequest = {
  readonly query: Query;
  readonly columns: readonly string[];
  readonly format: CopyFormat;
} & ({ readonly selection: Selection } | { readonly range: RowRange });

/** Number of rows that are ready, and their total. */
export interface CopyProgress {
  readonly rows: number;
  readonly total: number;
}

/** The clipboard content: tab-separated text with a heading line, and the same rows as an HTML table. */
export interface CopiedRows {
  readonly text: string;
  readonly html: string;
  readonly rows: number;
}

/**
 * Formats the selected rows with headings, or a range of rows without, in query order, and yields its progress.
 * Cells are as in the list, but with numbers as a spreadsheet reads them and names next to IDs, or raw values.
 * Texts that could be read as formulas are guarded (spreadsheet-cells.ts).
 */
export async function* selectionAsText(
  { reader, names }: { readonly reader: CacheReader; readonly names: Pick<Names, 'byId' | 'all'> },
  request: CopyRequest,
): AsyncGenerator<CopyProgress, CopiedRows, void> {
  const { query, columns, format } = request;
  const resource = resourceNamed(query.resource);
  const columnsByName = new Map(shownColumnsOf(resource).map((column) => [column.name, column]));
  const pickedColumns = columns.flatMap((name) => columnsByName.get(name) ?? []);
  const readColumns = columnsToRead(
    resource,
    pickedColumns.map(({ name }) => name),
  );
  const copiedColumns = pickedColumns.map((column, index) =>
    copiedColumn(column, index, format, readColumns),
  );
  const isTextByColumn = pickedColumns.map(
    ({ kind, labels }) => (!isNumeric(kind) && kind !== 'date') || labels !== undefined,
  );
  const isTextAt = (column: number): boolean => isTextByColumn[column] === true;
  const selected = reader.selection(request, MAX_COPIED_ROWS);
  const headings = 'selection' in request ? [copiedColumns.map(({ heading }) => heading)] : [];
  const lines = headings.map((names) => names.map(clipboardCell).join('\t'));
  const table = headings.map((names) => tableRow('th', names, isTextAt));
  for await (const batch of exportRows(selected.batches(readColumns), copiedColumns, withNumbers(names))) {
    for (const cells of batch) {
      const texts = cells.map((cell, column) =>
        isTextAt(column) ? clipboardCell(cell) : numberOrGuarded(cell),
      );
      lines.push(texts.join('\t'));
      table.push(tableRow('td', texts, isTextAt));
    }
    yield { rows: lines.length - headings.length, total: selected.total };
  }
  return {
    text: lines.join('\n'),
    html: clipboardTable(table),
    rows: lines.length - headings.length,
  };
}

function copiedColumn(
  column: Column,
  cellIndex: number,
  format: CopyFormat,
  readColumns: readonly string[],
): ExportColumn {
  const { label, secret, names } = column;
  const base = { cellIndex, heading: label, type: 'text' as const };
  if (secret) return { ...base, cell: (value) => (value === null ? null : maskSecret(String(value))) };
  if (format === 'raw') return { ...base, cell: (value) => value };
  if (names) return { ...base, names: names as NamedList, cell: (value, table) => nameOrIdOf(value, table) };
  const isNumber = isNumeric(column.kind) && !column.labels;
  return withZeroLabel(column, readColumns, {
    ...base,
    cell: (value) =>
      value === null ? null : isNumber ? spreadsheetNumber(column.kind, value) : formatValue(column, value),
  });
}

/** Returns the name of each ID with its number or ID; the ID alone if it has no name. */
const nameOrIdOf = (value: Cell, table: NameTable): string | null =>
  value === null
    ? null
    : idsInCell(value)
        .map((id) => table.get(id) ?? id)
        .join(NAMES_GAP);

/** Adds the number or ID to each name: "The Juns Household (60001)". */
const withNumbers = (names: Pick<Names, 'byId' | 'all'>): Pick<Names, 'byId' | 'all'> => ({
  byId: async (list, ids) =>
    (await names.byId(list, ids)).map((named) => ({ ...named, name: nameWithNumber(named) })),
  all: async (list, limit) => {
    // Only `byId` returns numbers.
    if (!isRemoteList(list) && resourceNamed(list).knownBy !== undefined) return null;
    const all = await names.all(list, limit);
    return all && new Map([...all].map(([id, name]) => [id, nameWithNumber({ id, name })]));
  },
});

/** Leaves formatted numbers as they are; guards any other text against being read as a formula. */
const numberOrGuarded = (cell: Cell): string => {
  const text = cell === null ? '' : String(cell);
  return /^-?[\d.,]+%?$/.test(text) ? text : guardFormula(clipboardCell(text));
};
