import path from 'node:path';
import type { Run } from '../../../preload/contract/calls/live';
import type { ResourceName } from '../../../preload/contract/resources';
import { changeNotes } from './change-notes';
import { lastValues } from './changes';
import { codeOf } from '../../common/error-code';
import { namingDamage, watchDamage } from './damage';
import { HISTORY_FILE, openHistoryWriter, type HistoryWriter } from '../history/history-writer';
import { builtOn, type Db } from '../sqlite/open-database';
import { openCache } from './open-cache';
import { drainOutbox } from './outbox';
import { pageWriter } from './page-writer';
import { moveLog } from './move-log';
import { Passes } from './passes';
import { recordWriter } from './record-writer';
import { keepCounts } from './row-counts';
import { rowMarker } from './row-marks';
import { indexes, tables } from './schema';
import { tableStatements, type TableStatements } from './table-statements';
import type { Mark } from './thread/writer';

/** Refreshes that the cache itself remembers; the history keeps them for longer. */
const RUNS_KEPT = 20;
const CACHE_KB = 32_000;
/** 512 MB of log. */
const CHECKPOINT_PAGES = 65_536;
/** What stays of the log file on disk where it could not be emptied. */
const LOG_BYTES = 16_000_000;
/** So long after the opening the log that was left behind is moved: lists are on the screen then. */
const LEFT_OVER_MS = 5_000;

export type CacheWriter = ReturnType<typeof writerOn>;

/**
 * Opens the cache for writing, and the history of its changes beside it; fails as openCache and openHistory do. `giveWay`
 * runs between the records of a page (thread/right-of-way).
 */
export function openWriter(file: string, keyHex: string, giveWay?: () => void) {
  const kind = 'history-unreadable'; // what is wrong with it must not look like damage of the cache, which is put aside then
  const historyFile = path.join(path.dirname(file), HISTORY_FILE);
  const history = watchDamage(
    namingDamage(kind, () => openHistoryWriter(historyFile, keyHex)),
    kind,
  );
  try {
    // What a cache of another layout had noted is taken over before it is started over.
    const { db, rebuilt } = openCache(file, keyHex, (old) => drainOutbox(old, history));
    return {
      ...builtOn(db, () => writerOn(db, history, giveWay)),
      /** What was there had another layout, and was started over. */
      rebuilt,
      /** The history could not be read and was moved aside. */
      historyRenewed: history.renewed,
    };
  } catch (error) {
    history.close();
    throw error;
  }
}

/** The cache's writing end. Every method is one transaction; there is one writer at a time. */
export function writerOn(db: Db, history?: HistoryWriter, giveWay?: () => void) {
  db.pragma('synchronous = NORMAL');
  db.pragma(`cache_size = -${CACHE_KB}`);
  // Moving pages out of the log means encrypting them once more: it waits until a refresh is over.
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  const shelves = new Map(tables.map((table) => [table.name, tableStatements(db, table)]));
  const statements = (name: ResourceName): TableStatements => {
    const found = shelves.get(name);
    if (!found) throw new Error(`No table ${name}`);
    return found;
  };
  const passes = new Passes(db);
  const note = changeNotes(db);
  const markRows = rowMarker(db);
  const storePage = pageWriter(db, passes, statements, note, markRows, giveWay);

  // A run that a kill broke off must not look like one that still goes on.
  db.exec(`UPDATE run SET state = 'interrupted' WHERE state IN ('running', 'paused')`);
  if (history) drainOutbox(db, history); // what a kill left

  const records = recordWriter(db, passes, statements, note, markRows);
  const running = db.prepare<[], 1>(`SELECT 1 FROM run WHERE state IN ('running', 'paused')`).pluck();

  /** Work that nobody waits for: what a full disk keeps from being done is done the next time. */
  const ifDiskLets = (work: () => void): void => {
    if (!db.open) return; // the connection was closed meanwhile
    try {
      work();
    } catch (error) {
      if (!/^SQLITE_(FULL|IOERR|BUSY)/.test(codeOf(error))) throw error; // a write that needs room will say so
    }
  };
  // Who closes right after a refresh may be ended before the log was moved; a refresh moves it when it is over.
  const leftOver = setTimeout(() => {
    if (db.open && running.get() === undefined) ifDiskLets(() => moveLog(db));
  }, LEFT_OVER_MS).unref();

  return {
    ...records,

    putRecords(...put: Parameters<typeof records.putRecords>): { put: number } {
      const stored = records.putRecords(...put);
      // The end of a refresh hands over what it found, and this with it.
      if (history && put[2] && running.get() === undefined) drainOutbox(db, history);
      return stored;
    },
    removeRecords(...gone: Parameters<typeof records.removeRecords>): { removed: number } {
      const left = records.removeRecords(...gone);
      if (history && running.get() === undefined) drainOutbox(db, history);
      return left;
    },

    /** Begins a refresh; returns its number. */
    startRun: db.transaction((resources: ResourceName[], startedAt: string): number => {
      const known = db.prepare<[], number>('SELECT ifnull(max(id), 0) FROM run').pluck().get() ?? 0;
      // The history knows refreshes of caches before this one: a number names one refresh for ever.
      const run = Math.max(known, history?.lastRun() ?? 0) + 1;
      db.prepare(`INSERT INTO run (id, started, resources, state) VALUES (?, ?, ?, 'running')`).run(
        run,
        startedAt,
        JSON.stringify(resources),
      );
      db.prepare('DELETE FROM run WHERE id <= ?').run(run - RUNS_KEPT);
      return run;
    }),

    /** The last run, when it did not come to its end and can be taken up again. */
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
        ) as Partial<Record<ResourceName, Mark & { generation: number }>>,
      };
    },

    /** Begins a pass over a resource: a new generation. */
    beginPass: db.transaction((run: number, resource: ResourceName): number => {
      const last = db
        .prepare<[string], number>('SELECT generation FROM pass WHERE resource = ?')
        .pluck()
        .get(resource);
      const generation = (last ?? 0) + 1;
      db.prepare('INSERT OR REPLACE INTO pass VALUES (?, ?, ?, 0, 0, 0, 0)').run(resource, run, generation);
      db.prepare('DELETE FROM written WHERE resource = ?').run(resource); // its pages will be younger than these
      return generation;
    }),

    /** Stores a page; `rows`: made of it for a first fill. `repeated`: keys that this pass has seen before; `distinct`: different keys so far. */
    put(...page: Parameters<typeof storePage>) {
      try {
        return storePage(...page);
      } catch (error) {
        passes.forget(page[1]); // what it remembers of the pass was not stored
        throw error;
      }
    },

    /**
     * Ends a whole pass. What it did not see is gone, unless the pass is uncertain: so it is with a record that came
     * without its key, for it may be any of those that were not seen.
     */
    finishPass: db.transaction(
      (
        run: number,
        resource: ResourceName,
        generation: number,
        end: { asOf: string; uncertain: boolean },
      ) => {
        const on = statements(resource);
        const { table } = on;
        for (const index of indexes(table)) db.exec(index);
        const unnamed = on.unnamed.get(generation) ?? 0;
        const uncertain = end.uncertain || unnamed > 0;
        let gone = 0;
        if (!uncertain) {
          const left = db
            .prepare<[number], { n: number; key: string; title: string }>(
              `SELECT n, key, title FROM ${table.name} JOIN ${table.name}_state USING (n, key) WHERE generation < ?`,
            )
            .all(generation);
          for (const { n, key, title } of left) {
            const fields = lastValues(table.resource, on.raw.get(n) ?? '{}');
            note({ run, resource, n, key, title, kind: 'removed', fields });
            on.remove(n);
          }
          gone = left.length;
          if (gone > 0) markRows(resource);
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
        return { gone, unnamed };
      },
    ),

    /** Gives a pass up: what it stored stays, nothing counts as gone. */
    abandonPass(resource: ResourceName): void {
      passes.forget(resource);
      db.prepare('UPDATE pass SET page = 0 WHERE resource = ?').run(resource);
    },

    /** Ends a run with its last report. */
    finishRun(run: number, state: Run['state'], endedAt: string, progressJson: string): void {
      db.prepare('UPDATE run SET state = ?, ended = ?, progress = ? WHERE id = ?').run(
        state,
        endedAt,
        progressJson,
        run,
      );
      keepCounts(db);
      if (history) drainOutbox(db, history);
      setImmediate(() =>
        ifDiskLets(() => {
          moveLog(db);
          history?.trim();
          db.pragma('shrink_memory'); // the pages that a refresh went through are of no use afterwards
        }),
      );
    },

    close(): void {
      clearTimeout(leftOver);
      try {
        ifDiskLets(() => moveLog(db)); // who closes last does it anyway, but others may read still
      } finally {
        db.close();
        history?.close();
      }
    },
  };
}
