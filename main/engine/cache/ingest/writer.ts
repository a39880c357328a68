import path from 'node:path';
import type { Run } from '#contract/calls/live';
import { getOrCompute } from '#contract/maps';
import type { ResourceName } from '#contract/resources';
import { changeRecorder } from './change-notes';
import { lastValues } from './changes';
import { errorCodeOf } from '#common/error-code';
import { reportingDamage, watchDamage } from '../schema/damage';
import { HISTORY_FILE, openHistoryWriter, type HistoryWriter } from '../../history/history-writer';
import { buildOrClose, type Db } from '../../sqlite/open-database';
import { openCache } from '../schema/open-cache';
import { drainOutbox } from './outbox';
import { pageWriter } from './page-writer';
import { ActivePasses } from './active-passes';
import { RecordWriter } from './record-writer';
import { countRows, storeCounts } from './row-counts';
import { tableVersionBumper } from './table-versions';
import { indexStatements, tableNamed } from '../schema/schema';
import { tableStatements, type TableStatements } from '../schema/table-statements';
import { FetchWatermarks, type ClockPair, type FetchWatermark } from './fetch-watermarks';
import type { PagePosition, PassEnd, QuickPassEnd } from '../worker/writer';

/** Number of refreshes kept in the cache; the history keeps more. */
const MAX_RUNS = 20;
const CACHE_KB = 32_000;
/** 512 MB of WAL. */
const CHECKPOINT_PAGES = 65_536;
/** Maximum size of a WAL file that could not be truncated. */
const MAX_WAL_FILE_BYTES = 16_000_000;
/** Delay after opening before a leftover WAL is checkpointed; by then lists are on screen. */
const LEFTOVER_WAL_DELAY_MS = 5_000;

interface CacheFileWriterOptions {
  readonly history?: HistoryWriter;
  /** The cache had another layout and was rebuilt. */
  readonly wasRebuilt?: boolean;
  /** Runs between the records of a page (cache/worker/reader-priority). */
  readonly yieldToReaders?: (() => void) | undefined;
}

/**
 * Opens the cache for writing, with its change history; fails as openCache and openHistory do. `yieldToReaders`
 * runs between the records of a page (cache/worker/reader-priority).
 */
export function openWriter(file: string, keyHex: string, yieldToReaders?: () => void): CacheFileWriter {
  const kind = 'history-unreadable'; // damage in the history must not look like damage in the cache, which would be quarantined
  const historyFile = path.join(path.dirname(file), HISTORY_FILE);
  const history = watchDamage(
    reportingDamage(kind, () => openHistoryWriter(historyFile, keyHex)),
    kind,
  );
  try {
    // Moves the changes recorded by a cache of another layout to the history before the cache is rebuilt.
    const { db, wasRebuilt } = openCache(file, keyHex, (old) => {
      markActiveRunsInterrupted(old);
      drainOutbox(old, history);
    });
    return buildOrClose(db, () => new CacheFileWriter(db, { history, wasRebuilt, yieldToReaders }));
  } catch (error) {
    history.close();
    throw error;
  }
}

/** A run that a killed process left must not look active. */
function markActiveRunsInterrupted(db: Db): void {
  db.exec(`UPDATE run SET state = 'interrupted' WHERE state IN ('running', 'paused')`);
}

/** The writing side of the cache; there is only one writer. Each page, pass and edit is one transaction. */
export class CacheFileWriter {
  /** The cache had another layout and was rebuilt. */
  readonly wasRebuilt: boolean;
  /** The history was unreadable and was quarantined. */
  readonly wasHistoryReplaced: boolean;
  readonly #db: Db;
  readonly #history: HistoryWriter | undefined;
  /** Prepared when a table is first written: preparing all of them takes longer than opening the file. */
  readonly #statementsByTable = new Map<ResourceName, TableStatements>();
  readonly #passes: ActivePasses;
  readonly #watermarks: FetchWatermarks;
  readonly #note: ReturnType<typeof changeRecorder>;
  readonly #bumpTableVersion: ReturnType<typeof tableVersionBumper>;
  readonly #storePage: ReturnType<typeof pageWriter>;
  readonly #records: RecordWriter;
  readonly #selectActiveRun;
  readonly #leftoverWalTimer: NodeJS.Timeout;

  constructor(db: Db, { history, wasRebuilt = false, yieldToReaders }: CacheFileWriterOptions = {}) {
    this.wasRebuilt = wasRebuilt;
    this.wasHistoryReplaced = history?.wasReplaced ?? false;
    this.#db = db;
    this.#history = history;
    db.pragma('synchronous = NORMAL');
    db.pragma(`cache_size = -${CACHE_KB}`);
    // A checkpoint encrypts pages again, so it waits until a refresh is over.
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    db.pragma(`journal_size_limit = ${MAX_WAL_FILE_BYTES}`);
    const statements = (name: ResourceName) => this.#statements(name);
    this.#watermarks = new FetchWatermarks(db);
    this.#passes = new ActivePasses(db, this.#watermarks);
    this.#note = changeRecorder(db);
    this.#bumpTableVersion = tableVersionBumper(db);
    this.#storePage = pageWriter(
      db,
      this.#passes,
      statements,
      this.#note,
      this.#bumpTableVersion,
      yieldToReaders,
    );

    markActiveRunsInterrupted(db);
    if (history) drainOutbox(db, history); // left by a killed process

    this.#records = new RecordWriter(
      db,
      this.#passes,
      statements,
      this.#note,
      this.#bumpTableVersion,
      this.#watermarks,
    );
    this.#selectActiveRun = db
      .prepare<[], 1>(`SELECT 1 FROM run WHERE state IN ('running', 'paused')`)
      .pluck();
    // A process that closes right after a refresh may end before its checkpoint, so a later start catches up.
    this.#leftoverWalTimer = setTimeout(() => {
      if (db.open && this.#selectActiveRun.get() === undefined)
        this.#unlessDiskFails(() => checkpointWal(db));
    }, LEFTOVER_WAL_DELAY_MS).unref();
  }

  #statements(name: ResourceName): TableStatements {
    return getOrCompute(this.#statementsByTable, name, () => tableStatements(this.#db, tableNamed(name)));
  }

  /** Runs background work; if the disk is full or fails, or the database is busy, the work is retried next time. */
  #unlessDiskFails(work: () => void): void {
    if (!this.#db.open) return; // the connection has closed since
    try {
      work();
    } catch (error) {
      if (!/^SQLITE_(FULL|IOERR|BUSY)/.test(errorCodeOf(error))) throw error; // a write that needs space will report it
    }
  }

  putRecords(...put: Parameters<RecordWriter['putRecords']>): { put: number } {
    const [, , edited] = put;
    const stored = this.#records.putRecords(...put);
    // During a refresh, its end moves these changes to the history along with its own.
    if (this.#history && edited && this.#selectActiveRun.get() === undefined)
      drainOutbox(this.#db, this.#history);
    return stored;
  }

  removeRecords(...removal: Parameters<RecordWriter['removeRecords']>): { removed: number } {
    const removed = this.#records.removeRecords(...removal);
    if (this.#history && this.#selectActiveRun.get() === undefined) drainOutbox(this.#db, this.#history);
    return removed;
  }

  /** Starts a refresh; returns its number. */
  startRun(resources: ResourceName[], startedAt: string): number {
    return this.#db.transaction(() => {
      const known = this.#db.prepare<[], number>('SELECT ifnull(max(id), 0) FROM run').pluck().get() ?? 0;
      // The history also has refreshes of earlier caches; a number identifies one refresh permanently.
      const run = Math.max(known, this.#history?.lastRun() ?? 0) + 1;
      this.#db
        .prepare(`INSERT INTO run (id, started, resources, state) VALUES (?, ?, ?, 'running')`)
        .run(run, startedAt, JSON.stringify(resources));
      this.#db.prepare('DELETE FROM run WHERE id <= ?').run(run - MAX_RUNS);
      return run;
    })();
  }

  /** Returns the last run if it is incomplete and can resume. */
  interruptedRun() {
    const run = this.#db
      .prepare<[], { id: number; started: string; state: string }>(
        'SELECT id, started, state FROM run ORDER BY id DESC LIMIT 1',
      )
      .get();
    if (!run || run.state === 'done') return null;
    const passes = this.#db
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
      ) as Partial<Record<ResourceName, PagePosition & { generation: number }>>,
    };
  }

  /** Starts a pass over a resource with a new generation. */
  beginPass(run: number, resource: ResourceName): number {
    return this.#db.transaction(() => {
      const last = this.#db
        .prepare<[string], number>('SELECT generation FROM pass WHERE resource = ?')
        .pluck()
        .get(resource);
      const generation = (last ?? 0) + 1;
      this.#db
        .prepare('INSERT OR REPLACE INTO pass VALUES (?, ?, ?, 0, 0, 0, 0)')
        .run(resource, run, generation);
      this.#db.prepare('DELETE FROM written WHERE resource = ?').run(resource); // the new pass reads later versions of them
      return generation;
    })();
  }

  /**
   * Stores a page. `chunks`: prepared rows for a first fill. `repeated`: keys already seen in this pass;
   * `distinct`: distinct keys so far.
   */
  put(...page: Parameters<ReturnType<typeof pageWriter>>) {
    try {
      return this.#storePage(...page);
    } catch (error) {
      this.#passes.forget(page[1]); // its memory of the pass was not stored
      throw error;
    }
  }

  /**
   * Completes a pass. Records it did not see are removed, unless the pass is uncertain. A record without
   * its key makes it uncertain, because it may be any of those not seen.
   */
  finishPass(run: number, resource: ResourceName, generation: number, end: PassEnd) {
    return this.#db.transaction(() => {
      const statements = this.#statements(resource);
      const { table } = statements;
      // After the first fill, the indexes exist already.
      for (const statement of indexStatements(table)) this.#db.exec(statement);
      const withoutKey = statements.withoutKey.get(generation) ?? 0;
      const uncertain = end.uncertain || withoutKey > 0;
      let removedCount = 0;
      if (!uncertain) {
        const missing = this.#db
          .prepare<[number], { n: number; key: string; title: string }>(
            `SELECT n, key, title FROM ${table.name} JOIN ${table.name}_state USING (n, key) WHERE generation < ?`,
          )
          .all(generation);
        for (const { n, key, title } of missing) {
          const fields = lastValues(table.resource, statements.raw.get(n) ?? '{}');
          this.#note({ run, resource, n, key, title, kind: 'removed', fields });
          statements.remove(n);
        }
        removedCount = missing.length;
        if (removedCount > 0) this.#bumpTableVersion(resource);
      }
      const clocks = uncertain ? undefined : end.clocks;
      this.#watermarks.set(resource, clocks && this.#nextWatermark(statements, generation, clocks));
      this.#endPass(resource, end.asOf, uncertain);
      return { removed: removedCount, withoutKey };
    })();
  }

  #endPass(resource: ResourceName, asOf: string, uncertain: boolean): void {
    this.#db
      .prepare('INSERT OR REPLACE INTO whole VALUES (?, ?, ?, ?)')
      .run(resource, asOf, new Date().toISOString(), uncertain ? 1 : 0);
    this.#db.prepare('UPDATE pass SET finished = 1 WHERE resource = ?').run(resource);
    this.#db.prepare('DELETE FROM written WHERE resource = ?').run(resource);
    this.#passes.forget(resource);
  }

  /** Returns the watermark for the next quick pass, if the change times of all records were read. */
  #nextWatermark(
    statements: TableStatements,
    generation: number,
    clocks: ClockPair,
  ): FetchWatermark | undefined {
    const { name } = statements.table;
    const { times } = this.#passes.passFor(statements, generation);
    if (times?.areTimesUnreliable(clocks)) this.#watermarks.noteBackdated(name);
    // A resumed pass has not seen the pages before the interruption.
    if (times?.recordCount !== countRows(this.#db, name).count) return undefined;
    const evidence = times.evidence(clocks.service);
    return evidence && { ...clocks, complete: clocks.own, evidence };
  }

  fetchWatermark(resource: ResourceName): FetchWatermark | null {
    return this.#watermarks.watermarkOf(resource) ?? null;
  }

  /**
   * Completes a quick pass if it proves the list: the cache has as many records as the service, and as many
   * with change times since the evidence. Otherwise nothing changes, and the list needs a complete
   * pass.
   */
  finishQuickPass(resource: ResourceName, generation: number, end: QuickPassEnd): boolean {
    return this.#db.transaction(() => {
      const statements = this.#statements(resource);
      const watermark = this.#watermarks.watermarkOf(resource);
      const { times } = this.#passes.passFor(statements, generation);
      const evidenceDelta = times?.evidenceDelta;
      if (!watermark || evidenceDelta === undefined || times?.isBackdated) return false;
      const { since, count } = watermark.evidence;
      if (count + evidenceDelta !== end.found || (statements.withoutKey.get(generation) ?? 0) > 0)
        return false;
      if (countRows(this.#db, resource).count !== end.total) return false;
      this.#watermarks.set(resource, {
        ...end.clocks,
        complete: watermark.complete,
        evidence: { since, count: end.found },
      });
      this.#endPass(resource, end.asOf, false);
      return true;
    })();
  }

  /** Abandons a pass: its records stay, and nothing counts as removed. */
  abandonPass(resource: ResourceName): void {
    this.#passes.forget(resource);
    this.#db.prepare('UPDATE pass SET page = 0 WHERE resource = ?').run(resource);
  }

  /** Completes a run and stores its report. */
  finishRun(run: number, state: Run['state'], endedAt: string, progressJson: string): void {
    this.#db
      .prepare('UPDATE run SET state = ?, ended = ?, progress = ? WHERE id = ?')
      .run(state, endedAt, progressJson, run);
    storeCounts(this.#db);
    if (this.#history) drainOutbox(this.#db, this.#history);
    setImmediate(() =>
      this.#unlessDiskFails(() => {
        checkpointWal(this.#db);
        this.#history?.trim();
        this.#db.pragma('shrink_memory'); // the pages read by a refresh are no longer useful
      }),
    );
  }

  close(): void {
    clearTimeout(this.#leftoverWalTimer);
    try {
      this.#unlessDiskFails(() => checkpointWal(this.#db)); // the last connection does this on close, but others may still read
    } finally {
      this.#db.close();
      this.#history?.close();
    }
  }
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
