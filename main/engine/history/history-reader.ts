import { setImmediate } from 'node:timers/promises';
import type { FieldChange } from '#contract/features/changes/schemas';
import type { Change, ChangeFilter, HistorySize } from '#contract/features/changes/calls';
import { refreshRun as runSchema, type Run } from '#contract/calls/live';
import { buildOrClose, openEncrypted, type Db } from '../sqlite/open-database';
import { ChangeColumns } from './change-columns';
import { ChangeFinder } from './change-finder';
import { historyMigrations } from './migrations';
import { usedBytes, MAX_HISTORY_BYTES, type FoundChange, type FoundRun } from './history-writer';

/** Changes per chunk during an export. */
const CHUNK_CHANGES = 1_000;

type StoredChange = Omit<FoundChange, 'seq'> & { readonly id: number };

/** Opens the reading side of the change history on a read-only connection. */
export function createHistoryReader(file: string, keyHex: string): HistoryReader {
  const db = openEncrypted(file, keyHex, { readonly: true });
  return buildOrClose(db, () => new HistoryReader(db));
}

/** The reading side of the change history. */
export class HistoryReader {
  readonly #db: Db;
  readonly #changeColumns: ChangeColumns;
  readonly #finder: ChangeFinder;
  readonly #selectLatestCompleted;
  readonly #selectLatest;
  readonly #selectByIds;

  constructor(db: Db) {
    this.#db = db;
    this.#selectLatestCompleted = db.prepare<[], FoundRun>(
      `SELECT * FROM run WHERE state = 'done' ORDER BY id DESC LIMIT 1`,
    );
    this.#selectLatest = db.prepare<[], FoundRun>('SELECT * FROM run ORDER BY id DESC LIMIT 1');
    this.#changeColumns = new ChangeColumns(db);
    this.#finder = new ChangeFinder(db, this.#changeColumns);
    this.#selectByIds = db.prepare<[string], StoredChange>(
      'SELECT * FROM change WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
    );
  }

  /** Returns whether the file has this app's layout. */
  isCurrent(): boolean {
    return this.#db.pragma('user_version', { simple: true }) === historyMigrations.length;
  }

  /** Returns runs, newest first. An interrupted refresh has no report. */
  runs({ offset, limit }: { offset: number; limit: number }): { total: number; items: Run[] } {
    const total = this.#db.prepare<[], number>('SELECT count(*) FROM run').pluck().get() ?? 0;
    const items = this.#db
      .prepare<[number, number], FoundRun>('SELECT * FROM run ORDER BY id DESC LIMIT ? OFFSET ?')
      .all(limit, offset)
      .map(runOf);
    return { total, items };
  }

  latest(): { completed: Run | null; last: Run | null } {
    return {
      completed: orNull(this.#selectLatestCompleted.get()),
      last: orNull(this.#selectLatest.get()),
    };
  }

  /** Loads one chunk of the in-memory columns ahead of any request. Returns false when all is loaded. */
  prepare(): boolean {
    return this.#changeColumns.step();
  }

  /** Frees the pages read so far. */
  freeReadPages(): void {
    this.#db.pragma('shrink_memory');
  }

  /**
   * Loads the in-memory columns and yields between chunks. The calls below would load what is missing, but
   * in one blocking step.
   */
  async loadAll(): Promise<void> {
    while (this.#changeColumns.step()) await setImmediate();
  }

  list({ filter, offset, limit }: { filter: ChangeFilter; offset: number; limit: number }) {
    const ids = this.#loadedFinder().ids(filter);
    return { total: ids.length, items: this.#changesOf(ids.subarray(offset, offset + limit)) };
  }

  /** Yields every change that a filter finds, newest first, reading in chunks. */
  *each(filter: ChangeFilter): Generator<Change> {
    const ids = this.#loadedFinder().ids(filter);
    for (let offset = 0; offset < ids.length; offset += CHUNK_CHANGES)
      yield* this.#changesOf(ids.subarray(offset, offset + CHUNK_CHANGES));
  }

  facets({ filter }: { filter: ChangeFilter }) {
    return this.#loadedFinder().facets(filter);
  }

  /** Returns the changes of each list after an ISO moment, by where they were made. */
  since(moment: string) {
    return this.#loadedFinder().since(Date.parse(moment));
  }

  size(): HistorySize {
    const { changes, since } = this.#db
      .prepare<[], { changes: number; since: string | null }>(
        'SELECT count(*) AS changes, min(at) AS since FROM change',
      )
      .get() ?? { changes: 0, since: null };
    const dropped = this.#db
      .prepare<[], { changes: number; until: string }>('SELECT changes, until FROM dropped')
      .get();
    return {
      changes,
      since,
      bytes: usedBytes(this.#db),
      maxBytes: MAX_HISTORY_BYTES,
      dropped: dropped ?? null,
    };
  }

  close(): void {
    this.#db.close();
  }

  #loadedFinder(): ChangeFinder {
    while (this.#changeColumns.step());
    return this.#finder;
  }

  #changesOf(ids: Uint32Array): Change[] {
    return this.#selectByIds.all(JSON.stringify(Array.from(ids))).map(changeOf);
  }
}

const changeOf = ({ run, fields, ...change }: StoredChange): Change => ({
  ...change,
  runId: run,
  fields: JSON.parse(fields) as FieldChange[],
});

const orNull = (stored: FoundRun | undefined): Run | null => (stored ? runOf(stored) : null);

/** Returns a stored run. One without a report that this version can read has no lists. */
function runOf({ id, started, state, ended, report }: FoundRun): Run {
  const parsed = report === null ? undefined : runSchema.safeParse(reportIn(report));
  const withoutReport = { id, startedAt: started, endedAt: ended, resources: [] };
  return runSchema.parse({ ...(parsed?.success ? parsed.data : withoutReport), id, state });
}

/** Returns a stored report; earlier versions called removed records `gone`. */
function reportIn(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'gone' in value && !('removed' in value)
      ? { ...value, removed: value.gone }
      : value,
  );
}
