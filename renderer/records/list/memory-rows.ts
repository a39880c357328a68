import type { FieldKind } from '#contract/fields';
import { containsPart, isWithin, comparisonForm, resolveLastDays } from '#contract/filter-values';
import { appendTo } from '#contract/maps';
import { compareTexts } from '#contract/text';
import {
  type Cell,
  type Filter,
  type CollapsedGroups,
  type Query,
  groupKey,
  type Grouping,
} from '#contract/query';
import { rowsMatchingSearch, memorySource, sortedRows, type MemoryRow } from '../../grid/memory-source';
import type { GridColumn, GridSource } from '../../grid/types';
import { copyText } from '../../ui/copy-text';
import type { FacetSource } from './facets.svelte';
import type { FacetValue } from './facet-values';

/** Returns true if the rows of a group are collapsed. */
const isCollapsed = ({ kind, values }: CollapsedGroups, value: Cell): boolean =>
  values.includes(value) === (kind === 'these');

/**
 * Groups rows under headings, one per value of a column, as the cache does. Within a group they keep their
 * order.
 */
function groupedRows(
  rows: readonly MemoryRow[],
  { field, order }: Grouping,
  collapsed: CollapsedGroups,
  columns: readonly GridColumn[],
): MemoryRow[] {
  const groups = new Map<Cell, MemoryRow[]>();
  for (const row of rows) appendTo(groups, row.cells[field] ?? null, row);
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

/** Returns the query for all rows, in its order: rows that were selected one by one may be hidden. */
export const withoutFilters = (query: Query): Query => ({ ...query, search: '', filters: [] });

const NONE_COLLAPSED: CollapsedGroups = { kind: 'these', values: [] };

/** A list with all rows in memory, with the cache's query interface. */
export class MemoryRows<R extends MemoryRow> {
  readonly #all: () => readonly R[];
  readonly #columns: () => readonly GridColumn[];
  readonly #whenLoaded: () => Promise<void>;
  readonly #kindOf: (field: string) => FieldKind | undefined;

  /**
   * `whenLoaded` resolves after the first read of the rows, and rejects if it failed. `kindOf` returns the kind of a
   * field: the last days of times are local days.
   */
  constructor(
    all: () => readonly R[],
    columns: () => readonly GridColumn[],
    whenLoaded: () => Promise<void>,
    kindOf: (field: string) => FieldKind | undefined = () => undefined,
  ) {
    this.#all = all;
    this.#columns = columns;
    this.#whenLoaded = whenLoaded;
    this.#kindOf = kindOf;
  }

  /** Returns the rows of a query, in order. */
  matchingRows({ search, filters, sort }: Pick<Query, 'search' | 'filters' | 'sort'>): R[] {
    const columns = this.#columns();
    const now = new Date();
    const tests = filters.map((filter) => {
      const kind = this.#kindOf(filter.field);
      return { field: filter.field, passes: testOf(resolveLastDays(filter, kind, now), kind) };
    });
    const matches = rowsMatchingSearch(this.#all(), search, columns).filter(({ cells }) =>
      tests.every(({ field, passes }) => passes(cells[field] ?? null)),
    );
    return sortedRows(matches, sort, columns);
  }

  source(query: Query, collapsed: CollapsedGroups = NONE_COLLAPSED): GridSource {
    const matchingRows = () => this.matchingRows(query);
    const columns = () => this.#columns();
    const { group } = query;
    const source = group
      ? memorySource(
          () => groupedRows(matchingRows(), group, collapsed, columns()),
          columns,
          copyText,
          matchingRows,
        )
      : memorySource(matchingRows, columns, copyText);
    const all = memorySource(() => this.matchingRows(withoutFilters(query)), columns, copyText);
    return {
      ...source,
      // Rows selected one by one are copied even if the query hides some.
      copy: (selection, ...rest) => (selection.kind === 'keys' ? all : source).copy(selection, ...rest),
      window: async (columns, offset, limit) => {
        await this.#whenLoaded();
        return source.window(columns, offset, limit);
      },
    };
  }

  /** Returns the values of a list that no row has in a field. */
  async unmatchedValues(field: string, values: readonly string[]): Promise<string[]> {
    await this.#whenLoaded();
    const present = new Set(this.#all().map(({ cells }) => comparisonForm(String(cells[field] ?? ''), {})));
    return values.filter((value) => !present.has(comparisonForm(value, {})));
  }

  /** Returns the values of a field with counts, ignoring the field's own filters; most frequent first. */
  readonly facets: FacetSource = async (query, field, searchText, limit) => {
    await this.#whenLoaded();
    const filters = query.filters.filter((filter) => filter.field !== field);
    const text = this.#columns().find(({ name }) => name === field)?.text ?? String;
    const counts = new Map<string | null, number>();
    for (const { cells } of this.matchingRows({ ...query, filters })) {
      const cell = cells[field] ?? null;
      const value = cell === null ? null : String(cell);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const lowerSearch = searchText.toLowerCase();
    const values = [...counts]
      .map(([value, count]): FacetValue => ({ value, count }))
      .filter(({ value }) => text(value).toLowerCase().includes(lowerSearch))
      .sort((a, b) => b.count - a.count || compareTexts(text(a.value), text(b.value)));
    return { values: values.slice(0, limit), distinct: values.length };
  };
}

/** Returns the test of a filter, which works like the cache: numbers by size, all others as text. */
function testOf(filter: Filter, kind: FieldKind | undefined): (cell: Cell) => boolean {
  const textOf = (cell: Cell) => (cell === null ? null : String(cell));
  switch (filter.op) {
    case 'in':
      return (cell) => filter.values.includes(textOf(cell));
    case 'not-in':
      return (cell) => !filter.values.includes(textOf(cell));
    case 'contains':
      return (cell) => cell !== null && containsPart(String(cell), filter);
    case 'listed': {
      // A set: a pasted list may have 10,000 values.
      const wanted = new Set(filter.values.map((value) => comparisonForm(value, {})));
      return (cell) => cell !== null && wanted.has(comparisonForm(String(cell), {}));
    }
    case 'range':
      return (cell) => cell !== null && isWithin(cell, filter, kind);
    case 'last-days':
      return () => false; // it became a range
  }
}
