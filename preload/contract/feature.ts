import { z } from 'zod';
import type { ResourceName } from './resources';

/** A screen in the sidebar, the native menu and the palette. */
interface ScreenManifest {
  /** Name in routes, commands and the stored last screen. */
  readonly name: string;
  /** Title on the screen, in sentence case. */
  readonly title: string;
  /** Keys as in `Ctrl+1`; Ctrl means Cmd on a Mac. */
  readonly shortcut?: string;
  /** More words that find it in the palette. */
  readonly keywords?: string;
  /** Codec of its pages (see `pagesOf`); absent if it has one page only. */
  readonly page?: z.ZodType;
}

/** A screen with an overview of the whole connection. */
export interface OverviewManifest extends ScreenManifest {
  /** The sidebar group. */
  readonly group: 'today' | 'history';
}

/** A screen for work that is due or waiting. */
export interface TaskManifest extends ScreenManifest {
  /** The sidebar group, if not the tasks. */
  readonly group?: 'history';
  /** The list whose records it shows and counts. */
  readonly resource?: ResourceName;
}

/** The dialog that a path is chosen with, and the process that uses it. */
export interface GrantPurpose {
  readonly dialog: 'open' | 'save' | 'folder';
  readonly process: 'engine' | 'app';
  /** True if what is written holds no client data, so the policy `ExportFiles` does not forbid it. */
  readonly holdsNoRecords?: true;
}

/** What screens and documents call the saved work of a feature. */
export interface SavedWorkLabels {
  /** Tables by the label of their contents, for the lists that a rescue leaves incomplete. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** Labels of the tables whose rows are counted, to compare saved work before a restore. */
  readonly counted?: Readonly<Record<string, string>>;
}

/** An operation that durable jobs carry out on the records of a list, row by row. */
export interface JobManifest {
  /**
   * The command, its progress, a row that is done, and a row that the service does not show as done: "Delete",
   * "Deleting", "Deleted", "Still in the list".
   */
  readonly labels: Readonly<Record<'verb' | 'doing' | 'done' | 'notDone', string>>;
  /** What an undo of the job reverses, as it is named before the records: "creation of". */
  readonly reversed: string;
  /** What its rows are, if not the records of its list. */
  readonly rows?: { readonly singular: string; readonly plural: string };
  /** What a read of the service shows once it is done. */
  readonly shows: 'present' | 'absent' | 'replaced';
  /** What the user can do again, after another check, with a row that was not done. */
  readonly retry: 'send' | 'create' | 'delete';
  /** How its rows are previewed. */
  readonly preview: 'edit' | 'create' | 'remove';
  /** The route with its outcome, if not its page among the edits. */
  readonly outcomeRoute?:
    | { readonly screen: 'task'; readonly task: string; readonly page?: unknown }
    | { readonly screen: 'resource'; readonly resource: ResourceName };
}

/** The entries that a feature adds to the tables of the contract; registered in features/index.ts. */
export interface FeatureManifest {
  readonly task?: TaskManifest;
  readonly overview?: OverviewManifest;
  /** Name of its section of the settings, in routes that scroll to it. */
  readonly settingsSection?: string;
  /** Kinds of entries in the activity log, with their labels. Stored: never rename a kind. */
  readonly activity?: Readonly<Record<string, string>>;
  /** Purposes of the files that the user chooses for it. */
  readonly grants?: Readonly<Record<string, GrantPurpose>>;
  readonly savedWork?: SavedWorkLabels;
  /** Operations of durable jobs, by the name in stored jobs: never rename one. */
  readonly jobs?: Readonly<Record<string, JobManifest>>;
}

/**
 * The calls of each feature, for the typed client. Each `calls.ts` adds its own by declaration merging, so that this
 * module imports none of them. The engine's index decides when their routers are loaded.
 */
export interface FeatureCalls {}

/**
 * Returns the codec of a screen's pages. A route without a page, or with an invalid one, opens the screen's home. Every
 * process loads the screens at its start, so their pages are built at their first use.
 */
export const pagesOf = <Page extends z.ZodType>(page: () => Page) => z.lazy(page).optional().catch(undefined);

/** Turns a union into an intersection: a function that accepts each member must accept all of them at once. */
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Merges tables with different keys into one. */
export function mergeTables<Table extends object>(tables: readonly Table[]): Intersection<Table>;
export function mergeTables(tables: readonly object[]): object {
  const merged = {};
  for (const table of tables) Object.assign(merged, table);
  return merged;
}
