import { bareNumber, searchWordsOf } from '#contract/text';
import type { Cell } from '#contract/query';
import type { TableSchema } from '../schema/schema';

/** Maximum number of rows to rank; with more matches the user keeps typing. */
const MAX_RANKED_ROWS = 2_000;

interface Cells {
  cellsOf(fields: readonly string[], rows: Iterable<number>): Map<number, readonly Cell[]>;
}

/**
 * Moves rows to the front whose own number equals the search, then those whose number begins or ends with it:
 * a search for "4417" means an account, not every account in that ZIP code.
 */
export function rankExactNumbers(
  rows: Uint32Array,
  search: string,
  table: Pick<TableSchema, 'columns' | 'resource'>,
  store: Cells,
): Uint32Array {
  if (rows.length < 2 || rows.length > MAX_RANKED_ROWS) return rows;
  const rankOf = numberRanks(rows, search, table, store);
  if (!rankOf) return rows;
  const ranked: number[][] = [[], [], []];
  for (const n of rows) ranked[rankOf(n)]?.push(n);
  return Uint32Array.from(ranked.flat());
}

/**
 * Returns a rank function for the rows' own numbers; undefined if no number was typed or the rows have none.
 */
export function numberRanks(
  rows: Iterable<number>,
  search: string,
  { columns, resource }: Pick<TableSchema, 'columns' | 'resource'>,
  store: Cells,
): ((n: number) => 0 | 1 | 2) | undefined {
  const words = searchWordsOf(search)
    .filter((word) => /\d/.test(word))
    .map((word) => word.toLowerCase());
  const isOwn = ({ name, searchBySuffix, search: isSearched }: TableSchema['columns'][number]) =>
    searchBySuffix || (isSearched && resource.key.length === 1 && resource.key[0] === name);
  const fields = columns.filter(isOwn).map(({ name }) => name);
  if (words.length === 0 || fields.length === 0) return undefined;
  const cells = store.cellsOf(fields, rows);
  const exactNumber = bareNumber(search);
  return (n) => {
    const numbers = (cells.get(n) ?? []).flatMap((cell) => (cell === null ? [] : bareNumber(String(cell))));
    return numberRankOf(numbers, words, exactNumber);
  };
}

/** 0: equal. 1: prefix or suffix. 2: neither. */
function numberRankOf(numbers: readonly string[], words: readonly string[], exactNumber: string): 0 | 1 | 2 {
  if (numbers.some((number) => number === exactNumber || words.includes(number))) return 0;
  const matchesEnd = (number: string) =>
    words.some((word) => number.startsWith(word) || number.endsWith(word));
  return numbers.some(matchesEnd) ? 1 : 2;
}
