import type { Db } from '../../sqlite/open-database';
import { tableVersions } from '../ingest/table-versions';

/** A list that keeps changing while its order is prefetched is left to be read on demand. */
const MAX_TRIES = 2;

type Versions = ReadonlyMap<string, string>;
interface ReloadableOrder {
  reload(): Generator<void, () => void, void>;
}

/**
 * Prefetches the sort orders of changed lists in small steps, before the reader publishes the changes. A key
 * typed in between is answered from the previous orders and never waits for a long read.
 */
export class SortOrderPrefetch {
  readonly #db: Db;
  readonly #readers: ReadonlyMap<string, ReloadableOrder>;
  #work: Iterator<void, void, void> | undefined;
  /** For each list: the function that installs its order, and the version of the rows in it. */
  readonly #reloaded = new Map<string, { readonly version: string; readonly install: () => void }>();

  constructor(db: Db, readers: ReadonlyMap<string, ReloadableOrder>) {
    this.#db = db;
    this.#readers = readers;
  }

  /**
   * Does one step; `published` holds the versions of the rows that lists show now. Returns false when all is read.
   */
  step(published: Versions): boolean {
    this.#work ??= this.#read(published);
    return this.#work.next().done !== true;
  }

  /**
   * Installs the orders whose rows are the ones published now. Call it after the readers' caches are dropped.
   */
  install(versions: Versions): void {
    for (const [name, { version, install }] of this.#reloaded) if (versions.get(name) === version) install();
    this.#reloaded.clear();
    this.#work = undefined;
  }

  *#read(published: Versions): Generator<void, void, void> {
    for (const [name, reader] of this.#readers)
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const version = this.#version(name);
        if (version === undefined || version === published.get(name)) break;
        const install = yield* reader.reload();
        if (this.#version(name) !== version) continue; // the rows changed between the chunks
        this.#reloaded.set(name, { version, install });
        break;
      }
  }

  #version(name: string): string | undefined {
    return tableVersions(this.#db).get(name);
  }
}
