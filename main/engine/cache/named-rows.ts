import { mayBeMissing, RESOURCE_NAMES } from '../../../preload/contract/resources';
import type { Table } from './schema';

/** A single letter begins too many names to tell anything. */
const SHORTEST = 2;
/** Names looked at for one word. */
const MOST_NAMED = 20_000;

interface NamedTable {
  keysMatching(words: readonly string[], limit: number): string[];
}

/**
 * The rows of a table that hold, in a searched field, the ID of something whose name has a word that begins like this: an
 * account is found by its household's name. Only what merely says what IDs stand for is looked through.
 */
export function rowsNamed(
  word: string,
  { columns }: Pick<Table, 'columns'>,
  rowsWith: (field: string, values: readonly string[]) => readonly number[],
  readerOf: (name: string) => NamedTable | undefined,
): readonly number[] {
  if (word.length < SHORTEST) return [];
  return columns.flatMap(({ name, names, search }) => {
    if (!search || !names || !isNeighbor(names)) return [];
    const keys = keysNamed(word, readerOf(names));
    return keys.length > 0 ? rowsWith(name, keys) : [];
  });
}

/** The IDs of what has a name with a word that begins like this. */
export const keysNamed = (words: string, reader: NamedTable | undefined): readonly string[] =>
  reader?.keysMatching(words.split(/\s+/).filter(Boolean), MOST_NAMED) ?? [];

const isNeighbor = (name: string): boolean =>
  RESOURCE_NAMES.some((resource) => resource === name && mayBeMissing(resource));
