import type { Live } from '../../../preload/contract/live';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import type { ErrandName, Route } from '../../routes';
import { ERRANDS } from '../errands';
import { RESOURCE_VIEWS, type ResourceView } from '..';

export interface SidebarEntry {
  readonly resource: ResourceName;
  readonly view: ResourceView;
  /** Records in the local copy; null before the first refresh. */
  readonly count: number | null;
  readonly deprecated: boolean;
}

export interface SidebarGroup {
  readonly heading: ResourceView['group'];
  readonly entries: readonly SidebarEntry[];
}

/** The lists of records by heading; deprecated ones only while they hold something, those of an errand not at all. */
export function sidebarGroups(live: Live | null): SidebarGroup[] {
  const entries = RESOURCE_NAMES.flatMap((resource): SidebarEntry[] => {
    const state = live?.resources.find((entry) => entry.resource === resource);
    const deprecated = resourceNamed(resource).deprecated === true;
    const count = state && (state.asOf !== null || state.count > 0) ? state.count : null;
    if ((deprecated && !count) || ERRANDS.some((errand) => errand.resource === resource)) return [];
    return [{ resource, view: RESOURCE_VIEWS[resource], count, deprecated }];
  });
  return (['Book', 'Billing', 'History'] as const).map((heading) => ({
    heading,
    entries: entries.filter(({ view }) => view.group === heading),
  }));
}

/** Whether a sidebar entry is where the person is. */
export const isAt = (route: Route, place: Route['place'], what?: ResourceName | ErrandName): boolean =>
  route.place === place &&
  (route.place === 'resource' ? route.resource === what : route.place !== 'errand' || route.errand === what);
