import { isOptionalList, RESOURCE_NAMES } from '#contract/resources';
import type { Column } from '#contract/resource';
import type { TableSchema } from '../schema/schema';

/** Minimum prefix length; a single letter matches too many names. */
const MIN_PREFIX = 2;
/** Maximum number of names considered per word. */
const MAX_NAMES = 20_000;

interface NamedTable {
  keysMatching(words: readonly string[], limit: number): string[];
  numbersMatching(words: readonly string[], limit: number): Uint32Array;
}
interface Links {
  /**
   * Returns the rows that reference these records; undefined, without evaluating them, while links are not
   * loaded.
   */
  rowsOf(records: () => Uint32Array): Uint32Array | undefined;
}
type Rows = readonly number[] | Uint32Array;

/**
 * Returns the rows whose searched fields hold the ID of a record whose name has a word with this prefix, so
 * that a household's name finds its accounts. Considers only optional lists (isOptionalList). A row may be
 * repeated.
 */
export function rowsByReferencedName(
  word: string,
  { columns }: Pick<TableSchema, 'columns'>,
  rowsWith: (field: string, values: readonly string[]) => readonly number[],
  readerOf: (name: string) => NamedTable | undefined,
  links: ReadonlyMap<string, Links>,
): Rows {
  if (word.length < MIN_PREFIX) return [];
  const rowsByColumn = namingColumns(columns).map(({ name, names }): Rows => {
    const others = readerOf(names);
    const linked = links.get(name);
    const rows = linked && others && linked.rowsOf(() => others.numbersMatching([word], MAX_NAMES));
    if (rows) return rows;
    const keys = keysByName(word, others);
    return keys.length > 0 ? rowsWith(name, keys) : [];
  });
  const [first = [], ...others] = rowsByColumn.filter(({ length }) => length > 0);
  return others.length === 0 ? first : rowsByColumn.flatMap((rows) => [...rows]);
}

/** Returns the columns whose names are searched, with the list that provides them. */
export const namingColumns = (columns: TableSchema['columns']): (Column & { names: string })[] =>
  columns.flatMap((column) =>
    column.search && column.names !== undefined && isOptional(column.names)
      ? { ...column, names: column.names }
      : [],
  );

/** Returns the IDs of records whose name has words with these prefixes. */
export const keysByName = (words: string, reader: NamedTable | undefined): readonly string[] =>
  reader?.keysMatching(words.split(/\s+/).filter(Boolean), MAX_NAMES) ?? [];

const isOptional = (name: string): boolean =>
  RESOURCE_NAMES.some((resource) => resource === name && isOptionalList(resource));
