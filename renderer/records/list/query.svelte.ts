import {
  sortStepsOf,
  type Filter,
  type Grouping,
  type Query,
  type SavedView,
  type Sort,
} from '#contract/query';
import type { Field } from '#contract/fields';
import { columnsOf, type Resource } from '#contract/resource';
import { resourceNamed, type ResourceName } from '#contract/resources';
import { withFilter } from './filters';

/** The part of a query that the user sets and a saved view stores. */
export type ViewQuery = SavedView['query'];

interface ViewColumns {
  readonly columns?: Readonly<Record<string, Field>>;
}

/** Returns the descriptor with the columns of a view. */
export const withViewColumns = (descriptor: Resource, { columns }: ViewColumns): Resource =>
  columns ? { ...descriptor, fields: columns } : descriptor;

/** Maximum length of a search text, as in the contract. */
const MAX_SEARCH_LENGTH = 200;

/** The user's query of a list: search, filters, order, and the saved view it started from. */
export class ResourceQuery {
  readonly resource: ResourceName;
  readonly descriptor: Resource;
  search = $state('');
  filters = $state.raw<readonly Filter[]>([]);
  sort = $state.raw<Sort>({ field: '', descending: false });
  /** The grouping; null for none. */
  group = $state.raw<Grouping | null>(null);
  view = $state.raw<SavedView | null>(null);
  /** Number of times that all filters were replaced or cleared together. */
  replacements = 0;

  readonly query: Query = $derived.by(() => ({
    resource: this.resource,
    search: this.search.slice(0, MAX_SEARCH_LENGTH).trim(),
    filters: [...this.filters],
    sort: this.sort,
    ...(this.group ? { group: this.group } : {}),
  }));
  /** True if a search or filter is set. */
  readonly isFiltered = $derived(this.query.search !== '' || this.filters.length > 0);
  /** True if the query differs from the saved view. */
  readonly differsFromView = $derived(this.view !== null && !sameRequest(this.view.query, this.request));

  constructor(resource: ResourceName, view: ViewColumns = {}) {
    this.resource = resource;
    this.descriptor = withViewColumns(resourceNamed(resource), view);
    this.sort = this.descriptor.sort;
  }

  get request(): ViewQuery {
    const { search, filters, sort, group } = this.query;
    return { search, filters, sort, ...(group ? { group } : {}) };
  }

  setFilter(field: string, filter: Filter | null): void {
    this.filters = withFilter(this.filters, field, filter);
  }

  filterOf(field: string): Filter | undefined {
    return this.filters.find((each) => each.field === field);
  }

  /** Groups by a column, or removes the grouping if it is by that column already. */
  toggleGroup(field: string): void {
    this.group = this.group?.field === field ? null : { field, order: 'rising' };
  }

  /** Sets the order; if it includes the grouping column, that sorts the groups. */
  setOrder(sort: Sort): void {
    const steps = sortStepsOf({ sort });
    const { group } = this;
    const groupStep = group && steps.find(({ field }) => field === group.field);
    if (groupStep) this.group = { field: group.field, order: groupStep.descending ? 'falling' : 'rising' };
    const [first, ...next] = steps.filter((step) => step !== groupStep);
    if (first) this.sort = { ...first, ...(next.length > 0 ? { next } : {}) };
  }

  /** Clears search, filters and the saved view; order and grouping stay. */
  clear(): void {
    this.replacements += 1;
    this.search = '';
    this.filters = [];
    this.view = null;
  }

  /** Applies a saved view without fields that the resource no longer has. */
  apply(view: SavedView): void {
    this.applyRequest(view.query);
    this.view = view;
  }

  applyRequest(request: Partial<ViewQuery>): void {
    this.replacements += 1;
    const columnNames = columnsOf(this.descriptor).map((column) => column.name);
    this.search = request.search ?? '';
    this.filters = (request.filters ?? []).filter((each) =>
      Object.hasOwn(this.descriptor.fields, each.field),
    );
    const next = request.sort?.next?.filter(({ field }) => columnNames.includes(field)) ?? [];
    this.sort =
      request.sort && columnNames.includes(request.sort.field)
        ? {
            field: request.sort.field,
            descending: request.sort.descending,
            ...(next.length > 0 ? { next } : {}),
          }
        : this.descriptor.sort;
    this.group = request.group && columnNames.includes(request.group.field) ? request.group : null;
    this.view = null;
  }
}

/** Returns true if two requests show the same list; the order of filters does not matter. */
export function sameRequest(first: ViewQuery, second: ViewQuery): boolean {
  const ordered = (request: ViewQuery) =>
    JSON.stringify({
      search: request.search.trim(),
      filters: [...request.filters].sort((a, b) => a.field.localeCompare(b.field)),
      field: request.sort.field,
      descending: request.sort.descending,
      next: request.sort.next ?? [],
      group: request.group ?? null,
    });
  return ordered(first) === ordered(second);
}

/** Returns true if two queries match the same records in any order. */
export const sameRows = (a: Query, b: Query): boolean =>
  a.resource === b.resource &&
  a.search === b.search &&
  JSON.stringify(a.filters) === JSON.stringify(b.filters);
