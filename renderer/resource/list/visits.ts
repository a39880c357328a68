import type { SavedView } from '../../../preload/contract/query';
import type { Spot } from '../../grid/feed.svelte';
import { asksSomething, type ResourceRoute } from '../../routes';
import type { RecordRef } from '../record/opened.svelte';

/** How a list looked when it was left. */
export interface Visit {
  readonly request: SavedView['query'];
  readonly view: SavedView | null;
  readonly spot: Spot;
  readonly trail: readonly RecordRef[];
}

/** By the step of the history it belongs to: going back finds the list as it was. */
const byRoute = new WeakMap<ResourceRoute, Visit>();
/** By connection and list, for coming from elsewhere without a request of one's own. Until the app ends. */
const byPlace = new Map<string, Visit>();

/** Whether a way leads to a list as a whole; a record beside it asks for nothing of the list. */
const isWhole = (route: ResourceRoute): boolean =>
  route.filters === undefined && route.search === undefined && route.view === undefined;
/** Whether a way leads to a list and nothing in it. */
export const asksNothing = (route: ResourceRoute): boolean => !asksSomething(route);

/** Whether the user was at this very step of the history before. */
export const wasLeft = (route: ResourceRoute): boolean => byRoute.has(route);

/** The visit to take up again on the way to a route. `arriving`: from another place than this list. */
export function visitOf(route: ResourceRoute, place: string, arriving: boolean): Visit | undefined {
  return byRoute.get(route) ?? (arriving && isWhole(route) ? byPlace.get(place) : undefined);
}

/** A list that a link had narrowed is not what the next person to come by the sidebar wants to find. */
export function leave(route: ResourceRoute, place: string, visit: Visit): void {
  byRoute.set(route, visit);
  if (isWhole(route)) byPlace.set(place, visit);
}
