import type { Selection } from '#contract/query';
import type { GridColumn, GridRow } from '../../grid/types';
import type { ListContext, ViewedList } from '../list/list-view';
import { withoutFilters } from '../list/memory-rows';
import { querySource } from '../list/source';
import { totalsOf } from '../list/list-sums.svelte';

/** Rows per read. */
const PAGE_SIZE = 500;

/** A line with the sums of a group, or of all rows. */
export interface PrintedSums {
  /** The group and the number of its printed rows, "Charles Schwab (1,234)", or "Total". */
  readonly name: string;
  /** The sums by column; blank in other columns. */
  readonly sums: readonly string[];
}

/** Formatted rows for print, below the heading of their group. */
export interface PrintedGroup {
  /** Undefined in a list without groups. */
  readonly heading: PrintedSums | undefined;
  readonly rows: readonly (readonly string[])[];
}

/**
 * Reads the chosen rows with the groups of the list. All groups are expanded; one without rows is left out. Returns null
 * if there are more than `maxRows`.
 */
export async function readPrintedGroups(
  { engine, list }: ListContext,
  columns: readonly GridColumn[],
  selection: Selection,
  maxRows: number,
): Promise<PrintedGroup[] | null> {
  const { query } = list.query;
  const source = list.rows
    ? list.rows.source(selection.kind === 'keys' ? withoutFilters(query) : query)
    : querySource(engine, query);
  const selectedKeys = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
  const columnNames = columns.flatMap(({ name, contextFields = [] }) => [name, ...contextFields]);
  // The group's column comes with the names of its IDs, for the headings.
  const names = [...new Set(query.group ? [...columnNames, query.group.field] : columnNames)];
  const groups: { headingRow?: GridRow; rows: string[][] }[] = [{ rows: [] }];
  let rowCount = 0;
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = await source.window(names, offset, PAGE_SIZE);
    for (const row of page.rows) {
      const cells = Object.fromEntries(names.map((name, index) => [name, row.cells[index] ?? null]));
      if (row.group) groups.push({ headingRow: { ...row, cells }, rows: [] });
      else if (selectedKeys.has(row.key) === (selection.kind === 'keys')) {
        groups.at(-1)?.rows.push(columns.map(({ name, text }) => text(cells[name] ?? null, cells)));
        rowCount += 1;
      }
    }
    if (rowCount > maxRows) return null;
    if (page.rows.length === 0 || offset + page.rows.length >= page.total) break;
  }
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ headingRow, rows }) => ({
      heading: headingRow && headingOf(list, columns, headingRow, rows.length),
      rows,
    }));
}

/** Returns a heading as on screen. The sums are left out if only some of the group's rows are printed. */
function headingOf(
  { grid }: ViewedList,
  columns: readonly GridColumn[],
  { group, cells }: GridRow,
  printedCount: number,
): PrintedSums | undefined {
  if (!group) return undefined;
  const sums = columns.map(({ name, summed, text }) => {
    const sum = cells[name] ?? null;
    return !summed || sum === null || printedCount < group.count ? '' : text(sum, cells);
  });
  return sumsBeside(grid.groups.text({ ...group, count: printedCount }), columns, sums);
}

/**
 * Reads the sums of all rows, which the list shows below them. Undefined if no printed column has a sum, or if the
 * list, whose rows are computed on this computer, shows none.
 */
export async function readPrintedTotal(
  { engine, list }: ListContext,
  columns: readonly GridColumn[],
): Promise<PrintedSums | undefined> {
  if (list.rows) return undefined;
  const names = columns.map(({ name }) => name);
  const totals = await totalsOf(engine, list.query.query, list.descriptor, names);
  if (totals.size === 0) return undefined;
  return sumsBeside(
    'Total',
    columns,
    names.map((name) => totals.get(name) ?? ''),
  );
}

/** Puts the name of a line in place of its first column, whose sum becomes part of the name. */
function sumsBeside(name: string, columns: readonly GridColumn[], sums: readonly string[]): PrintedSums {
  const [firstColumn] = columns;
  const [firstSum = '', ...otherSums] = sums;
  return {
    name: firstColumn && firstSum !== '' ? `${name}, ${firstColumn.label} ${firstSum}` : name,
    sums: ['', ...otherSums],
  };
}
