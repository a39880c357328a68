import path from 'node:path';
import type { Run } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import { changeRecorder } from './change-notes';
import { lastValues } from './changes';
import { errorCodeOf } from '../../../common/error-code';
import { reportingDamage, watchDamage } from '../schema/damage';
import { HISTORY_FILE, openHistoryWriter, type HistoryWriter } from '../../history/history-writer';
import { buildOrClose, type Db } from '../../sqlite/open-database';
import { openCache } from '../schema/open-cache';
import { drainOutbox } from './outbox';
import { pageWriter } from './page-writer';
import { ActivePasses } from './active-passes';
import { RecordWriter } from './record-writer';
import { storeCounts } from './row-counts';
import { rowMarker } from './row-marks';
import { indexes, tables } from '../schema/schema';
import { tableStatements, type TableStatements } from '../schema/table-statements';
import type { PageMark } from '../worker/writer';

/** Number of refreshes kept in the cache; the history keeps more. */
const MAX_RUNS = 20;
const CACHE_KB = 32_000;
/** 512 MB of WAL. */
const CHECKPOINT_PAGES = 65_536;
/** Maximum size of a WAL file that could not be truncated. */
const MAX_WAL_FILE_BYTES = 16_000_000;
/** Delay after opening before a leftover WAL is checkpointed; by then lists are on screen. */
const LEFTOVER_WAL_DELAY_MS = 5_000;

export type CacheWriterOnThread = ReturnType<typeof writerOn>;

/**
 * Opens the cache for writing, with its change history; fails as openCache and openHistory do. `giveWay` runs
 * between the records of a page (thread/reader-priority).
 */
export function openWriter(file: string, keyHex: string, yieldToReaders?: () => void) {
  const kind = 'history-unreadable'; // damage in the history must not look like damage in the cache, which would be quarantined
  const historyFile = path.join(path.dirname(file), HISTORY_FILE);
  const history = watchDamage(
    reportingDamage(kind, () => openHistoryWriter(historyFile, keyHex)),
    kind,
  );
  try {
    // Moves the changes recorded by a cache of another layout to the history before the cache is rebuilt.
    const { db, rebuilt } = openCache(file, keyHex, (old) => drainOutbox(old, history));
    return {
      ...buildOrClose(db, () => writerOn(db, history, yieldToReaders)),
      /** The cache had another layout and was rebuilt. */
      rebuilt,
      /** The history was unreadable and was quarantined. */
      historyRenewed: history.renewed,
    };
  } catch (error) {
    history.close();
    throw error;
  }
}

/** The writing side of the cache. Every method is one transaction; there is only one writer. */
export function writerOn(db: Db, history?: HistoryWriter, yieldToReaders?: () => void) {
  db.pragma('synchronous = NORMAL');
  db.pragma(`cache_size = -${CACHE_KB}`);
  // A checkpoint encrypts pages again, so it waits until a refresh is over.
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`journal_size_limit = ${MAX_WAL_FILE_BYTES}`);
  const statementsByTable = new Map(tables.map((table) => [table.name, tableStatements(db, table)]));
  const statements = (name: ResourceName): TableStatements => {
    const found = statementsByTable.get(name);
    if (!found) throw new Error(`No table ${name}`);
    return found;
  };
  const passes = new ActivePasses(db);
  const note = changeRecorder(db);
  const markRows = rowMarker(db);
  const storePage = pageWriter(db, passes, statements, note, markRows, yieldToReaders);

  // A run that a killed process left must not look active.
  db.exec(`UPDATE run SET state = 'interrupted' WHERE state IN ('running', 'paused')`);
  if (history) drainOutbox(db, history); // left by a killed process

  const records = new RecordWriter(db, passes, statements, note, markRows);
  const running = db.prepare<[], 1>(`SELECT 1 FROM run WHERE state IN ('running', 'paused')`).pluck();

  /** Runs background work; if the disk is full, the work is retried next time. */
  const unlessDiskFails = (work: () => void): void => {
    if (!db.open) return; // the connection has closed since
    try {
      work();
    } catch (error) {
      if (!/^SQLITE_(FULL|IOERR|BUSY)/.test(errorCodeOf(error))) throw error; // a write that needs space will report it
    }
  };
  // A process that closes right after a refresh may end before its checkpoint, so a later start catches up.
  const leftOver = setTimeout(() => {
    if (db.open && running.get() === undefined) unlessDiskFails(() => checkpointWal(db));
  }, LEFTOVER_WAL_DELAY_MS).unref();

  return {
    putRecords(...put: Parameters<RecordWriter['putRecords']>): { put: number } {
      const stored = records.putRecords(...put);
      // During a refresh, its end moves these changes to the history along with its own.
      if (history && put[2] && running.get() === undefined) drainOutbox(db, history);
      return stored;
    },
    removeRecords(...removal: Parameters<RecordWriter['removeRecords']>): { removed: number } {
      const left = records.removeRecords(...removal);
      if (history && running.get() === undefined) drainOutbox(db, history);
      return left;
    },

    /** Starts a refresh; returns its number. */
    startRun: db.transaction((resources: ResourceName[], startedAt: string): number => {
      const known = db.prepare<[], number>('SELECT ifnull(max(id), 0) FROM run').pluck().get() ?? 0;
      // The history knows refreshes of earlier caches; a number identifies one refresh permanently.
      const run = Math.max(known, history?.lastRun() ?? 0) + 1;
      db.prepare(`INSERT INTO run (id, started, resources, state) VALUES (?, ?, ?, 'running')`).run(
        run,
        startedAt,
        JSON.stringify(resources),
      );
      db.prepare('DELETE FROM run WHERE id <= ?').run(run - MAX_RUNS);
      return run;
    }),

    /** Returns the last run if it is incomplete and can resume. */
    openRun() {
      const run = db
        .prepare<[], { id: number; started: string; state: string }>(
          'SELECT id, started, state FROM run ORDER BY id DESC LIMIT 1',
        )
        .get();
      if (!run || run.state === 'done') return null;
      const passes = db
        .prepare<
          [number],
          {
            resource: ResourceName;
            generation: number;
            source: number;
            page: number;
            size: number;
            finished: number;
          }
        >('SELECT * FROM pass WHERE run = ?')
        .all(run.id);
      return {
        id: run.id,
        startedAt: run.started,
        done: passes.filter((pass) => pass.finished).map((pass) => pass.resource),
        progress: Object.fromEntries(
          passes
            .filter((pass) => !pass.finished && pass.page > 0)
            .map(({ resource, generation, source, page, size }) => [
              resource,
              { generation, source, page, limit: size },
            ]),
        ) as Partial<Record<ResourceName, PageMark & { generation: number }>>,
      };
    },

    /** Starts a pass over a resource with a new generation. */
    beginPass: db.transaction((run: number, resource: ResourceName): number => {
      const last = db
        .prepare<[string], number>('SELECT generation FROM pass WHERE resource = ?')
        .pluck()
        .get(resource);
      const generation = (last ?? 0) + 1;
      db.prepare('INSERT OR REPLACE INTO pass VALUES (?, ?, ?, 0, 0, 0, 0)').run(resource, run, generation);
      db.prepare('DELETE FROM written WHERE resource = ?').run(resource); // its pages will be newer than these
      return generation;
    }),

    /**
     * Stores a page. `rows`: prepared rows for a first fill. `repeated`: keys already seen in this pass;
     * `distinct`: distinct keys so far.
     */
    put(...page: Parameters<typeof storePage>) {
      try {
        return storePage(...page);
      } catch (error) {
        passes.forget(page[1]); // its memory of the pass was not stored
        throw error;
      }
    },

    /**
     * Completes a pass. Records it did not see are removed, unless the pass is uncertain. A record without
     * its key makes it uncertain, because it may be any of those not seen.
     */
    finishPass: db.transaction(
      (
        run: number,
        resource: ResourceName,
        generation: number,
        end: { asOf: string; uncertain: boolean },
      ) => {
        const tableStatements = statements(resource);
        const { table } = tableStatements;
        for (const index of indexes(table)) db.exec(index);
        const unnamed = tableStatements.unnamed.get(generation) ?? 0;
        const uncertain = end.uncertain || unnamed > 0;
        let removedCount = 0;
        if (!uncertain) {
          const left = db
            .prepare<[number], { n: number; key: string; title: string }>(
              `SELECT n, key, title FROM ${table.name} JOIN ${table.name}_state USING (n, key) WHERE generation < ?`,
            )
            .all(generation);
          for (const { n, key, title } of left) {
            const fields = lastValues(table.resource, tableStatements.raw.get(n) ?? '{}');
            note({ run, resource, n, key, title, kind: 'removed', fields });
            tableStatements.remove(n);
          }
          removedCount = left.length;
          if (removedCount > 0) markRows(resource);
        }
        db.prepare('INSERT OR REPLACE INTO whole VALUES (?, ?, ?, ?)').run(
          resource,
          end.asOf,
          new Date().toISOString(),
          uncertain ? 1 : 0,
        );
        db.prepare('UPDATE pass SET finished = 1 WHERE resource = ?').run(resource);
        db.prepare('DELETE FROM written WHERE resource = ?').run(resource);
        passes.forget(resource);
        return { gone: removedCount, unnamed };
      },
    ),

    /** Abandons a pass: its records stay, and nothing counts as removed. */
    abandonPass(resource: ResourceName): void {
      passes.forget(resource);
      db.prepare('UPDATE pass SET page = 0 WHERE resource = ?').run(resource);
    },

    /** Completes a run and stores its report. */
    finishRun(run: number, state: Run['state'], endedAt: string, progressJson: string): void {
      db.prepare('UPDATE run SET state = ?, ended = ?, progress = ? WHERE id = ?').run(
        state,
        endedAt,
        progressJson,
        run,
      );
      storeCounts(db);
      if (history) drainOutbox(db, history);
      setImmediate(() =>
        unlessDiskFails(() => {
          checkpointWal(db);
          history?.trim();
          db.pragma('shrink_memory'); // the pages read by a refresh are no longer useful
        }),
      );
    },

    close(): void {
      clearTimeout(leftOver);
      try {
        unlessDiskFails(() => checkpointWal(db)); // the last connection does this on close, but others may still read
      } finally {
        db.close();
        history?.close();
      }
    },
  };
}

/** How long to wait for readers in other threads; most finish within a few milliseconds. */
const READER_TIMEOUT_MS = 250;
/** Timeout of the writer's other statements (better-sqlite3's default). */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Checkpoints the WAL into the database file and truncates it: after a first refresh it holds hundreds of
 * megabytes. Lists can be read at the same time. Pages that a long reader still needs stay in the WAL until
 * the next checkpoint.
 */
function checkpointWal(db: Db): void {
  db.pragma(`busy_timeout = ${READER_TIMEOUT_MS}`);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}
