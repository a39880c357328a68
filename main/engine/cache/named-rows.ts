import { mayBeMissing, RESOURCE_NAMES } from '../../../preload/contract/resources';
import { LIST_GAP } from './cells';
import type { ColumnStore } from './column-store';
import type { Table } from './schema';

/** A single letter begins too many names to tell anything. */
const SHORTEST = 2;
/** Names looked at for one word. */
const MOST_NAMED = 20_000;

interface NamedTable {
  hits(words: readonly string[], limit: number): number[];
  keys(rows: Iterable<number>): string[];
}

/**
 * The rows of a table that hold, in a searched field, the ID of something whose name has a word that begins like this: an
 * account is found by its household's name. Only what merely says what IDs stand for is looked through.
 */
export function rowsNamed(
  word: string,
  { columns }: Pick<Table, 'columns'>,
  store: Pick<ColumnStore, 'dictionary'>,
  readerOf: (name: string) => NamedTable | undefined,
): number[] {
  if (word.length < SHORTEST) return [];
  return columns.flatMap(({ name, names, search }) => {
    if (!search || !names || !isNeighbor(names)) return [];
    const keys = keysNamed(word, readerOf(names));
    if (keys.size === 0) return [];
    const { values, codes } = store.dictionary(name);
    const holds = values.map((value) =>
      String(value)
        .split(LIST_GAP)
        .some((id) => keys.has(id)),
    );
    const rows: number[] = [];
    for (let n = 0; n < codes.length; n += 1) if (holds[(codes[n] ?? 0) - 1]) rows.push(n);
    return rows;
  });
}

/** The IDs of what has a name with a word that begins like this. */
export const keysNamed = (words: string, reader: NamedTable | undefined): ReadonlySet<string> => {
  const found = reader?.hits(words.split(/\s+/).filter(Boolean), MOST_NAMED) ?? [];
  return new Set(found.length > 0 ? reader?.keys(found) : []);
};

const isNeighbor = (name: string): boolean =>
  RESOURCE_NAMES.some((resource) => resource === name && mayBeMissing(resource));
