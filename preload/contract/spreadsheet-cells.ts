/**
 * Characters that start a formula, including full-width and small forms, which East Asian spreadsheets
 * accept.
 */
const FORMULA_SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]/;
/** Characters that may start a new cell if text is read with another separator. */
const CELL_SEPARATOR = /[;\t\r\n\u2028\u2029]/;
/** Characters skipped before a formula: spaces, control characters, invisible marks and quotes. */
const SKIPPED = /[\s\p{Cc}\p{Cf}"']/u;
/** A negative number that fills its cell. Sticky: matches at `lastIndex`, so that a long text is not copied. */
const NEGATIVE = /-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=$|[;\t\r\n])/y;
/**
 * Starts with a letter or digit and contains only ASCII without separators or double quotes: needs neither guard nor
 * quotes.
 */
const PLAIN = /^[A-Za-z\d][ !#-+\--:<-{}~]*$/;

/**
 * Guards text that leaves the app in files or on the clipboard; no other code does. Adds an apostrophe before any sign
 * that a spreadsheet would take for the start of a formula. Negative numbers stay numbers. Safe and already guarded text
 * is unchanged.
 */
export function guardFormula(text: string): string {
  if (PLAIN.test(text) || !FORMULA_SIGN.test(text)) return text; // the common case
  let safe = '';
  let copiedTo = 0;
  let isCellStart = true;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (CELL_SEPARATOR.test(char)) isCellStart = true;
    else if (isCellStart && !SKIPPED.test(char)) {
      isCellStart = false;
      NEGATIVE.lastIndex = index;
      const isSafe = text.charAt(index - 1) === "'" || NEGATIVE.test(text);
      if (!FORMULA_SIGN.test(char) || isSafe) continue;
      safe += `${text.slice(copiedTo, index)}'`;
      copiedTo = index;
    }
  }
  return safe + text.slice(copiedTo);
}

/** Matches a guard added by `guardFormula`. */
const GUARD = new RegExp(
  `((?:^|${CELL_SEPARATOR.source})${SKIPPED.source}*?)'(?=${FORMULA_SIGN.source})`,
  'gu',
);

/** Removes the guards from text that this app exported; other text is unchanged. */
export function unguardFormula(text: string): string {
  if (!text.includes("'")) return text;
  const bare = text.replace(GUARD, '$1');
  return guardFormula(bare) === text ? bare : text;
}

/** Returns whether a spreadsheet would take a text for a formula. */
export const isFormula = (text: string): boolean => guardFormula(text) !== text;

/** Returns a cell of tab-separated text, with tabs and line breaks replaced. */
export const clipboardCell = (value: string | number | null): string =>
  value === null ? '' : guardFormula(String(value).replace(/[\t\r\n]+/g, ' '));

/** Returns a cell of comma-separated text (RFC 4180), quoted if it contains any program's separator. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (PLAIN.test(value)) return value;
  const safe = guardFormula(value);
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);

/** Marks a cell as text: Excel reads the class's format, LibreOffice the attribute. */
const TEXT_CELL = ' class=t sdnum="0;0;@"';
const STYLE = '<style>.t{mso-number-format:"\\@"}</style>';

/** Returns a table row. Text columns keep the leading zeros of an account number. */
export const tableRow = (
  tag: 'td' | 'th',
  cells: readonly string[],
  isText: (column: number) => boolean,
): string =>
  `<tr>${cells.map((text, column) => `<${tag}${isText(column) ? TEXT_CELL : ''}>${escaped(text)}</${tag}>`).join('')}</tr>`;

/** Returns HTML that spreadsheets accept from the clipboard, from rows made by `tableRow`. */
export const clipboardTable = (rows: readonly string[]): string =>
  `<meta charset="utf-8">${STYLE}<table>${rows.join('')}</table>`;

/** Returns the HTML of a single row. */
export const singleRowTable = (cells: readonly string[], isText: (column: number) => boolean): string =>
  clipboardTable([tableRow('td', cells, isText)]);
