import { setImmediate } from 'node:timers/promises';
import type { Change, ChangeFilter, FieldChange, HistorySize } from '#contract/features/changes/calls';
import { refreshRun as runSchema, type Run } from '#contract/calls/live';
import { buildOrClose, openEncrypted, type Db } from '../sqlite/open-database';
import { ChangeColumns } from './change-columns';
import { ChangeFinder } from './change-finder';
import { historyMigrations } from './migrations';
import { usedBytes, MAX_HISTORY_BYTES, type FoundChange, type FoundRun } from './history-writer';

/** Changes per chunk during an export. */
const CHUNK_CHANGES = 1_000;

type StoredChange = Omit<FoundChange, 'seq'> & { readonly id: number };

export type HistoryReader = ReturnType<typeof readerOn>;

/** Opens the reading side of the change history on a read-only connection. */
export function createHistoryReader(file: string, keyHex: string): HistoryReader {
  const db = openEncrypted(file, keyHex, { readonly: true });
  return buildOrClose(db, () => readerOn(db));
}

function readerOn(db: Db) {
  const selectLatestCompleted = db.prepare<[], FoundRun>(
    `SELECT * FROM run WHERE state = 'done' ORDER BY id DESC LIMIT 1`,
  );
  const selectLatest = db.prepare<[], FoundRun>('SELECT * FROM run ORDER BY id DESC LIMIT 1');

  const changeColumns = new ChangeColumns(db);
  const finder = new ChangeFinder(db, changeColumns);
  const loadedFinder = (): ChangeFinder => {
    while (changeColumns.step());
    return finder;
  };
  const selectByIds = db.prepare<[string], StoredChange>(
    'SELECT * FROM change WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
  );
  const changesOf = (ids: Uint32Array): Change[] =>
    selectByIds.all(JSON.stringify(Array.from(ids))).map(changeOf);

  return {
    /** Returns whether the file has this app's layout. */
    isCurrent: (): boolean => db.pragma('user_version', { simple: true }) === historyMigrations.length,

    /** Returns runs, newest first. An interrupted refresh has no report. */
    runs({ offset, limit }: { offset: number; limit: number }): { total: number; items: Run[] } {
      const total = db.prepare<[], number>('SELECT count(*) FROM run').pluck().get() ?? 0;
      const items = db
        .prepare<[number, number], FoundRun>('SELECT * FROM run ORDER BY id DESC LIMIT ? OFFSET ?')
        .all(limit, offset)
        .map(runOf);
      return { total, items };
    },

    latest: () => ({ completed: orNull(selectLatestCompleted.get()), last: orNull(selectLatest.get()) }),

    /** Loads one chunk of the in-memory columns ahead of any request. Returns false when all is loaded. */
    prepare: (): boolean => changeColumns.step(),

    /** Frees the pages read so far. */
    freeReadPages(): void {
      db.pragma('shrink_memory');
    },

    /**
     * Loads the in-memory columns and yields between chunks. The calls below would load what is missing, but
     * in one blocking step.
     */
    async loadAll(): Promise<void> {
      while (changeColumns.step()) await setImmediate();
    },

    list({ filter, offset, limit }: { filter: ChangeFilter; offset: number; limit: number }) {
      const ids = loadedFinder().ids(filter);
      return { total: ids.length, items: changesOf(ids.subarray(offset, offset + limit)) };
    },

    /** Yields every change that a filter finds, newest first, reading in chunks. */
    *each(filter: ChangeFilter): Generator<Change> {
      const ids = loadedFinder().ids(filter);
      for (let offset = 0; offset < ids.length; offset += CHUNK_CHANGES)
        yield* changesOf(ids.subarray(offset, offset + CHUNK_CHANGES));
    },

    facets: ({ filter }: { filter: ChangeFilter }) => loadedFinder().facets(filter),

    /** Returns the changes of each list after an ISO moment, by where they were made. */
    since: (moment: string) => loadedFinder().since(Date.parse(moment)),

    size(): HistorySize {
      const { changes, since } = db
        .prepare<[], { changes: number; since: string | null }>(
          'SELECT count(*) AS changes, min(at) AS since FROM change',
        )
        .get() ?? { changes: 0, since: null };
      const dropped = db
        .prepare<[], { changes: number; until: string }>('SELECT changes, until FROM dropped')
        .get();
      return { changes, since, bytes: usedBytes(db), maxBytes: MAX_HISTORY_BYTES, dropped: dropped ?? null };
    },

    close(): void {
      db.close();
    },
  };
}

const changeOf = ({ run, fields, ...change }: StoredChange): Change => ({
  ...change,
  runId: run,
  fields: JSON.parse(fields) as FieldChange[],
});

const orNull = (stored: FoundRun | undefined): Run | null => (stored ? runOf(stored) : null);

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
