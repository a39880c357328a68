import type { SavedView } from '../../../preload/contract/query';
import type { Spot } from '../../grid/feed.svelte';
import { asksSomething, type ResourceRoute } from '../../routes';
import type { RecordRef } from '../record/opened.svelte';

/** State of a list when it was left. */
export interface Visit {
  readonly request: SavedView['query'];
  readonly view: SavedView | null;
  readonly spot: Spot;
  readonly trail: readonly RecordRef[];
}

/** State by history entry: going back restores the list. */
const byRoute = new WeakMap<ResourceRoute, Visit>();
/** State by connection and list, for arriving without a specific request. Until the app ends. */
const byPlace = new Map<string, Visit>();

/** Returns true if a route has no request besides an open record. */
const isWhole = (route: ResourceRoute): boolean =>
  route.filters === undefined && route.search === undefined && route.view === undefined;
/** Returns true if a route leads to a list without any request. */
export const asksNothing = (route: ResourceRoute): boolean => !asksSomething(route);

/** Whether the user was at this very step of the history before. */
export const wasLeft = (route: ResourceRoute): boolean => byRoute.has(route);

/** Returns the state to restore for a route. `arriving` is true if the user comes from another place. */
export function visitOf(route: ResourceRoute, place: string, arriving: boolean): Visit | undefined {
  return byRoute.get(route) ?? (arriving && isWhole(route) ? byPlace.get(place) : undefined);
}

/** Stores the state, except of a list that a link had filtered, which is not expected from the sidebar. */
export function leave(route: ResourceRoute, place: string, visit: Visit): void {
  byRoute.set(route, visit);
  if (isWhole(route)) byPlace.set(place, visit);
}
