import type { z } from 'zod';
import type { OverviewManifest, TaskManifest } from './feature';
import { FEATURES } from './features';
import { capitalize } from './text';
import { isOptionalList, RESOURCE_NAMES, resourceNamed, type ResourceName } from './resources';

type Feature = (typeof FEATURES)[number];
type Overview = Extract<Feature, { overview: object }>['overview'];
export type OverviewName = Overview['name'];
const OVERVIEWS = FEATURES.flatMap((feature): Overview[] =>
  'overview' in feature ? [feature.overview] : [],
);
export const OVERVIEW_NAMES: readonly OverviewName[] = OVERVIEWS.map(({ name }) => name);

type Task = Extract<Feature, { task: object }>['task'];
/** Every task, with those of each group in the order of the sidebar. */
const TASKS = FEATURES.flatMap((feature): Task[] => ('task' in feature ? [feature.task] : []));
export type TaskName = Task['name'];
export const TASK_NAMES: readonly TaskName[] = TASKS.map(({ name }) => name);
/** For each screen, the type of its pages besides the home page; undefined if it has only that one. */
type PagesOf<Screen extends { readonly name: string }> = {
  [S in Screen as S['name']]: S extends { page: infer P extends z.ZodType } ? z.output<P> : undefined;
};
export type OverviewPages = PagesOf<Overview>;
export type TaskPages = PagesOf<Task>;

export type SettingsSectionName = Extract<Feature, { settingsSection: string }>['settingsSection'];

/** The route of a screen without further state. */
export type ScreenRoute =
  | { readonly screen: OverviewName | 'connect' | 'settings' | 'guide' }
  | { readonly screen: 'resource'; readonly resource: ResourceName }
  | { readonly screen: 'task'; readonly task: TaskName };

/** The command that opens a screen: from the native menu, the palette or a shortcut. */
export type ScreenCommand =
  `go-${OverviewName | TaskName | ResourceName}` | 'connections' | 'settings' | 'guide';

/** The groups of screens, in display order. */
const GROUPS = ['today', 'lists', 'tasks', 'history', 'app'] as const;

/**
 * A screen of the app that users can go to. Sidebar, native menu, palette, shortcuts and commands derive from these;
 * the renderer adds icons and views.
 */
export interface AppScreen {
  /** As shown, in sentence case. */
  readonly title: string;
  readonly route: ScreenRoute;
  readonly command: ScreenCommand;
  /** The sidebar group; `app` screens exist without a connection. */
  readonly group: (typeof GROUPS)[number];
  /** Keys as in `Ctrl+1`; Ctrl means Cmd on a Mac. */
  readonly shortcut?: string;
  /** The list whose records it shows and counts. */
  readonly resource?: ResourceName;
  /** Hidden while its list is empty. */
  readonly hiddenEmpty?: boolean;
  /** In the palette but not in the sidebar. */
  readonly paletteOnly?: boolean;
  /** In parentheses after the title where there is space: in tooltips. */
  readonly qualifier?: string;
  /** More words that find it in the palette. */
  readonly keywords?: string;
}

/** Returns the title of a list: "Related people". */
export function resourceTitle(name: ResourceName): string {
  const { plural } = resourceNamed(name);
  return capitalize(plural);
}

/** Returns the task whose screen shows a list's records. */
export const taskOf = (resource: ResourceName): TaskName | undefined =>
  TASKS.find((task) => 'resource' in task && task.resource === resource)?.name;

const listScreens = RESOURCE_NAMES.flatMap((resource): AppScreen[] => {
  // A task's list is shown on the task's screen.
  if (taskOf(resource)) return [];
  const { shortcut, belowTask, reference, deprecated } = resourceNamed(resource);
  return [
    {
      title: resourceTitle(resource),
      route: { screen: 'resource', resource },
      command: `go-${resource}`,
      group: belowTask ? 'tasks' : 'lists',
      resource,
      ...(shortcut ? { shortcut } : {}),
      ...(isOptionalList(resource) ? { hiddenEmpty: true } : {}),
      ...(reference ? { paletteOnly: true } : {}),
      ...(deprecated ? { qualifier: 'old API' } : {}),
    },
  ];
});
/** Overviews and tasks; each task is followed by the lists that it replaces. */
const featureScreens = [
  ...OVERVIEWS.map((overview: OverviewManifest & { readonly name: OverviewName }): AppScreen => {
    const { name, page: _, ...properties } = overview;
    return { ...properties, route: { screen: name }, command: `go-${name}` };
  }),
  ...TASKS.flatMap((task: TaskManifest & { readonly name: TaskName }): AppScreen[] => {
    const { name, group = 'tasks', page: _, ...properties } = task;
    return [
      { ...properties, group, route: { screen: 'task', task: name }, command: `go-${name}` },
      ...listScreens.filter(({ resource }) => resource && resourceNamed(resource).belowTask === name),
    ];
  }),
];

const APP_SCREENS: readonly AppScreen[] = [
  {
    title: 'Connections',
    route: { screen: 'connect' },
    command: 'connections',
    group: 'app',
    shortcut: 'Ctrl+Shift+O',
  },
  { title: 'Settings', route: { screen: 'settings' }, command: 'settings', group: 'app', shortcut: 'Ctrl+,' },
  {
    title: 'User guide',
    route: { screen: 'guide' },
    command: 'guide',
    group: 'app',
    shortcut: 'F1',
    paletteOnly: true,
    keywords: 'help manual how to documentation',
  },
];

const ALL = [...listScreens.filter(({ group }) => group === 'lists'), ...featureScreens, ...APP_SCREENS];
/** Every screen, in display order. */
export const SCREENS = GROUPS.flatMap((name) => ALL.filter(({ group }) => group === name));

const byCommand = new Map(SCREENS.map((screen) => [screen.command, screen]));

/** Returns the screen of a command. Throws for an unknown one. */
export function screenOfCommand(command: ScreenCommand): AppScreen {
  const screen = byCommand.get(command);
  if (!screen) throw new RangeError(`No screen for ${command}`);
  return screen;
}
