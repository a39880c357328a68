import { mayBeMissing, RESOURCE_NAMES, resourceNamed, type ResourceName } from './resources';

/** Places where people do what the service is for, beside the lists. */
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

/** Where a place is, with nothing asked for there. */
export type PlaceRoute =
  | { readonly place: 'today' | 'changes' | 'connect' | 'settings' }
  | { readonly place: 'resource'; readonly resource: ResourceName }
  | { readonly place: 'task'; readonly task: TaskName };

/** What leads to a place: chosen in the native menu, the palette or by its keys. */
export type PlaceCommand = `go-${'today' | 'changes' | TaskName | ResourceName}` | 'connections' | 'settings';

/**
 * A place people go. Sidebar, native menu, palette, shortcuts and commands are made from this table; the window adds
 * icons and screens (renderer/places).
 */
export interface Place {
  /** As people read it, in sentence case. */
  readonly title: string;
  readonly route: PlaceRoute;
  readonly command: PlaceCommand;
  /** The heading under which it stands; `app` places are there without a connection, too. */
  readonly group: 'today' | 'lists' | 'tasks' | 'history' | 'app';
  /** Keys as in `Ctrl+1`; Ctrl is Cmd on a Mac. */
  readonly shortcut?: string;
  /** The list whose records it shows and counts. */
  readonly resource?: ResourceName;
  /** Out of sight while its list is empty. */
  readonly hiddenEmpty?: boolean;
  /** In the palette, not in the sidebar: seldom looked at by itself. */
  readonly aside?: boolean;
  /** A word behind the title. */
  readonly mark?: string;
  /** Other words under which people look for it. */
  readonly also?: string;
}

/** "Related persons". */
export function resourceTitle(name: ResourceName): string {
  const { many } = resourceNamed(name);
  return many.charAt(0).toUpperCase() + many.slice(1);
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

/** The lists that people are at most: all others are a few keys further in the palette. */
const LIST_KEYS: Partial<Record<ResourceName, string>> = { accounts: 'Ctrl+2' };

const listPlaces = RESOURCE_NAMES.flatMap((resource): Place[] => {
  // The list of a task is at the task's place.
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
      ...(mayBeMissing(resource) ? { hiddenEmpty: true } : {}),
      ...(resourceNamed(resource).reference ? { aside: true } : {}),
      ...(resourceNamed(resource).deprecated ? { mark: 'older' } : {}),
    },
  ];
});
const taskPlaces = TASK_NAMES.map((task): Place => {
  const { group = 'tasks', ...rest } = TASKS[task];
  return { ...rest, route: { place: 'task', task }, command: `go-${task}`, group };
});

/** Every place, in the order in which they are offered. */
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

/** The place of a command. Throws for one that the table does not have. */
export function placeNamed(command: PlaceCommand): Place {
  const place = byCommand.get(command);
  if (!place) throw new RangeError(`No place ${command}`);
  return place;
}

/** The task in whose place the records of a list are shown. */
export const taskOf = (resource: ResourceName): TaskName | undefined =>
  TASK_NAMES.find((task) => TASKS[task].resource === resource);
