/** Column separators, preferred first: commas also occur in names and amounts. */
const SEPARATORS = ['\t', '|', ';', ','] as const;
export type Separator = (typeof SEPARATORS)[number];

const SAMPLE_LINES = 30;
const QUOTED = /"[^"]*"/g;
const THOUSANDS = /(\d),(?=\d{3}(?!\d))/g;

/**
 * Returns the column separator of a text: the one in most of its first lines, most evenly, most often. Null
 * for text without columns, such as fixed width.
 */
export function separatorOf(text: string): Separator | null {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES)
    .map((line) => line.replace(QUOTED, ''));
  // Ignores commas inside amounts, unless the table contains nothing else.
  return bestOf(lines.map((line) => line.replace(THOUSANDS, '$1'))) ?? bestOf(lines);
}

function bestOf(lines: readonly string[]): Separator | null {
  let best: { separator: Separator; evenness: number; count: number } | undefined;
  for (const separator of SEPARATORS) {
    const counts = lines.map((line) => line.split(separator).length - 1).filter((count) => count > 0);
    const usual = mostFrequent(counts);
    if (usual === undefined || counts.length <= lines.length / 2) continue;
    const evenness = counts.filter((count) => count === usual).length / lines.length;
    const better = !best || evenness > best.evenness || (evenness === best.evenness && usual > best.count);
    if (better) best = { separator, evenness, count: usual };
  }
  return best?.separator ?? null;
}

function mostFrequent(numbers: readonly number[]): number | undefined {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** A line of a typed, pasted or chosen list, as cells. */
export interface ListRow {
  /** From 1, counting empty lines; for a row with line breaks in cells, its first line. */
  readonly number: number;
  /** Without quotes and surrounding space. */
  readonly cells: readonly string[];
  /** It contains an unclosed quotation mark. */
  readonly unclosed: boolean;
}

/** Maximum length of a quoted cell, so that an unclosed quotation mark cannot swallow the list. */
const MAX_QUOTED_LENGTH = 2_000;

/** Returns the non-empty rows of a list with any separator. Renderer and engine share this parser. */
export function listRows(text: string): ListRow[] {
  const separator = separatorOf(text) ?? '';
  const blank = `[^\\S\\r\\n${separator}]*`;
  const quoted = new RegExp(
    `${blank}"((?:[^"]|""){0,${MAX_QUOTED_LENGTH}})"${blank}(?=[\\r\\n${separator}]|$)`,
    'y',
  );
  const bare = new RegExp(`[^\\r\\n${separator}]*`, 'y');
  const rows: ListRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;

  const cell = (): { value: string; unclosed: boolean } => {
    quoted.lastIndex = bare.lastIndex = at;
    const inQuotes = quoted.exec(text)?.[1];
    if (inQuotes !== undefined) {
      at = quoted.lastIndex;
      return { value: inQuotes.replaceAll('""', '"').trim(), unclosed: false };
    }
    const value = bare.exec(text)?.[0].trim() ?? '';
    at = bare.lastIndex;
    return { value, unclosed: value.startsWith('"') && value.split('"').length % 2 === 0 };
  };

  while (at < text.length) {
    const [from, number] = [at, line];
    const found = [cell()];
    while (separator !== '' && text[at] === separator) {
      at += 1;
      found.push(cell());
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += text.slice(from, at).match(/\r\n|\r|\n/g)?.length ?? 0;
    const cells = found.map(({ value }) => value);
    if (cells.some(Boolean)) rows.push({ number, cells, unclosed: found.some(({ unclosed }) => unclosed) });
  }
  return rows;
}

/** Maximum number of values in a pasted list, and their maximum length. */
export const MAX_PASTED_VALUES = 10_000;
export const MAX_LISTED_LENGTH = 200;

/**
 * Returns the distinct values of a paste: one per line or cell, or separated by commas or semicolons in a
 * single line.
 */
export function pastedValues(text: string): string[] {
  const gap = /[\n\r\t]/.test(text.trim()) ? /[\n\r\t]+/ : /[,;]+/;
  // Spreadsheets put an apostrophe before numbers kept as text, and quotes around cells with separators.
  const bare = (value: string) =>
    value
      .trim()
      .replace(/^['"]+|[",;]+$/g, '')
      .trim();
  const values = text.split(gap).map((value) => bare(value).slice(0, MAX_LISTED_LENGTH));
  return [...new Set(values.filter((value) => value !== ''))].slice(0, MAX_PASTED_VALUES);
}
