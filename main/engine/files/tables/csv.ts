import { csvCell } from '../../../../preload/contract/domain/leaving-cell';

/** The mark by which spreadsheets know UTF-8. */
export const UTF8_MARK = '\uFEFF';

type Cells = readonly (string | number | null | undefined)[];

/** One line of comma-separated text (RFC 4180), its cells made safe (contract/domain/leaving-cell.ts). */
export const csvLine = (cells: Cells): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Rows as CSV for people's spreadsheets, with a mark of UTF-8 at the beginning. */
export function csvText(rows: Iterable<Cells>): string {
  let text = UTF8_MARK;
  for (const row of rows) text += csvLine(row);
  return text;
}
