import { getOrCompute } from '#contract/maps';
import type { Cell } from '#contract/query';
import { LIST_SEPARATOR } from '../schema/cells';
import type { TableSchema } from '../schema/schema';

type ByList = Record<string, Record<string, string>>;

/** Names by ID, by list, and the numbers by which users know those records. */
export interface NamesInRows {
  readonly names: ByList;
  readonly numbers: ByList;
}

interface NamedTable {
  titlesOf(keys: Iterable<string>): Record<string, string>;
  numbersByKey(keys: Iterable<string>): Record<string, string>;
}

/**
 * Returns the names of the IDs in these rows, if known on this computer, so that rows paint once. `columns`
 * are the columns of the cells. Group headings are skipped.
 */
export function namesInRows(
  rows: readonly { readonly cells: readonly Cell[]; readonly group?: unknown }[],
  columns: readonly string[],
  { resource, columns: tableColumns }: Pick<TableSchema, 'resource' | 'columns'>,
  readerOf: (name: string) => NamedTable | undefined,
): NamesInRows {
  const idsByResource = new Map<string, Set<string>>();
  for (const [index, name] of columns.entries()) {
    const namedList = resource.fields[name]?.names;
    if (namedList === undefined || !tableColumns.some((column) => column.name === name)) continue;
    const ids = getOrCompute(idsByResource, namedList, () => new Set());
    for (const { cells, group } of rows) {
      const cell = cells[index] ?? null;
      if (cell === null || group) continue;
      for (const id of String(cell).split(LIST_SEPARATOR)) ids.add(id);
    }
  }
  const names: ByList = {};
  const numbers: ByList = {};
  for (const [list, ids] of idsByResource) {
    const reader = ids.size > 0 ? readerOf(list) : undefined;
    if (!reader) continue;
    names[list] = reader.titlesOf(ids);
    const known = reader.numbersByKey(ids);
    if (Object.keys(known).length > 0) numbers[list] = known;
  }
  return { names, numbers };
}
