import type { Filter } from '../preload/contract/query';
import type { TaskName } from '../preload/contract/places';
import type { ResourceName } from '../preload/contract/resources';

/** A list of records, as it was asked for: with filters, a search, a saved view, or a record opened beside it. */
export interface ResourceRoute {
  readonly place: 'resource';
  readonly resource: ResourceName;
  readonly filters?: Filter[];
  readonly search?: string;
  /** Id of a saved view. */
  readonly view?: string;
  /** Key of the record that the panel shows. */
  readonly record?: string;
}

/** A task; `part` is a part of it, such as a tab or a request. */
export interface TaskRoute {
  readonly place: 'task';
  readonly task: TaskName;
  readonly part?: string;
}

/** Every place people go. */
export type Route =
  | { readonly place: 'connect' }
  | { readonly place: 'today' }
  | { readonly place: 'household'; readonly id: string }
  | ResourceRoute
  | TaskRoute
  | { readonly place: 'changes'; readonly runId?: number }
  | { readonly place: 'settings' };

/** Moves to a place. `replace` puts it instead of the present one, e.g. while a search is being typed. */
export type Go = (route: Route, how?: 'push' | 'replace') => void;

/** Whether a route asks a list for more than to be there: for a view, a search, filters or a record. */
export const asksSomething = (route: Route): boolean =>
  route.place === 'resource' &&
  [route.filters, route.search, route.view, route.record].some((part) => part !== undefined);

/** Whether two routes show the same: routes are small and plain. */
export const sameRoute = (a: Route, b: Route): boolean => JSON.stringify(a) === JSON.stringify(b);
