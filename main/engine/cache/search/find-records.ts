import type { ListHits } from '#contract/calls/engine-core';
import { plainLetters, searchWordsOf } from '#contract/text';
import type { TableReader } from '../query/table-reader';

/** Number of matches that are ranked; with more, users keep typing or open the full list. */
const MAX_RANKED = 500;

export interface FindRequest {
  readonly text: string;
  /** Maximum number of results from one list. */
  readonly limit: number;
  /** Keys of favorite or recently opened records of this list, most relevant first. */
  readonly favoriteKeys: readonly string[];
}

type Named = ListHits['items'][number];

/**
 * Returns the matches of a search in one list, best first, or null. Finds the same rows as the list shows for
 * this search.
 */
export function findRecords(
  reader: TableReader,
  { text, limit, favoriteKeys }: FindRequest,
): Omit<ListHits, 'resource'> | null {
  const { sort } = reader.table.resource;
  const rows = reader.rows({ search: text, filters: [], sort });
  if (rows.length === 0) return null;
  const [first = 0] = rows;
  // Rows whose number was typed already come first, and no name ranks higher.
  if (reader.hasNumber(first, text))
    return { total: rows.length, best: 'number', items: reader.named([...rows.subarray(0, limit)]) };
  const order = new Map(favoriteKeys.map((key, position) => [key, position]));
  const favoriteRows = reader.numbersOf(favoriteKeys).filter((n) => rows.includes(n));
  const candidateRows = new Set([...favoriteRows, ...rows.subarray(0, MAX_RANKED)]);
  const records = reader.named([...candidateRows]);
  const wantedWords = searchWordsOf(text).map(plainLetters);
  const wholeText = plainLetters(text.trim());
  const rank = ({ key, title }: Named): number => {
    const name = plainLetters(title);
    const position = order.get(key);
    if (position !== undefined) return position - order.size; // before all others, most relevant first
    if (name.startsWith(wholeText)) return 0;
    const words = searchWordsOf(name);
    return wantedWords.every((word) => words.some((nameWord) => nameWord.startsWith(word))) ? 1 : 2;
  };
  const ranked = records.map((item) => ({ item, rank: rank(item) })).sort((a, b) => a.rank - b.rank);
  const best = ranked[0]?.rank ?? 0;
  return {
    total: rows.length,
    best: best < 0 ? 'favorite' : best === 0 ? 'title' : 'word',
    items: ranked.slice(0, limit).map(({ item }) => item),
  };
}
