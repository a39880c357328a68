import type { ResourceState } from '#contract/calls/live';
import { localDay } from '#contract/dates';
import type { Selection } from '#contract/query';
import { capitalize } from '#contract/text';
import { count, countOf, formatDateTime } from '../../ui/format';
import { showToast } from '../../ui/toast';
import type { ListContext } from '../list/list-view';
import { printPage, savePageAsPdf } from '../record/print';
import ListSheet from './ListSheet.svelte';
import { readPrintedGroups, readPrintedTotal } from './printed-groups';

/** Maximum number of rows on paper. */
export const MAX_PRINTED_ROWS = 5_000;
/** Lists with more columns are printed in landscape. */
const MAX_PORTRAIT_COLUMNS = 6;

export interface ListPrint {
  readonly output: 'pdf' | 'print';
  /** The columns, from left to right. */
  readonly names: readonly string[];
  readonly selection: Selection;
  /** Number of rows when the user chose to print; a refresh may change it. */
  readonly rows: number;
}

/**
 * Prints the rows of a list, or saves them as PDF: formatted and grouped as in the list. Returns false if
 * the user canceled, or there are too many rows.
 */
export async function printList(context: ListContext, print: ListPrint): Promise<boolean> {
  const { plural } = context.list.descriptor;
  if (print.rows > MAX_PRINTED_ROWS) {
    showTooManyRows(plural, count(print.rows));
    return false;
  }
  const isLandscape = print.names.length > MAX_PORTRAIT_COLUMNS;
  if (print.output === 'print') {
    const sheet = await sheetOf(context, print, isLandscape);
    return sheet !== null && printPage(context.desktop, ListSheet, sheet, isLandscape);
  }
  const file = {
    title: `Save ${plural} as PDF`,
    name: `${plural.replace(/\s+/g, '-')}-${localDay(new Date())}.pdf`,
    isLandscape,
  };
  return savePageAsPdf(context.desktop, file, ListSheet, () => sheetOf(context, print, isLandscape));
}

function showTooManyRows(plural: string, rows: string): void {
  showToast(`Too many ${plural}`, {
    text: `${rows} rows; up to ${count(MAX_PRINTED_ROWS)} can be printed. Filter the list or select rows first.`,
    tone: 'bad',
  });
}

/** Characters that fit across the paper in the size of the rows, with a reserve for wide ones. */
const CHARACTERS_PER_LINE = { portrait: 105, landscape: 145 };
/** Width of the gap after a column, in characters. */
const GAP_CHARACTERS = 2;
/** Width of a column whose words may break, in characters. */
const MIN_COLUMN_CHARACTERS = 12;

/**
 * Returns which columns can be as wide as their longest word; words of the others, like emails, may break. A text of a
 * column in `isExact`, a date for example, counts as one word.
 */
export function columnsOfWholeWords(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  isLandscape: boolean,
  isExact: readonly boolean[] = [],
): readonly boolean[] {
  const longestWordLength = (text: string): number =>
    text.split(/\s+/).reduce((longest, { length }) => Math.max(longest, length), 0);
  const widths = headings.map((heading, index) => {
    const lengthOf = isExact[index] ? (text: string) => text.length : longestWordLength;
    return rows.reduce(
      (width, row) => Math.max(width, lengthOf(row[index] ?? '')),
      longestWordLength(heading),
    );
  });
  const fitsWords = headings.map(() => false);
  let remaining =
    CHARACTERS_PER_LINE[isLandscape ? 'landscape' : 'portrait'] -
    headings.length * (MIN_COLUMN_CHARACTERS + GAP_CHARACTERS);
  // The narrowest first: as many columns as possible. Columns narrower than the minimum leave width to the others, so
  // a column can fit although one before it did not.
  const narrowestFirst = [...widths.entries()].sort(([, a], [, b]) => a - b);
  let fitCount = 0;
  for (const [position, [, width]] of narrowestFirst.entries()) {
    remaining -= width - MIN_COLUMN_CHARACTERS;
    if (remaining >= 0) fitCount = position + 1;
  }
  for (const [index] of narrowestFirst.slice(0, fitCount)) fitsWords[index] = true;
  return fitsWords;
}

/** Returns when the data was updated, and whether rows may be missing: selected ones are all there. */
function dataText(state: ResourceState | undefined, selection: Selection): string {
  const mayLackRows = selection.kind === 'all';
  if (!state?.asOf)
    return `${mayLackRows ? 'Rows may be missing: the' : 'The'} list hadn’t finished downloading.`;
  const updated = `Data updated ${formatDateTime(state.asOf)}.`;
  return state.uncertain && mayLackRows
    ? `${updated} Rows may be missing: the list is not confirmed complete.`
    : updated;
}

/** Returns null, after a message, if the list has too many rows now. */
async function sheetOf(context: ListContext, { names, selection }: ListPrint, isLandscape: boolean) {
  const { list, connection, live } = context;
  const { singular, plural } = list.descriptor;
  const columns = names.flatMap(
    (name) => list.grid.arrangement.columns.find((column) => column.name === name) ?? [],
  );
  const state = live.resources.find(({ resource }) => resource === list.resource);
  const headings = columns.map(({ label }) => label);
  const isExact = columns.map(({ exact = false }) => exact);
  const groups = await readPrintedGroups(context, columns, selection, MAX_PRINTED_ROWS);
  if (!groups) {
    showTooManyRows(plural, `More than ${count(MAX_PRINTED_ROWS)}`);
    return null;
  }
  const rowCount = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const isWholeList = selection.kind === 'all' && selection.except.length === 0;
  const total = isWholeList ? await readPrintedTotal(context, columns) : undefined;
  const lines = groups.flatMap(({ heading, rows }) => (heading ? [heading.sums, ...rows] : rows));
  if (total) lines.push(total.sums);
  return {
    kind: `${capitalize(plural)}, ${connection.name}`,
    title: countOf(rowCount, singular, plural),
    about: dataText(state, selection),
    headings,
    numeric: columns.map(({ numeric }) => numeric),
    groups,
    total,
    isExact,
    wholeWords: columnsOfWholeWords(headings, lines, isLandscape, isExact),
  };
}
