/** What begins a formula: also in full width and in small forms, which a spreadsheet of East Asia takes for the same. */
const SIGN = /[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]/;
/** May open a new cell where a text is read with other separators than it was written with. */
const PARTS = /[;\t\r\n\u2028\u2029]/;
/** Passed over before a formula: spaces, control characters, marks that are not seen, and quotes. */
const PASSED = /[\s\p{Cc}\p{Cf}"']/u;
const NEGATIVE = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?=$|[;\t\r\n])/;
const LONGEST_NUMBER = 400;
/** Begins with a letter or digit and goes on without separators, quotes and all that is not ASCII: nothing to be guarded. */
const PLAIN = /^[A-Za-z\d][ !#-+\--:<-{}~]*$/;

/**
 * The one guard of texts that leave, in files and on the clipboard: a text that no spreadsheet takes for a formula. An
 * apostrophe goes before a sign that begins the text, or what may become a cell of its own. Negative numbers stay numbers.
 * What is safe comes back as it is, and so does what was made safe before.
 */
export function defused(text: string): string {
  if (PLAIN.test(text) || !SIGN.test(text)) return text; // nearly all
  let safe = '';
  let done = 0;
  let begins = true;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at);
    if (PARTS.test(mark)) begins = true;
    else if (begins && !PASSED.test(mark)) {
      begins = false;
      const isQuiet = text.charAt(at - 1) === "'" || NEGATIVE.test(text.slice(at, at + LONGEST_NUMBER));
      if (!SIGN.test(mark) || isQuiet) continue;
      safe += `${text.slice(done, at)}'`;
      done = at;
    }
  }
  return safe + text.slice(done);
}

/** A guard where `defused` sets one. */
const GUARD = new RegExp(`((?:^|${PARTS.source})${PASSED.source}*?)'(?=${SIGN.source})`, 'gu');

/** The text that was made safe: a text that left this program and comes back. Any other is as it came. */
export function restored(text: string): string {
  if (!text.includes("'")) return text;
  const bare = text.replace(GUARD, '$1');
  return defused(bare) === text ? bare : text;
}

/** Whether a spreadsheet would take a text for a formula. */
export const isFormula = (text: string): boolean => defused(text) !== text;

/** A cell of tab-separated text: tabs and line breaks inside of it would shift the cells after it. */
export const clipboardCell = (value: string | number | null): string =>
  value === null ? '' : defused(String(value).replace(/[\t\r\n]+/g, ' '));

/** A cell of comma-separated text (RFC 4180). Whatever another program takes for a separator stands in quotes, too. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (PLAIN.test(value)) return value;
  const safe = defused(value);
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
