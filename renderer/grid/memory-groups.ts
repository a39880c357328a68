import { groupKey, type Cell, type CollapsedGroups, type Grouping } from '#contract/query';
import { sortedRows, type MemoryRow } from './memory-source';
import type { GridColumn } from './types';

/** Returns true if the rows of a group are collapsed. */
const isCollapsed = ({ kind, values }: CollapsedGroups, value: Cell): boolean =>
  values.includes(value) === (kind === 'these');

/**
 * Groups rows under headings, one per value of a column, as the cache does. Within a group they keep their
 * order.
 */
export function groupedRows(
  rows: readonly MemoryRow[],
  { field, order }: Grouping,
  collapsed: CollapsedGroups,
  columns: readonly GridColumn[],
): MemoryRow[] {
  const groups = new Map<Cell, MemoryRow[]>();
  for (const row of rows) {
    const value = row.cells[field] ?? null;
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  const headings = [...groups].map(([value, { length: count }]) => ({
    key: groupKey(value),
    cells: { [field]: value },
    group: { value, count, isCollapsed: isCollapsed(collapsed, value) },
  }));
  const ordered = sortedRows(headings, { field, descending: order === 'falling' }, columns);
  if (order === 'largest') ordered.sort((a, b) => b.group.count - a.group.count);
  return ordered.flatMap((heading) => [
    { ...heading, cells: {} }, // its value is in its text, not in a cell
    ...(heading.group.isCollapsed ? [] : (groups.get(heading.group.value) ?? [])),
  ]);
}
