import GitCompareArrows from '@lucide/svelte/icons/git-compare-arrows';
import type { Live } from '../../../preload/contract/calls/live';
import { RESOURCE_NAMES, resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import type { Icon } from '../../kit/icon';
import { TASK_NAMES, type Route } from '../../routes';
import { taskNamed, TASKS } from '../tasks';
import { RESOURCE_VIEWS } from '../resource-views';

export interface SidebarEntry {
  readonly title: string;
  readonly icon: Icon;
  readonly route: Route;
  /** Records in the local copy; null before the first refresh, and where nothing is counted. */
  readonly count: number | null;
  readonly deprecated?: boolean;
  readonly shortcut?: string;
  /** Other words under which people look for it. */
  readonly also?: string;
}

export interface SidebarGroup {
  readonly heading: 'Lists' | 'Errands' | 'History';
  readonly entries: readonly SidebarEntry[];
}

function countOf(live: Live | null, resource: ResourceName): number | null {
  const state = live?.resources.find((entry) => entry.resource === resource);
  return state && (state.asOf !== null || state.count > 0) ? state.count : null;
}

/** The lists of records; deprecated ones only while they hold something, those of an task not at all. */
const listsOf = (live: Live | null): SidebarEntry[] =>
  RESOURCE_NAMES.flatMap((resource): SidebarEntry[] => {
    const deprecated = resourceNamed(resource).deprecated === true;
    const count = countOf(live, resource);
    if ((deprecated && !count) || TASKS.some((task) => task.resource === resource)) return [];
    const { title, icon } = RESOURCE_VIEWS[resource];
    const route = { place: 'resource', resource } as const;
    return [
      { title, icon, route, count, deprecated, ...(resource === 'accounts' ? { shortcut: 'Ctrl+2' } : {}) },
    ];
  });

/** The tasks of a group, always in the same order. */
const tasksOf = (live: Live | null, group: 'Errands' | 'History'): SidebarEntry[] =>
  TASK_NAMES.flatMap((name): SidebarEntry[] => {
    const task = taskNamed(name);
    if (!task || (task.group ?? 'Errands') !== group) return [];
    const { title, icon, resource, also } = task;
    const count = resource ? countOf(live, resource) : null;
    return [{ title, icon, route: { place: 'task', task: name }, count, ...(also ? { also } : {}) }];
  });

const CHANGES: SidebarEntry = {
  title: 'Changes',
  icon: GitCompareArrows,
  route: { place: 'changes' },
  count: null,
  also: 'new gone refresh',
};

/** The places of an open connection by heading, without Today and Settings, which stand by themselves. */
export const sidebarGroups = (live: Live | null): SidebarGroup[] =>
  [
    { heading: 'Lists' as const, entries: listsOf(live) },
    { heading: 'Errands' as const, entries: tasksOf(live, 'Errands') },
    { heading: 'History' as const, entries: [CHANGES, ...tasksOf(live, 'History')] },
  ].filter(({ entries }) => entries.length > 0);

/** Whether a sidebar entry is where the person is. */
export function isAt(route: Route, entry: Route): boolean {
  if (entry.place === 'task') {
    if (route.place === 'task') return route.task === entry.task;
    return route.place === 'resource' && taskNamed(entry.task)?.resource === route.resource;
  }
  if (entry.place === 'resource') return route.place === 'resource' && route.resource === entry.resource;
  return route.place === entry.place;
}

/** Tells entries apart. */
export const idOf = ({ route }: SidebarEntry): string =>
  route.place === 'resource' ? route.resource : route.place === 'task' ? route.task : route.place;
