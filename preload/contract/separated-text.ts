import { linesOf } from './text';

/** Column separators, preferred first: commas also occur in names and amounts. */
const SEPARATORS = ['\t', '|', ';', ','] as const;
export type Separator = (typeof SEPARATORS)[number];

const SAMPLE_LINES = 30;
const QUOTED = /"[^"]*"/g;
const THOUSANDS = /(\d),(?=\d{3}(?!\d))/g;

/**
 * Returns the column separator of a text: the one in most of its first lines, most evenly and most often. Null
 * for text without columns, such as fixed width.
 */
export function separatorOf(text: string): Separator | null {
  const lines = linesOf(text)
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
    const mostCommon = mostFrequent(counts);
    if (mostCommon === undefined || counts.length <= lines.length / 2) continue;
    const evenness = counts.filter((count) => count === mostCommon).length / lines.length;
    const isBetter =
      !best || evenness > best.evenness || (evenness === best.evenness && mostCommon > best.count);
    if (isBetter) best = { separator, evenness, count: mostCommon };
  }
  return best?.separator ?? null;
}

function mostFrequent(numbers: readonly number[]): number | undefined {
  const times = new Map<number, number>();
  for (const number of numbers) times.set(number, (times.get(number) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** A row of separated text. */
export interface SeparatedRow {
  /** From 1, counting empty lines; for a row with line breaks in cells, its first line. */
  readonly number: number;
  readonly cells: readonly string[];
  /** True if a cell starts with a quotation mark but has an odd number of them. */
  readonly hasOddQuotes: boolean;
  /** True if a cell starts with a quotation mark that is never closed, or closed on a later line with text after it. */
  readonly isOpen: boolean;
}

/** A list that a user typed or pasted has trimmed cells, and a misplaced quotation mark affects only its own cell. */
type TextOrigin = 'file' | 'list';

/** Maximum length of a quoted cell of a list, so that an unclosed quotation mark does not consume the rest of the list. */
const MAX_QUOTED_IN_LIST = 2_000;

/**
 * Parses separated text (RFC 4180) with any line ends, whole or in chunks. Quotes that do not surround a cell
 * are part of it, as in programs that never quote. Renderer and engine share this parser.
 */
export class SeparatedTextParser {
  readonly #separator: string;
  readonly #isList: boolean;
  readonly #bare: RegExp;
  readonly #blank: RegExp;
  /** Text after the last complete row. */
  #text = '';
  #isStart = true;
  #line = 1;

  /** `separator` is empty for one cell per row. */
  constructor(separator: Separator | '', origin: TextOrigin) {
    this.#separator = separator;
    this.#isList = origin === 'list';
    this.#bare = new RegExp(`[^\\r\\n${separator}]*`, 'y');
    this.#blank = new RegExp(`[^\\S\\r\\n${separator}]*`, 'y');
  }

  /** Length of the text that no complete row contains yet. */
  get pendingLength(): number {
    return this.#text.length;
  }

  /** Returns the rows that a chunk completes, without empty lines. */
  parse(chunk: string, isLast: boolean): SeparatedRow[] {
    this.#text += chunk;
    if (this.#isStart && this.#text.startsWith('\uFEFF')) this.#text = this.#text.slice(1);
    this.#isStart &&= this.#text === '';
    const rows: SeparatedRow[] = [];
    let start = 0;
    while (start < this.#text.length) {
      const parsed = this.#rowAt(start, isLast);
      if (!parsed) break;
      const { end, lines, row } = parsed;
      if (!'\r\n'.includes(this.#text.charAt(start))) rows.push(row);
      this.#line += lines;
      start = end;
    }
    this.#text = this.#text.slice(start);
    return rows;
  }

  /** Returns the row at an offset, the offset after it, and its lines; undefined if a next chunk may continue it. */
  #rowAt(start: number, isLast: boolean) {
    const text = this.#text;
    const cells: string[] = [];
    let [hasOddQuotes, isOpen, lines] = [false, false, 1];
    for (let index = start; ; index += 1) {
      const { quoted, isOpen: isOpenHere, end } = this.#cellAt(index);
      // A closing quote, or the second half of "" or of a line end, may follow.
      if (!isLast && (isOpenHere || end >= text.length - 1)) return undefined;
      const value = quoted ?? text.slice(index, end);
      cells.push(this.#isList ? value.trim() : value);
      isOpen ||= isOpenHere;
      if (quoted === undefined)
        hasOddQuotes ||= value.trim().startsWith('"') && value.split('"').length % 2 === 0;
      else lines += quoted.match(/\r\n|\r|\n/g)?.length ?? 0;
      index = end;
      if (this.#separator !== '' && text[index] === this.#separator) continue;
      const row: SeparatedRow = { number: this.#line, cells, hasOddQuotes, isOpen };
      return { row, lines, end: index + (text.startsWith('\r\n', index) ? 2 : 1) };
    }
  }

  /** Returns the text between a cell's quotes, if it has valid ones, and the offset after the cell. */
  #cellAt(start: number): { readonly quoted?: string; readonly isOpen: boolean; readonly end: number } {
    const text = this.#text;
    const from = this.#isList ? this.#skip(this.#blank, start) : start;
    if (text[from] !== '"') return { isOpen: false, end: this.#skip(this.#bare, start) };
    const limit = this.#isList ? from + MAX_QUOTED_IN_LIST : Infinity;
    let to = text.indexOf('"', from + 1);
    while (to >= 0 && to <= limit && text[to + 1] === '"') to = text.indexOf('"', to + 2);
    const end = this.#isList ? this.#skip(this.#blank, to + 1) : to + 1;
    const isClosed = to >= 0 && to <= limit;
    if (isClosed && (end >= text.length || `\r\n${this.#separator}`.includes(text.charAt(end))))
      return { quoted: text.slice(from + 1, to).replaceAll('""', '"'), isOpen: false, end };
    // In a file, text after a closing quote continues the cell. In a list, or if no quote closes it properly, the quotes
    // do not count: the next separator ends the cell.
    const isOpen = to < 0 || (isClosed && /[\r\n]/.test(text.slice(from, to)));
    return { isOpen, end: this.#skip(this.#bare, isOpen || this.#isList ? start : end) };
  }

  #skip(pattern: RegExp, start: number): number {
    pattern.lastIndex = start;
    pattern.exec(this.#text);
    return pattern.lastIndex;
  }
}

/** Returns the rows of a complete text, without empty lines. */
export const separatedRows = (text: string, separator: Separator): SeparatedRow[] =>
  new SeparatedTextParser(separator, 'file').parse(text, true);

/** A line of a typed, pasted or chosen list, as cells without quotes and surrounding space. */
export interface ListRow extends Pick<SeparatedRow, 'number' | 'cells'> {
  /** It contains an odd number of quotation marks in a cell that starts with one: in a list, one is not closed. */
  readonly hasUnclosedQuote: boolean;
}

/** Returns the non-empty rows of a list with any separator. */
export const listRows = (text: string): ListRow[] =>
  new SeparatedTextParser(separatorOf(text) ?? '', 'list')
    .parse(text, true)
    .filter(({ cells }) => cells.some(Boolean))
    .map(({ number, cells, hasOddQuotes }) => ({ number, cells, hasUnclosedQuote: hasOddQuotes }));
