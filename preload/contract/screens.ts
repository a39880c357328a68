import type { z } from 'zod';
import type { TaskManifest } from './feature';
import { FEATURES } from './features';
import { capitalize } from './text';
import { isOptionalList, RESOURCE_NAMES, resourceNamed, type ResourceName } from './resources';

type Task = Extract<(typeof FEATURES)[number], { task: object }>['task'];
/** Every task by name, in the order of the sidebar. */
const TASKS = FEATURES.flatMap((feature): Task[] => ('task' in feature ? [feature.task] : []));
export type TaskName = Task['name'];
export const TASK_NAMES: readonly TaskName[] = TASKS.map(({ name }) => name);
/** The pages of every task besides its home; undefined for one without. */
export type TaskPages = {
  [T in Task as T['name']]: T extends { page: infer P extends z.ZodType } ? z.output<P> : undefined;
};

/** The route of a screen without further state. */
export type ScreenRoute =
  | { readonly screen: 'today' | 'changes' | 'connect' | 'settings' | 'guide' }
  | { readonly screen: 'resource'; readonly resource: ResourceName }
  | { readonly screen: 'task'; readonly task: TaskName };

/** The command that opens a screen: from the native menu, the palette or a shortcut. */
export type ScreenCommand =
  `go-${'today' | 'changes' | TaskName | ResourceName}` | 'connections' | 'settings' | 'guide';

/**
 * A screen of the app that users can go to. Sidebar, native menu, palette, shortcuts and commands derive from this
 * table; the renderer adds icons and views (renderer/app).
 */
export interface AppScreen {
  /** As shown, in sentence case. */
  readonly title: string;
  readonly route: ScreenRoute;
  readonly command: ScreenCommand;
  /** The sidebar group; `app` screens exist without a connection. */
  readonly group: 'today' | 'lists' | 'tasks' | 'history' | 'app';
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

/** Shortcuts of the most used lists; all others are in the palette. */
const LIST_KEYS: Partial<Record<ResourceName, string>> = { accounts: 'Ctrl+2' };

/** Lists of the old API are shown below the task that replaces them. */
const OLD_LISTS: Partial<Record<ResourceName, TaskName>> = { legacyMappings: 'advisorCodes' };

const listScreens = RESOURCE_NAMES.flatMap((resource): AppScreen[] => {
  // A task's list is shown on the task's screen.
  if (taskOf(resource)) return [];
  const shortcut = LIST_KEYS[resource];
  return [
    {
      title: resourceTitle(resource),
      route: { screen: 'resource', resource },
      command: `go-${resource}`,
      group: OLD_LISTS[resource] ? 'tasks' : 'lists',
      resource,
      ...(shortcut ? { shortcut } : {}),
      ...(isOptionalList(resource) ? { hiddenEmpty: true } : {}),
      ...(resourceNamed(resource).reference ? { paletteOnly: true } : {}),
      ...(resourceNamed(resource).deprecated ? { qualifier: 'old API' } : {}),
    },
  ];
});
const taskScreens = TASKS.flatMap((task: TaskManifest & { readonly name: TaskName }): AppScreen[] => [
  {
    title: task.title,
    route: { screen: 'task', task: task.name },
    command: `go-${task.name}`,
    group: task.group ?? 'tasks',
    ...(task.resource ? { resource: task.resource } : {}),
    ...(task.keywords ? { keywords: task.keywords } : {}),
  },
  ...listScreens.filter(({ resource }) => resource && OLD_LISTS[resource] === task.name),
]);

/** Every screen, in display order. */
export const SCREENS: readonly AppScreen[] = [
  { title: 'Today', route: { screen: 'today' }, command: 'go-today', group: 'today', shortcut: 'Ctrl+1' },
  ...listScreens.filter(({ group }) => group === 'lists'),
  ...taskScreens.filter(({ group }) => group === 'tasks'),
  {
    title: 'Changes',
    route: { screen: 'changes' },
    command: 'go-changes',
    group: 'history',
    keywords: 'new gone refresh',
  },
  ...taskScreens.filter(({ group }) => group === 'history'),
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

const byCommand = new Map(SCREENS.map((screen) => [screen.command, screen]));

/** Returns the screen of a command. Throws for an unknown one. */
export function screenOfCommand(command: ScreenCommand): AppScreen {
  const screen = byCommand.get(command);
  if (!screen) throw new RangeError(`No screen for ${command}`);
  return screen;
}
