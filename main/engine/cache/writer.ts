import { hash } from 'node:crypto';
import type { Statement } from 'better-sqlite3';
import type { Run } from '../../../preload/contract/live';
import type { ResourceName } from '../../../preload/contract/resources';
import { fieldChanges } from './changes';
import { extractor, type Extract } from './extract';
import { openCache } from './open-cache';
import type { Db } from '../open-database';
import { indexes, tables, type Table } from './schema';
import { indexed } from './words';

/** Changes of this many refreshes are kept. */
const RUNS_KEPT = 20;
const CACHE_KB = 32_000;
/** 512 MB of log. */
const CHECKPOINT_PAGES = 65_536;
/** What stays of the log file on disk afterwards. */
const LOG_BYTES = 16_000_000;

interface Mark {
  readonly source: number;
  readonly page: number;
  readonly limit: number;
}
type Known = { n: number; hash: string; generation: number };

/** The statements of one table, prepared once. */
interface Shelf {
  readonly table: Table;
  readonly extract: (raw: string) => Extract;
  readonly find: Statement<[string], Known>;
  readonly put: Statement;
  readonly putRaw: Statement<[number, string, string]>;
  /** Takes a row number for a new key; changes nothing when the key is known. */
  readonly claim: Statement<[number, string, string, number]>;
  readonly putState: Statement<[string, number, number]>;
  readonly putWords: Statement<[number, string]>;
  readonly dropWords: Statement<[number]>;
  readonly touch: Statement<[number, number]>;
  readonly raw: Statement<[number], string>;
  readonly nextN: Statement<[], number>;
  readonly seen: Statement<[number], number>;
}

const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');

function shelf(db: Db, table: Table): Shelf {
  const { name, columns } = table;
  return {
    table,
    extract: extractor(table),
    find: db.prepare(`SELECT n, hash, generation FROM ${name}_state WHERE key = ?`),
    put: db.prepare(`INSERT OR REPLACE INTO ${name} VALUES (${marks(5 + columns.length)})`),
    putRaw: db.prepare(`INSERT OR REPLACE INTO ${name}_raw VALUES (?, ?, ?)`),
    claim: db.prepare(`INSERT OR IGNORE INTO ${name}_state VALUES (?, ?, ?, ?)`),
    putState: db.prepare(`UPDATE ${name}_state SET hash = ?, generation = ? WHERE n = ?`),
    putWords: db.prepare(`INSERT INTO ${name}_fts (rowid, words) VALUES (?, ?)`),
    dropWords: db.prepare(`DELETE FROM ${name}_fts WHERE rowid = ?`),
    touch: db.prepare(`UPDATE ${name}_state SET generation = ? WHERE n = ?`),
    raw: db.prepare<[number], string>(`SELECT raw FROM ${name}_raw WHERE n = ?`).pluck(),
    nextN: db.prepare<[], number>(`SELECT coalesce(max(n), 0) + 1 FROM ${name}_state`).pluck(),
    seen: db.prepare<[number], number>(`SELECT count(*) FROM ${name}_state WHERE generation = ?`).pluck(),
  };
}

export type CacheWriter = ReturnType<typeof openWriter>;

/** The cache's writing end. Every method is one transaction; there is one writer at a time. */
export function openWriter(file: string, keyHex: string) {
  const { db } = openCache(file, keyHex);
  db.pragma('synchronous = NORMAL');
  db.pragma(`cache_size = -${CACHE_KB}`);
  // Moving pages out of the log means encrypting them once more: it waits until a refresh is over.
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma(`journal_size_limit = ${LOG_BYTES}`);
  const shelves = new Map(tables.map((table) => [table.name, shelf(db, table)]));
  const shelfOf = (name: ResourceName): Shelf => {
    const found = shelves.get(name);
    if (!found) throw new Error(`No table ${name}`);
    return found;
  };
  /** Different keys seen in the pass under way; counted once from the database when a pass is taken up again. */
  const distinct = new Map<ResourceName, { generation: number; keys: number; first: boolean }>();
  const putMark = db.prepare<[number, number, number, string]>(
    'UPDATE pass SET source = ?, page = ?, size = ? WHERE resource = ?',
  );
  const putChange = db.prepare<[number, string, string, string, string, string]>(
    'INSERT INTO change (run, resource, key, title, kind, fields) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const hasWhole = db.prepare<[string], number>('SELECT 1 FROM whole WHERE resource = ?').pluck();

  // A run that a kill broke off must not look like one that still goes on.
  db.exec(`UPDATE run SET state = 'interrupted' WHERE state IN ('running', 'paused')`);

  function passUnderWay(resource: ResourceName, generation: number) {
    const known = distinct.get(resource);
    if (known?.generation === generation) return known;
    const keys = shelfOf(resource).seen.get(generation) ?? 0;
    // The first fill of a table is not news: its records are counted, not listed as new.
    const state = { generation, keys, first: hasWhole.get(resource) === undefined };
    distinct.set(resource, state);
    return state;
  }

  function store(on: Shelf, n: number, extract: Extract, raw: string, at: string): void {
    const { key, title, subtitle, drift, cells, words } = extract;
    on.put.run(n, key, title, subtitle, drift, ...cells);
    on.putRaw.run(n, raw, at);
    on.putWords.run(n, indexed(words));
  }

  return {
    /** Begins a refresh; returns its number. */
    startRun: db.transaction((resources: ResourceName[], startedAt: string): number => {
      const { lastInsertRowid } = db
        .prepare(`INSERT INTO run (started, resources, state) VALUES (?, ?, 'running')`)
        .run(startedAt, JSON.stringify(resources));
      const run = Number(lastInsertRowid);
      db.prepare('DELETE FROM change WHERE run <= ?').run(run - RUNS_KEPT);
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
      return generation;
    }),

    /** Stores a page. `repeated`: keys that this pass has seen before; `distinct`: different keys so far. */
    put: db.transaction(
      (run: number, resource: ResourceName, generation: number, raws: readonly string[], mark: Mark) => {
        const on = shelfOf(resource);
        const pass = passUnderWay(resource, generation);
        const at = new Date().toISOString();
        const count = { added: 0, changed: 0, unchanged: 0, drifted: 0, repeated: 0 };
        let next = on.nextN.get() ?? 1;
        for (const raw of raws) {
          const extract = on.extract(raw);
          const digest = hash('sha1', raw, 'base64');
          if (extract.drift !== null) count.drifted += 1;
          if (on.claim.run(next, extract.key, digest, generation).changes === 1) {
            store(on, next, extract, raw, at);
            if (!pass.first) putChange.run(run, resource, extract.key, extract.title, 'new', '[]');
            next += 1;
            pass.keys += 1;
            count.added += 1;
            continue;
          }
          const known = on.find.get(extract.key);
          if (!known || known.generation === generation) {
            count.repeated += 1;
            continue;
          }
          pass.keys += 1;
          if (known.hash === digest) {
            on.touch.run(generation, known.n);
            count.unchanged += 1;
          } else {
            const fields = fieldChanges(on.table.resource, on.raw.get(known.n) ?? '{}', raw);
            on.dropWords.run(known.n);
            store(on, known.n, extract, raw, at);
            on.putState.run(digest, generation, known.n);
            putChange.run(run, resource, extract.key, extract.title, 'changed', JSON.stringify(fields));
            count.changed += 1;
          }
        }
        putMark.run(mark.source, mark.page, mark.limit, resource);
        return { ...count, distinct: pass.keys };
      },
    ),

    /** Ends a whole pass. What it did not see is gone, unless the pass is uncertain. */
    finishPass: db.transaction(
      (
        run: number,
        resource: ResourceName,
        generation: number,
        end: { asOf: string; uncertain: boolean },
      ) => {
        const { table } = shelfOf(resource);
        for (const index of indexes(table)) db.exec(index);
        let gone = 0;
        if (!end.uncertain) {
          const left = db
            .prepare<[number], { n: number; key: string; title: string }>(
              `SELECT n, key, title FROM ${table.name} JOIN ${table.name}_state USING (n, key) WHERE generation < ?`,
            )
            .all(generation);
          const drops = ['', '_raw', '_state'].map((part) =>
            db.prepare<[number]>(`DELETE FROM ${table.name}${part} WHERE n = ?`),
          );
          for (const { n, key, title } of left) {
            for (const drop of drops) drop.run(n);
            shelfOf(resource).dropWords.run(n);
            putChange.run(run, resource, key, title, 'gone', '[]');
          }
          gone = left.length;
        }
        db.prepare('INSERT OR REPLACE INTO whole VALUES (?, ?, ?)').run(
          resource,
          end.asOf,
          end.uncertain ? 1 : 0,
        );
        db.prepare('UPDATE pass SET finished = 1 WHERE resource = ?').run(resource);
        distinct.delete(resource);
        return { gone };
      },
    ),

    /** Gives a pass up: what it stored stays, nothing counts as gone. */
    abandonPass(resource: ResourceName): void {
      distinct.delete(resource);
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
      setImmediate(() => {
        if (db.open) db.pragma('wal_checkpoint(PASSIVE)');
      });
    },

    close(): void {
      db.close();
    },
  };
}
