/**
 * Rows as CSV for people's spreadsheets (RFC 4180, with a mark of UTF-8 at the beginning). Text that a spreadsheet
 * would take for a formula is put in quotes after an apostrophe, so that opening a file never runs what a name holds.
 */
export function csvText(rows: Iterable<readonly (string | number | null | undefined)[]>): string {
  let text = '\uFEFF';
  for (const row of rows) text += `${row.map(csvCell).join(',')}\r\n`;
  return text;
}

function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
