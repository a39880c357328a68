import type { Live } from '../../../preload/contract/calls/live';
import { PLACES, taskOf, type Place, type PlaceRoute, type TaskName } from '../../../preload/contract/places';
import type { Route } from '../../routes';

/** A place as the sidebar and the palette show it. */
interface SidebarEntry extends Place {
  /** Records on this computer; null before the first refresh, and where nothing is counted. */
  readonly count: number | null;
  /** What waits there for a person today. */
  readonly due: number;
}

/** How much waits for a person today, by task. */
export type Due = Partial<Readonly<Record<TaskName, number>>>;

export interface SidebarGroup {
  readonly group: Place['group'];
  /** Null: it needs none. */
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

/** Whether people are offered a place: one that is not used any more only while its list holds something. */
export const isInSight = (place: Place, live: Live | null): boolean =>
  !place.hiddenEmpty || (countOf(live, place) ?? 0) > 0;

/** The places of an open connection by heading; those of the app stand by themselves. */
export const sidebarGroups = (live: Live | null, due: Due = {}): SidebarGroup[] =>
  HEADINGS.map(([group, heading]) => ({
    group,
    heading,
    entries: PLACES.filter((place) => place.group === group && !place.aside && isInSight(place, live)).map(
      (place) => ({
        ...place,
        count: countOf(live, place),
        due: place.route.place === 'task' ? (due[place.route.task] ?? 0) : 0,
      }),
    ),
  }));

/** Whether a place is where the person is. */
export function isAt(route: Route, place: PlaceRoute): boolean {
  if (place.place === 'task') {
    if (route.place === 'task') return route.task === place.task;
    return route.place === 'resource' && taskOf(route.resource) === place.task;
  }
  if (route.place === 'household') return place.place === 'resource' && place.resource === 'households';
  if (place.place === 'resource') return route.place === 'resource' && route.resource === place.resource;
  return route.place === place.place;
}
