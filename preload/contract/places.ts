import { capitalize } from './text';
import { isOptionalList, RESOURCE_NAMES, resourceNamed, type ResourceName } from './resources';

/** Places for the service's tasks, besides the lists. */
export const TASK_NAMES = [
  'review',
  'edits',
  'taxIds',
  'roi',
  'advisorCodes',
  'householdGroups',
  'feeFiles',
  'activity',
] as const;
export type TaskName = (typeof TASK_NAMES)[number];

/** The route of a place without further state. */
export type PlaceRoute =
  | { readonly place: 'today' | 'changes' | 'connect' | 'settings' }
  | { readonly place: 'resource'; readonly resource: ResourceName }
  | { readonly place: 'task'; readonly task: TaskName };

/** The command that opens a place: from the native menu, the palette or a shortcut. */
export type PlaceCommand = `go-${'today' | 'changes' | TaskName | ResourceName}` | 'connections' | 'settings';

/**
 * A place in the app. Sidebar, native menu, palette, shortcuts and commands derive from this table; the
 * renderer adds icons and screens (renderer/app).
 */
export interface Place {
  /** As shown, in sentence case. */
  readonly title: string;
  readonly route: PlaceRoute;
  readonly command: PlaceCommand;
  /** The sidebar group; `app` places exist without a connection. */
  readonly group: 'today' | 'lists' | 'tasks' | 'history' | 'app';
  /** Keys as in `Ctrl+1`; Ctrl means Cmd on a Mac. */
  readonly shortcut?: string;
  /** The list whose records it shows and counts. */
  readonly resource?: ResourceName;
  /** Hidden while its list is empty. */
  readonly hiddenEmpty?: boolean;
  /** In the palette but not in the sidebar. */
  readonly paletteOnly?: boolean;
  /** A word after the title. */
  readonly badge?: string;
  /** More words that find it in the palette. */
  readonly also?: string;
}

/** "Related persons". */
export function resourceTitle(name: ResourceName): string {
  const { plural: many } = resourceNamed(name);
  return capitalize(many);
}

type Task = Pick<Place, 'title' | 'resource' | 'also'> & { readonly group?: 'history' };
const TASKS: Readonly<Record<TaskName, Task>> = {
  review: { title: 'Review queue', also: 'findings rules checks problems waive flag exceptions' },
  edits: { title: 'Edits', also: 'drafts bulk edit changes send outcomes undo import create delete' },
  taxIds: { title: 'Tax IDs', also: 'ssn ein tin token exchange tokenize reveal' },
  roi: { title: 'ROI requests', also: 'release of information' },
  advisorCodes: {
    title: 'Advisor codes',
    resource: 'advisorCodes',
    also: 'g-number master account ip rep code mapping create delete',
  },
  householdGroups: {
    title: 'Groups from households',
    also: 'billing group plan recreate create-from-households',
  },
  feeFiles: { title: 'Fee upload files', resource: 'feeUploadFiles', also: 'save reconcile vault zip' },
  activity: { title: 'Activity', group: 'history', also: 'log audit history who verify' },
};

/** Shortcuts of the most used lists; all others are in the palette. */
const LIST_KEYS: Partial<Record<ResourceName, string>> = { accounts: 'Ctrl+2' };

const listPlaces = RESOURCE_NAMES.flatMap((resource): Place[] => {
  // A task's list is shown at the task's place.
  if (Object.values(TASKS).some((task) => task.resource === resource)) return [];
  const shortcut = LIST_KEYS[resource];
  return [
    {
      title: resourceTitle(resource),
      route: { place: 'resource', resource },
      command: `go-${resource}`,
      group: 'lists',
      resource,
      ...(shortcut ? { shortcut } : {}),
      ...(isOptionalList(resource) ? { hiddenEmpty: true } : {}),
      ...(resourceNamed(resource).reference ? { paletteOnly: true } : {}),
      ...(resourceNamed(resource).deprecated ? { badge: 'older' } : {}),
    },
  ];
});
const taskPlaces = TASK_NAMES.map((task): Place => {
  const { group = 'tasks', ...rest } = TASKS[task];
  return { ...rest, route: { place: 'task', task }, command: `go-${task}`, group };
});

/** Every place, in display order. */
export const PLACES: readonly Place[] = [
  { title: 'Today', route: { place: 'today' }, command: 'go-today', group: 'today', shortcut: 'Ctrl+1' },
  ...listPlaces,
  ...taskPlaces.filter(({ group }) => group === 'tasks'),
  {
    title: 'Changes',
    route: { place: 'changes' },
    command: 'go-changes',
    group: 'history',
    also: 'new gone refresh',
  },
  ...taskPlaces.filter(({ group }) => group === 'history'),
  {
    title: 'Connections',
    route: { place: 'connect' },
    command: 'connections',
    group: 'app',
    shortcut: 'Ctrl+Shift+O',
  },
  { title: 'Settings', route: { place: 'settings' }, command: 'settings', group: 'app', shortcut: 'Ctrl+,' },
];

const byCommand = new Map(PLACES.map((place) => [place.command, place]));

/** Returns the place of a command. Throws for an unknown one. */
export function placeNamed(command: PlaceCommand): Place {
  const place = byCommand.get(command);
  if (!place) throw new RangeError(`No place ${command}`);
  return place;
}

/** Returns the task whose place shows a list's records. */
export const taskOf = (resource: ResourceName): TaskName | undefined =>
  TASK_NAMES.find((task) => TASKS[task].resource === resource);
