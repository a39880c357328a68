import type { Filter, Query, SavedView, Sort } from '../../../preload/contract/query';
import { columnsOf, type Resource } from '../../../preload/contract/resource';
import { resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import { withFilter, withValue } from './filters';

/** The part of a query that a person sets, and that a saved view keeps. */
export type Wish = SavedView['query'];

/** The longest search text that the engine takes. */
const LONGEST_SEARCH = 200;

/** What a person asks of a list: search, filters, order, and the saved view it began with. */
export class ResourceQuery {
  readonly resource: ResourceName;
  readonly descriptor: Resource;
  search = $state('');
  filters = $state.raw<readonly Filter[]>([]);
  sort = $state.raw<Sort>({ field: '', descending: false });
  view = $state.raw<SavedView | null>(null);

  readonly query: Query = $derived.by(() => ({
    resource: this.resource,
    search: this.search.slice(0, LONGEST_SEARCH).trim(),
    filters: [...this.filters],
    sort: this.sort,
  }));
  /** Something narrows the list. */
  readonly narrowed = $derived(this.query.search !== '' || this.filters.length > 0);
  /** The saved view was left behind by a change. */
  readonly strayed = $derived(this.view !== null && !sameWish(this.view.query, this.wish));

  constructor(resource: ResourceName) {
    this.resource = resource;
    this.descriptor = resourceNamed(resource);
    this.sort = this.descriptor.sort;
  }

  get wish(): Wish {
    const { search, filters, sort } = this.query;
    return { search, filters, sort };
  }

  setFilter(field: string, filter: Filter | null): void {
    this.filters = withFilter(this.filters, field, filter);
  }

  toggleValue(field: string, value: string | null): void {
    this.filters = withValue(this.filters, field, value);
  }

  filterOf(field: string): Filter | undefined {
    return this.filters.find((each) => each.field === field);
  }

  /** Back to the whole list; the order stays. */
  clear(): void {
    this.search = '';
    this.filters = [];
    this.view = null;
  }

  /** Takes over a saved view; parts that the resource no longer has fall out. */
  apply(view: SavedView): void {
    this.take(view.query);
    this.view = view;
  }

  take(wish: Partial<Wish>): void {
    const known = columnsOf(this.descriptor).map((column) => column.name);
    this.search = wish.search ?? '';
    this.filters = (wish.filters ?? []).filter((each) => each.field in this.descriptor.fields);
    this.sort = wish.sort && known.includes(wish.sort.field) ? wish.sort : this.descriptor.sort;
    this.view = null;
  }
}

/** Whether two wishes show the same list; the order of filters does not matter. */
export function sameWish(one: Wish, other: Wish): boolean {
  const ordered = (wish: Wish) =>
    JSON.stringify({
      search: wish.search.trim(),
      filters: [...wish.filters].sort((a, b) => a.field.localeCompare(b.field)),
      field: wish.sort.field,
      descending: wish.sort.descending,
    });
  return ordered(one) === ordered(other);
}
