const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** One cell as the table that spreadsheets take: of texts alone, so that an account number keeps its leading zeros. */
export const cellTable = (text: string): string =>
  `<meta charset="utf-8"><style>.t{mso-number-format:"\\@"}</style><table><tr><td class=t>${text.replace(
    /[&<>"]/g,
    (mark) => MARKS[mark] ?? mark,
  )}</td></tr></table>`;
