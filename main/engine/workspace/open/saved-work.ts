import { userInfo } from 'node:os';
import type { JobKind } from '#contract/job';
import type { Migration } from '../../sqlite/migrate';
import type { Db } from '../../sqlite/open-database';
import type { Activity } from '../activity/activity';
import type { DraftStore } from '../drafts/drafts';
import type { JobStore } from '../jobs/jobs';
import type { BookmarkStore } from './bookmarks';
import type { LayoutStore } from './layouts';
import type { MarkRestored, ReadReplaced } from './restored';
import type { ViewStore } from './views';
import type { VisitStore } from './visits';

/** The stores of saved work, by name. A feature adds its own by declaration merging, next to its `SavedWork`. */
export interface Stores {
  readonly views: ViewStore;
  readonly bookmarks: BookmarkStore;
  readonly layout: LayoutStore;
  readonly activity: Activity;
  readonly jobs: JobStore;
  readonly drafts: DraftStore;
  readonly visits: VisitStore;
}

/** What a store is opened with. */
export interface StoreContext {
  readonly db: Db;
  /** All stores; each is opened when it is first read. */
  readonly stores: Stores;
  /** Returns the name of the connection, for the activity log. */
  readonly connection: () => string;
  /** Returns whether a feature's rules require a second person's approval for a job of this kind and number of rows. */
  readonly needsSecondPerson: (kind: JobKind, count: number) => boolean;
  /** Returns the user's name for the activity log: from a feature, or from the operating system. */
  readonly userName: () => string;
}

/**
 * A step from a version of the saved work to the next. Versions are numbered across all features, so that
 * every file gets them in one order. Features may share a version: it runs the migration of each, under one name.
 */
export interface VersionedMigration extends Migration {
  /** The version that it leads to, from 1. */
  readonly version: number;
}

/** What a feature stores in the saved work. A rescue copies all tables alike. */
export interface SavedWork {
  readonly stores: { readonly [Name in keyof Stores]?: (context: StoreContext) => Stores[Name] };
  readonly migrations: readonly VersionedMigration[];
  /** Marks its rows as restored from a backup, or drops those that must not survive a restore. */
  readonly restore?: ReadReplaced;
  /** Adds what the replaced work stored after `restore` read it, and a restore keeps. */
  readonly addLater?: (replaced: Db | undefined) => (restored: Db) => void;
  /** Marks its rows that may have been sent since, in older work of this computer. */
  readonly markOlder?: MarkRestored;
  readonly needsSecondPerson?: (stores: Stores, kind: JobKind, count: number) => boolean;
  readonly userName?: (stores: Stores) => string;
}

/** The saved work of all features, as one. */
export class AllSavedWork {
  readonly migrations: readonly Migration[];
  readonly #parts: readonly SavedWork[];

  constructor(parts: readonly SavedWork[]) {
    this.#parts = parts;
    this.migrations = inOrder(parts.flatMap(({ migrations }) => migrations));
  }

  /** Returns all stores of an open database. Each is opened when it is first read. */
  openStores(db: Db, connection: () => string): Stores {
    const stores = {} as Stores;
    const needsSecondPerson = (kind: JobKind, count: number): boolean =>
      this.#parts.some((part) => part.needsSecondPerson?.(stores, kind, count));
    const namingFeature = this.#parts.find(({ userName }) => userName);
    const userName = (): string => namingFeature?.userName?.(stores) ?? userInfo().username;
    const context: StoreContext = { db, stores, connection, needsSecondPerson, userName };
    for (const part of this.#parts)
      for (const [name, open] of Object.entries(part.stores))
        openOnFirstRead(stores, name, () => open(context));
    return stores;
  }

  /** Reads what a restore keeps of the work that it replaces, and returns what marks the restored work. */
  readReplaced(replaced: Db | undefined): MarkRestored {
    const marks = this.#parts.flatMap(({ restore }) => (restore ? [restore(replaced)] : []));
    return (restored, backupTime) => marks.forEach((mark) => mark(restored, backupTime));
  }

  /** Reads what a restore keeps of the replaced work once more, and returns what adds it to the restored work. */
  readLater(replaced: Db | undefined): (restored: Db) => void {
    const additions = this.#parts.flatMap(({ addLater }) => (addLater ? [addLater(replaced)] : []));
    return (restored) => additions.forEach((add) => add(restored));
  }

  /**
   * Marks older work of this computer, such as a copy made before an update, like work restored from a backup of this
   * time (ISO, UTC). Paths and schedules stay.
   */
  markOlder(db: Db, backupTime: string): void {
    for (const { markOlder } of this.#parts) markOlder?.(db, backupTime);
  }
}

/** Defines a property whose value is computed when it is first read. */
function openOnFirstRead(target: object, name: string, open: () => unknown): void {
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = open();
      Object.defineProperty(target, name, { value, enumerable: true });
      return value;
    },
  });
}

/** Orders migrations by version and joins those that share one; throws if a version is missing. */
function inOrder(migrations: readonly VersionedMigration[]): Migration[] {
  const versions = new Set(migrations.map(({ version }) => version));
  return Array.from({ length: versions.size }, (_, index): Migration => {
    const [first, ...others] = migrations.filter(({ version }) => version === index + 1);
    if (!first) throw new Error(`No feature has the migration to version ${index + 1} of the saved work.`);
    if (others.length === 0) return first;
    if (others.some(({ name }) => name !== first.name))
      throw new Error(`Version ${index + 1} of the saved work has several names.`);
    return { name: first.name, run: (db) => [first, ...others].forEach(({ run }) => run(db)) };
  });
}

/** Names of the stores that a feature's saved work opens. */
export type StoreNameOf<Saved> = Saved extends { readonly stores: infer Opened } ? keyof Opened : never;

/** Combines the saved work of features. Does not compile if a declared store is `Opened` by none of them. */
export const combineSavedWork = <Opened extends keyof Stores>(
  parts: readonly SavedWork[],
  ..._missing: [Exclude<keyof Stores, Opened>] extends [never]
    ? []
    : [neverOpened: Exclude<keyof Stores, Opened>]
): AllSavedWork => new AllSavedWork(parts);
