import type { Live } from '#contract/calls/live';
import { SCREENS, taskOf, type AppScreen, type ScreenRoute, type TaskName } from '#contract/screens';
import { resourceNamed, type ResourceName } from '#contract/resources';
import type { Route } from '../../routes';

/** A screen in the sidebar and the palette. */
interface SidebarEntry extends AppScreen {
  /** Number of cached records; null before the first refresh. For a task: amount of waiting work, or null if none. */
  readonly count: number | null;
  /** Work due there today. */
  readonly due: number;
}

/** Numbers by task: of work due today, or of all that waits. */
export type TaskCounts = Partial<Readonly<Record<TaskName, number>>>;

export interface SidebarGroup {
  readonly group: AppScreen['group'];
  /** Null if it needs none. */
  readonly heading: string | null;
  readonly entries: readonly SidebarEntry[];
}

const HEADINGS: readonly (readonly [AppScreen['group'], string | null])[] = [
  ['today', null],
  ['lists', 'Lists'],
  ['tasks', 'Tasks'],
  ['history', 'History'],
];

function recordCountOf(live: Live | null, { resource }: AppScreen): number | null {
  const state = live?.resources.find((entry) => entry.resource === resource);
  return state && (state.asOf !== null || state.count > 0) ? state.count : null;
}

/** Returns true if a screen is offered; deprecated and optional lists are only offered while they have records. */
export const isShownInSidebar = (screen: AppScreen, live: Live | null): boolean =>
  !screen.hiddenEmpty || (recordCountOf(live, screen) ?? 0) > 0;

/**
 * Returns the screens of an open connection by heading; the app's own screens have none. `offered` are optional
 * lists to show as well while it is not known whether they have records.
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
    entries: SCREENS.filter(
      (screen) =>
        screen.group === group &&
        !screen.paletteOnly &&
        (isShownInSidebar(screen, live) || (screen.resource !== undefined && offered.has(screen.resource))),
    ).map((screen) => ({
      ...screen,
      count:
        screen.route.screen === 'task' ? waiting[screen.route.task] || null : recordCountOf(live, screen),
      due: screen.route.screen === 'task' ? (due[screen.route.task] ?? 0) : 0,
    })),
  }));

/** Returns true if a route shows the target. */
export function isAt(route: Route, target: ScreenRoute): boolean {
  if (target.screen === 'task') {
    if (route.screen === 'task') return route.task === target.task;
    return route.screen === 'resource' && taskOf(route.resource) === target.task;
  }
  if (target.screen === 'resource')
    return route.screen === 'resource'
      ? route.resource === target.resource
      : route.screen === resourceNamed(target.resource).screen;
  return route.screen === target.screen;
}
