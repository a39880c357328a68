import type { Query, Selection, RowRange } from '#contract/query';
import { GroupedRows, isGrouped } from './grouped';
import type { TableReader } from './table-reader';

/** Records that the user selected in a list. */
export interface SelectionRequest {
  readonly query: Query;
  readonly selection: Selection;
}
/** Consecutive rows as the list shows them. */
export interface RangeRequest {
  readonly query: Query;
  readonly range: RowRange;
}

/** Returns the row numbers of a selection or range, in the query's order. */
export function chosenRows(
  reader: TableReader,
  request: SelectionRequest | RangeRequest,
): number[] | Uint32Array {
  if (!('range' in request)) return selectedRows(reader, request);
  return rangeRows(reader, request.query, request.range);
}

/** Returns the row numbers of a range of the list. */
export function rangeRows(
  reader: TableReader,
  query: Query,
  { offset, limit, collapsed, keys }: RowRange,
): number[] | Uint32Array {
  if (keys) return reader.inOrder(reader.numbersOf(keys), query);
  return isGrouped(query)
    ? new GroupedRows(reader, query, collapsed).rowsIn(offset, limit)
    : reader.rows(query).subarray(offset, offset + limit);
}

/** Returns the row numbers of a selection, in the query's order. */
export function selectedRows(
  reader: TableReader,
  { query, selection }: SelectionRequest,
): number[] | Uint32Array {
  if (selection.kind === 'keys') return reader.inOrder(reader.numbersOf(selection.keys), query);
  const except = new Set(reader.numbersOf(selection.except));
  return reader.rows(query).filter((n) => !except.has(n));
}
