import type { SavedView } from '#contract/query';
import type { ListPosition } from '../../grid/grid-loader.svelte';
import { hasListRequest, type ResourceRoute } from '../../routes';
import type { RecordRef } from '../record/opened-record.svelte';

/** State of a list when it was left. */
export interface ListState {
  readonly request: SavedView['query'];
  readonly view: SavedView | null;
  readonly listPosition: ListPosition;
  readonly trail: readonly RecordRef[];
}

/** State by history entry and list: going back restores the list. Connections share the routes of the sidebar. */
const byRoute = new WeakMap<ResourceRoute, Map<string, ListState>>();
/** State by list of a connection, for arriving without a specific request. Kept until the app ends. */
const byList = new Map<string, ListState>();

/** Returns true if a route leads to a list without any request. */
export const isPlainListRoute = (route: ResourceRoute): boolean => !hasListRequest(route);

/** Returns true if the user has been at this entry of the history before. */
export const wasVisited = (route: ResourceRoute, listKey: string): boolean =>
  byRoute.get(route)?.has(listKey) ?? false;

/** Returns the state to restore for a route. `isArriving` is true if the user comes from another screen. */
export function savedListState(
  route: ResourceRoute,
  listKey: string,
  isArriving: boolean,
): ListState | undefined {
  return (
    byRoute.get(route)?.get(listKey) ??
    (isArriving && isPlainListRoute(route) ? byList.get(listKey) : undefined)
  );
}

/** Stores the state. From the sidebar, a list that a link had filtered or opened at a record is not restored so. */
export function saveListState(route: ResourceRoute, listKey: string, state: ListState): void {
  byRoute.set(route, (byRoute.get(route) ?? new Map<string, ListState>()).set(listKey, state));
  if (isPlainListRoute(route)) byList.set(listKey, state);
}
