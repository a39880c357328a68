import { MAX_SUFFIX_LENGTH, MIN_SUFFIX_LENGTH } from '#contract/text';
import type { Cell } from '#contract/query';
import type { GridColumn, GridRow } from './types';

/** A match in a text: its first character and the one after its last. */
export type MatchRange = readonly [from: number, to: number];

interface Folded {
  readonly text: string;
  /** Maps each character of `text` to its position in the original; null if identical. */
  readonly positions: readonly number[] | null;
}

const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);

/** Returns lowercase text without diacritics, as in the search index; characters that match `omitted` are left out. */
function foldText(text: string, omitted?: RegExp): Folded {
  if (omitted === undefined) {
    const lower = text.toLowerCase();
    if (/^[\u0020-\u007e]*$/.test(text)) return { text: lower, positions: null };
    const isPlain = lower.length === text.length && lower.normalize('NFD') === lower && !/\p{M}/u.test(lower);
    if (isPlain) return { text: lower, positions: null };
  }
  let folded = '';
  const positions: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (omitted?.test(character)) continue;
    const plain = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    folded += plain;
    for (let offset = 0; offset < plain.length; offset += 1) positions.push(index);
  }
  return { text: folded, positions };
}

/**
 * Returns the matches of search words in a text, as the search finds them: at the start of a word, with or
 * without its inner dashes and apostrophes, and at the start of a number's last digits.
 */
export function findMatches(text: string, words: readonly string[]): MatchRange[] {
  const matches: MatchRange[] = [];
  const forms = [foldText(text)];
  if (/['’-]/.test(text)) forms.push(foldText(text, /['’-]/));
  for (const word of words) {
    const needle = foldText(word).text;
    if (needle === '') continue;
    for (const { text: form, positions } of forms) {
      for (let index = form.indexOf(needle); index >= 0; index = form.indexOf(needle, index + 1)) {
        const from = positions ? (positions[index] ?? 0) : index;
        const last = positions ? (positions[index + needle.length - 1] ?? 0) : index + needle.length - 1;
        const startsWord = !isWordPart(text[from - 1]);
        if (startsWord || startsInNumberTail(form, index, needle)) matches.push([from, last + 1]);
      }
    }
  }
  return merged(matches);
}

/**
 * Returns true if a match inside a word starts within the word's last characters, by which the index also finds
 * a number (searchTailsOf).
 */
function startsInNumberTail(form: string, index: number, needle: string): boolean {
  if (needle.length < MIN_SUFFIX_LENGTH || !/\d/.test(needle)) return false;
  let wordEnd = index + needle.length;
  while (isWordPart(form[wordEnd])) wordEnd += 1;
  return wordEnd - index <= MAX_SUFFIX_LENGTH;
}

function merged(ranges: MatchRange[]): MatchRange[] {
  const result: MatchRange[] = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const previous = result.at(-1);
    if (previous && from <= previous[1]) result[result.length - 1] = [previous[0], Math.max(previous[1], to)];
    else result.push([from, to]);
  }
  return result;
}

/** A list's search words, and the columns that may contain them. */
export interface GridSearch {
  readonly words: readonly string[];
  /** The searched columns, visible or not. */
  readonly columns: readonly GridColumn[];
}

const hasMatch = (text: string, word: string): boolean => findMatches(text, [word]).length > 0;

/** Returns true if a cell contains a word, raw or formatted. */
function cellMatches({ cells }: GridRow, { name, text }: GridColumn, word: string): boolean {
  const cell: Cell | undefined = cells[name];
  if (cell === undefined || cell === null) return false;
  const plain = String(cell);
  if (hasMatch(plain, word)) return true;
  const formatted = text(cell, cells);
  return formatted !== plain && hasMatch(formatted, word);
}

/**
 * Returns where a row matched if no visible cell shows it: "Nickname: Beach house". Returns null otherwise.
 */
export function hiddenMatch(
  row: GridRow,
  visibleColumns: readonly GridColumn[],
  { words, columns }: GridSearch,
): string | null {
  // Searched columns first: most rows match there, and dates and amounts need not be formatted for it.
  const searchedVisible = visibleColumns.filter(({ name }) => columns.some((column) => column.name === name));
  const unmatchedWords = words.filter(
    (word) => !searchedVisible.some((column) => cellMatches(row, column, word)),
  );
  if (unmatchedWords.length === 0) return null;
  const hiddenColumns = columns.filter(({ name }) => !searchedVisible.some((column) => column.name === name));
  if (!hiddenColumns.some((column) => unmatchedWords.some((word) => cellMatches(row, column, word))))
    return null;
  const unshownWords = unmatchedWords.filter(
    (word) => !visibleColumns.some((column) => cellMatches(row, column, word)),
  );
  const matchingColumns = hiddenColumns.filter((column) =>
    unshownWords.some((word) => cellMatches(row, column, word)),
  );
  if (matchingColumns.length === 0) return null;
  return matchingColumns
    .slice(0, 2)
    .map(({ name, label, text }) => `${label}: ${text(row.cells[name] ?? null, row.cells)}`)
    .join(' · ');
}
