import type { Filter } from '#contract/query';
import type {
  OverviewName,
  OverviewPages,
  SettingsSectionName,
  TaskName,
  TaskPages,
} from '#contract/screens';
import type { ResourceName } from '#contract/resources';

/** A list of records with its filters, search, saved view, or opened record. */
export interface ResourceRoute {
  readonly screen: 'resource';
  readonly resource: ResourceName;
  readonly filters?: Filter[];
  readonly search?: string;
  /** ID of a saved view. */
  readonly view?: string;
  /** Key of the record in the panel. */
  readonly record?: string;
}

/** An overview, at one of its pages; without one, at its home. */
type OverviewRoute = {
  [O in OverviewName]: { readonly screen: O; readonly page?: OverviewPages[O] };
}[OverviewName];

/** A task, at one of its pages; without one, at its home. */
export type TaskRoute = {
  [T in TaskName]: { readonly screen: 'task'; readonly task: T; readonly page?: TaskPages[T] };
}[TaskName];

/** All screens of the app. */
export type Route =
  | { readonly screen: 'connect' }
  | { readonly screen: 'household'; readonly id: string }
  | OverviewRoute
  | ResourceRoute
  | TaskRoute
  /** The settings; `section` is shown first. */
  | { readonly screen: 'settings'; readonly section?: SettingsSectionName }
  /** The user guide, at a page; without one, at the first. */
  | { readonly screen: 'guide'; readonly page?: string };

/** Navigates to a screen. `replace` replaces the current history entry, e.g. while a search is typed. */
export type Go = (route: Route, how?: 'push' | 'replace') => void;

/** Returns true if a route requests a view, search, filters or record of a list. */
export const hasListRequest = (route: Route): boolean =>
  route.screen === 'resource' &&
  [route.filters, route.search, route.view, route.record].some((part) => part !== undefined);

/** Returns true if two routes are equal, with their properties in the same order; routes are small plain objects. */
export const sameRoute = (a: Route, b: Route): boolean => JSON.stringify(a) === JSON.stringify(b);
