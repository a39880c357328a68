import { mayBeMissing, RESOURCE_NAMES } from '../../../preload/contract/resources';
import type { Column } from '../../../preload/contract/resource';
import type { Table } from './schema';

/** A single letter begins too many names to tell anything. */
const SHORTEST = 2;
/** Names looked at for one word. */
const MOST_NAMED = 20_000;

interface NamedTable {
  keysMatching(words: readonly string[], limit: number): string[];
  numbersMatching(words: readonly string[], limit: number): Uint32Array;
}
interface Links {
  /** The rows that name one of these records; undefined, and they are not asked for, while that is not known. */
  rowsOf(records: () => Uint32Array): Uint32Array | undefined;
}
type Rows = readonly number[] | Uint32Array;

/**
 * The rows of a table that hold, in a searched field, the ID of something whose name has a word that begins like this: an
 * account is found by its household's name. Only what merely says what IDs stand for is looked through.
 */
export function rowsNamed(
  word: string,
  { columns }: Pick<Table, 'columns'>,
  rowsWith: (field: string, values: readonly string[]) => readonly number[],
  readerOf: (name: string) => NamedTable | undefined,
  links: ReadonlyMap<string, Links>,
): Rows {
  if (word.length < SHORTEST) return [];
  const found = namingColumns(columns).map(({ name, names }): Rows => {
    const others = readerOf(names);
    const linked = links.get(name);
    const rows = linked && others && linked.rowsOf(() => others.numbersMatching([word], MOST_NAMED));
    if (rows) return rows;
    const keys = keysNamed(word, others);
    return keys.length > 0 ? rowsWith(name, keys) : [];
  });
  const [first = [], ...more] = found.filter(({ length }) => length > 0);
  return more.length === 0 ? first : found.flatMap((rows) => [...rows]);
}

/** The columns whose names a search looks through, and the list that these are of. */
export const namingColumns = (columns: Table['columns']): (Column & { names: string })[] =>
  columns.flatMap((column) =>
    column.search && column.names !== undefined && isNeighbor(column.names)
      ? { ...column, names: column.names }
      : [],
  );

/** The IDs of what has a name with a word that begins like this. */
export const keysNamed = (words: string, reader: NamedTable | undefined): readonly string[] =>
  reader?.keysMatching(words.split(/\s+/).filter(Boolean), MOST_NAMED) ?? [];

const isNeighbor = (name: string): boolean =>
  RESOURCE_NAMES.some((resource) => resource === name && mayBeMissing(resource));
