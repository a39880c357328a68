import { csvCell } from '#contract/spreadsheet-cells';

/** The byte order mark (BOM) by which spreadsheets recognize UTF-8. */
export const UTF8_BOM = '\uFEFF';

type Cells = readonly (string | number | null | undefined)[];

/** Formats one line of CSV (RFC 4180) with cells escaped against formulas (contract/spreadsheet-cells.ts). */
export const csvLine = (cells: Cells): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Formats rows as CSV for spreadsheets, with a byte order mark. */
export function csvText(rows: Iterable<Cells>): string {
  let text = UTF8_BOM;
  for (const row of rows) text += csvLine(row);
  return text;
}
