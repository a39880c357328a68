const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);

/** Says of a cell that it is a text: Excel reads the format of the class, LibreOffice that of the attribute. */
const TEXT = ' class=t sdnum="0;0;@"';
const STYLE = '<style>.t{mso-number-format:"\\@"}</style>';

/** A row of a table; by column, whether its cells are texts, and so keep the leading zeros of an account number. */
export const tableRow = (
  tag: 'td' | 'th',
  cells: readonly string[],
  isText: (column: number) => boolean,
): string =>
  `<tr>${cells.map((text, at) => `<${tag}${isText(at) ? TEXT : ''}>${escaped(text)}</${tag}>`).join('')}</tr>`;

/** The HTML that a spreadsheet takes from the clipboard, of rows that `tableRow` made. */
export const clipboardTable = (rows: readonly string[]): string =>
  `<meta charset="utf-8">${STYLE}<table>${rows.join('')}</table>`;

/** The same of texts alone. */
export const textTable = (rows: readonly (readonly string[])[]): string =>
  clipboardTable(rows.map((cells) => tableRow('td', cells, () => true)));
