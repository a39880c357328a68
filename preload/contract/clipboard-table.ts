const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);

/** Marks a cell as text: Excel reads the class's format, LibreOffice the attribute. */
const TEXT_CELL = ' class=t sdnum="0;0;@"';
const STYLE = '<style>.t{mso-number-format:"\\@"}</style>';

/** Returns a table row. Text columns keep the leading zeros of an account number. */
export const tableRow = (
  tag: 'td' | 'th',
  cells: readonly string[],
  isText: (column: number) => boolean,
): string =>
  `<tr>${cells.map((text, at) => `<${tag}${isText(at) ? TEXT_CELL : ''}>${escaped(text)}</${tag}>`).join('')}</tr>`;

/** Returns HTML that spreadsheets accept from the clipboard, from rows made by `tableRow`. */
export const clipboardTable = (rows: readonly string[]): string =>
  `<meta charset="utf-8">${STYLE}<table>${rows.join('')}</table>`;

/** Does the same for texts only. */
export const textTable = (rows: readonly (readonly string[])[]): string =>
  clipboardTable(rows.map((cells) => tableRow('td', cells, () => true)));
