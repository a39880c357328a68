import type { Selection } from '#contract/query';
import type { GridColumn, GridRow } from '../../grid/types';
import type { ListContext, ViewedList } from '../list/list-view';
import { querySource } from '../list/source';

/** Rows per read. */
const PAGE_SIZE = 500;

interface PrintedHeading {
  /** The group and the number of its printed rows: "Charles Schwab (1,234)". */
  readonly name: string;
  /** The group's sums by column; blank in other columns. */
  readonly sums: readonly string[];
}

/** Formatted rows for print, below the heading of their group. */
export interface PrintedGroup {
  /** Undefined in a list without groups. */
  readonly heading: PrintedHeading | undefined;
  readonly rows: readonly (readonly string[])[];
}

/** Reads the chosen rows with the groups of the list. All groups are expanded; one without rows is left out. */
export async function readPrintedGroups(
  { engine, list }: ListContext,
  columns: readonly GridColumn[],
  selection: Selection,
): Promise<PrintedGroup[]> {
  const { query } = list.query;
  const source = list.rows ? list.rows.source(query) : querySource(engine, query);
  const selectedKeys = new Set(selection.kind === 'keys' ? selection.keys : selection.except);
  const columnNames = columns.flatMap(({ name, contextFields = [] }) => [name, ...contextFields]);
  // The group's column comes with the names of its IDs, for the headings.
  const names = [...new Set(query.group ? [...columnNames, query.group.field] : columnNames)];
  const groups: { headingRow?: GridRow; rows: string[][] }[] = [{ rows: [] }];
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const page = await source.window(names, offset, PAGE_SIZE);
    for (const row of page.rows) {
      const cells = Object.fromEntries(names.map((name, index) => [name, row.cells[index] ?? null]));
      if (row.group) groups.push({ headingRow: { ...row, cells }, rows: [] });
      else if (selectedKeys.has(row.key) === (selection.kind === 'keys'))
        groups.at(-1)?.rows.push(columns.map(({ name, text }) => text(cells[name] ?? null, cells)));
    }
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
): PrintedHeading | undefined {
  if (!group) return undefined;
  const sums = columns.map(({ name, summed, text }) => {
    const sum = cells[name] ?? null;
    return !summed || sum === null || printedCount < group.count ? '' : text(sum, cells);
  });
  const [firstColumn] = columns;
  const [firstSum = '', ...otherSums] = sums;
  const name = grid.groups.text({ ...group, count: printedCount });
  // The name takes the place of the first column.
  return {
    name: firstColumn && firstSum !== '' ? `${name}, ${firstColumn.label} ${firstSum}` : name,
    sums: ['', ...otherSums],
  };
}
