const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Cells as the table that spreadsheets take: of texts alone, so that an account number keeps its leading zeros. */
export const cellTable = (rows: readonly (readonly string[])[]): string =>
  `<meta charset="utf-8"><style>.t{mso-number-format:"\\@"}</style><table>${rows
    .map((cells) => `<tr>${cells.map((text) => `<td class=t>${escaped(text)}</td>`).join('')}</tr>`)
    .join('')}</table>`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark);
