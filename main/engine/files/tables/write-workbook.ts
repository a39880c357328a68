import { fail } from '#contract/failure';
import { zipChunks } from '../zip/write';
import { RowBytes } from './row-bytes';
import { sheetCells } from './sheet-cells';
import { escapeXml, WORKBOOK_PARTS, STYLE } from './workbook-parts';
import type { OutputColumn, TableCount, OutputTable } from './output-table';

/** Maximum number of rows of an Excel sheet, including the headings. */
const MAX_SHEET_ROWS = 1_048_576;
/** Pixels per character, Excel's unit of width. */
const CHARACTER_PIXELS = 7;
const LETTERS = 26;

/**
 * Yields the bytes of an .xlsx workbook with one sheet, some rows at a time. Fails with `file-not-saved`
 * beyond Excel's row limit.
 */
export const workbookChunks = (
  table: OutputTable,
  count: TableCount,
): AsyncGenerator<Uint8Array, void, void> =>
  zipChunks([
    ...Object.entries(WORKBOOK_PARTS).map(([name, part]) => ({ name, content: [part(table.name)] })),
    { name: 'xl/worksheets/sheet1.xml', content: sheetChunks(table, count) },
  ]);

async function* sheetChunks(
  { columns, rows }: OutputTable,
  count: TableCount,
): AsyncGenerator<string | Uint8Array, void, void> {
  const letters = columns.map((_, index) => columnLetters(index));
  const write = sheetCells(columns, letters, count);
  yield `${HEAD}<cols>${columns.map(columnOf).join('')}</cols><sheetData>${headings(columns, letters)}`;
  const bytes = new RowBytes();
  for await (const batch of rows) {
    for (const row of batch) {
      count.rows += 1;
      if (count.rows >= MAX_SHEET_ROWS)
        throw fail('file-not-saved', {
          detail: { code: 'many-rows', facts: { maximum: MAX_SHEET_ROWS - 1 } },
        });
      bytes.add(`<row r="${count.rows + 1}">${write(row, count.rows + 1)}</row>`);
    }
    yield bytes.takeBytes();
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1) ?? 'A'}${count.rows + 1}"/></worksheet>`;
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/**
 * Formats a column, two characters wider than in the grid. Its style makes a text column stay text for rows that the
 * user adds below the last one.
 */
const columnOf = ({ type, width = 120 }: OutputColumn, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${Math.ceil(width / CHARACTER_PIXELS) + 2}" style="${STYLE[type]}" customWidth="1"/>`;

const headings = (columns: readonly OutputColumn[], letters: readonly string[]): string =>
  `<row r="1">${columns
    .map(
      ({ heading }, index) =>
        `<c r="${letters[index] ?? ''}1" s="${STYLE.heading}" t="inlineStr"><is><t>${escapeXml(heading)}</t></is></c>`,
    )
    .join('')}</row>`;

/** Returns column letters: A, B, … Z, AA, … */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % LETTERS));
  return index < LETTERS ? last : columnLetters(Math.floor(index / LETTERS) - 1) + last;
}
