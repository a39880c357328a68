import type { Live } from '#contract/calls/live';
import { PLACES, taskOf, type Place, type PlaceRoute, type TaskName } from '#contract/places';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { Route } from '../../routes';

/** A place in the sidebar and the palette. */
interface SidebarEntry extends Place {
  /**
   * Number of cached records, or of pending work; null before the first refresh, and for screens without a
   * count.
   */
  readonly count: number | null;
  /** Work due there today. */
  readonly due: number;
}

/** Numbers by task: of work due today, or of all that waits. */
export type TaskCounts = Partial<Readonly<Record<TaskName, number>>>;

export interface SidebarGroup {
  readonly group: Place['group'];
  /** Null if it needs none. */
  readonly heading: string | null;
  readonly entries: readonly SidebarEntry[];
}

const HEADINGS: readonly (readonly [Place['group'], string | null])[] = [
  ['today', null],
  ['lists', 'Lists'],
  ['tasks', 'Tasks'],
  ['history', 'History'],
];

function countOf(live: Live | null, { resource }: Place): number | null {
  const state = live?.resources.find((entry) => entry.resource === resource);
  return state && (state.asOf !== null || state.count > 0) ? state.count : null;
}

/** Returns true if a place is offered; deprecated ones are only offered while their list has records. */
export const isShownInSidebar = (place: Place, live: Live | null): boolean =>
  !place.hiddenEmpty || (countOf(live, place) ?? 0) > 0;

/**
 * Returns the places of an open connection by heading; the app's own places have none. `offered` are optional
 * lists to show, too, while their records are not known.
 */
export const sidebarGroups = (
  live: Live | null,
  due: TaskCounts = {},
  waiting: TaskCounts = {},
  offered: ReadonlySet<ResourceName> = new Set(),
): SidebarGroup[] =>
  HEADINGS.map(([group, heading]) => ({
    group,
    heading,
    entries: PLACES.filter(
      (place) =>
        place.group === group &&
        !place.paletteOnly &&
        (isShownInSidebar(place, live) || (place.resource !== undefined && offered.has(place.resource))),
    ).map((place) => ({
      ...place,
      count: place.route.place === 'task' ? waiting[place.route.task] || null : countOf(live, place),
      due: place.route.place === 'task' ? (due[place.route.task] ?? 0) : 0,
    })),
  }));

/** Returns true if a place is the current one. */
export function isAt(route: Route, place: PlaceRoute): boolean {
  if (place.place === 'task') {
    if (route.place === 'task') return route.task === place.task;
    return route.place === 'resource' && taskOf(route.resource) === place.task;
  }
  if (place.place === 'resource')
    return route.place === 'resource'
      ? route.resource === place.resource
      : route.place === resourceNamed(place.resource).screen;
  return route.place === place.place;
}
