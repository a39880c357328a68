import type { Cell } from '#contract/query';
import { LIST_SEPARATOR } from '../schema/cells';
import type { TableSchema } from '../schema/schema';

/** Names by ID, by list. */
export type NamesInRows = Record<string, Record<string, string>>;

interface NamedTable {
  titlesOf(keys: Iterable<string>): Record<string, string>;
}

/**
 * Returns the names of the IDs in these rows, if known on this computer, so that rows paint once. `columns`
 * are the columns of the cells.
 */
export function namesInRows(
  rows: readonly { readonly cells: readonly Cell[]; readonly group?: unknown }[],
  columns: readonly string[],
  { resource, columns: known }: Pick<TableSchema, 'resource' | 'columns'>,
  readerOf: (name: string) => NamedTable | undefined,
): NamesInRows {
  const wanted = new Map<string, Set<string>>();
  for (const [at, name] of columns.entries()) {
    const of = resource.fields[name]?.names;
    if (of === undefined || !known.some((column) => column.name === name)) continue;
    const ids = wanted.get(of) ?? new Set();
    wanted.set(of, ids);
    for (const { cells, group } of rows) {
      const cell = cells[at] ?? null;
      if (cell === null || group) continue;
      for (const id of String(cell).split(LIST_SEPARATOR)) ids.add(id);
    }
  }
  const found: NamesInRows = {};
  for (const [of, ids] of wanted) {
    const names = ids.size > 0 ? readerOf(of)?.titlesOf(ids) : undefined;
    if (names) found[of] = names;
  }
  return found;
}
