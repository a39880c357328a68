import { hash } from 'node:crypto';
import type { Run } from '../../../preload/contract/calls/live';
import type { ResourceName } from '../../../preload/contract/resources';
import { fieldChanges, type FieldChange } from './changes';
import type { Extract } from './extract';
import { KnownOrder } from './known-order';
import { codeOf } from '../../common/error-code';
import { type Db } from '../sqlite/open-database';
import { openCache } from './open-cache';
import { indexes, tables } from './schema';
import { tableStatements, type TableStatements } from './table-statements';

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
/** The pass under way over one resource. */
interface Pass {
  readonly generation: number;
  /** Different keys seen in it; counted once from the database when a pass is taken up again. */
  keys: number;
  /** The first fill of a table is not news: its records are counted, not listed as new. */
  readonly first: boolean;
  readonly order: KnownOrder;
}

export type CacheWriter = ReturnType<typeof writerOn>;

/** Opens the cache for writing; fails as openCache does. */
export function openWriter(file: string, keyHex: string) {
  const { db, rebuilt } = openCache(file, keyHex);
  return { ...writerOn(db), /** What was there had another layout, and was begun anew. */ rebuilt };
}

/** The cache's writing end. Every method is one transaction; there is one writer at a time. */
export function writerOn(db: Db) {
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
  const passes = new Map<ResourceName, Pass>();
  const putMark = db.prepare<[number, number, number, string]>(
    'UPDATE pass SET source = ?, page = ?, size = ? WHERE resource = ?',
  );
  const putChange = db.prepare<[number, string, string, string, string, string]>(
    'INSERT INTO change (run, resource, key, title, kind, fields) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const hasWhole = db.prepare<[string], number>('SELECT 1 FROM whole WHERE resource = ?').pluck();

  // A run that a kill broke off must not look like one that still goes on.
  db.exec(`UPDATE run SET state = 'interrupted' WHERE state IN ('running', 'paused')`);

  function passUnderWay(resource: ResourceName, generation: number): Pass {
    const known = passes.get(resource);
    if (known?.generation === generation) return known;
    const on = statements(resource);
    const state = {
      generation,
      keys: on.seen.get(generation) ?? 0,
      first: hasWhole.get(resource) === undefined,
      order: new KnownOrder(on, generation),
    };
    passes.set(resource, state);
    return state;
  }

  const storePage = db.transaction(
    (run: number, resource: ResourceName, generation: number, raws: readonly string[], mark: Mark) => {
      const on = statements(resource);
      const pass = passUnderWay(resource, generation);
      const { order } = pass;
      const at = new Date().toISOString();
      const count = { added: 0, changed: 0, unchanged: 0, drifted: 0, repeated: 0 };
      const note = (kind: 'new' | 'changed', { key, title }: Extract, fields: readonly FieldChange[]) =>
        putChange.run(run, resource, key, title, kind, JSON.stringify(fields));
      let next = on.nextN.get() ?? 1;
      for (const raw of raws) {
        const digest = hash('sha1', raw, 'base64');
        const expected = order.take(digest);
        if (expected) {
          count.drifted += expected.drifted;
          if (expected.generation === generation) count.repeated += 1;
          else count.unchanged += 1;
          continue;
        }
        order.settle();
        const extract = on.extract(raw);
        const drifted = extract.drift === null ? 0 : 1;
        count.drifted += drifted;
        if (on.claim.run(next, extract.key, digest, generation, drifted).changes === 1) {
          on.store(next, extract, raw, at);
          if (!pass.first) note('new', extract, []);
          next += 1;
          count.added += 1;
          continue;
        }
        const known = on.find.get(extract.key);
        if (known) order.moveTo(known.n + 1);
        if (!known || known.generation === generation) {
          count.repeated += 1;
          continue;
        }
        if (known.hash === digest) {
          on.touch.run(generation, known.n, known.n);
          count.unchanged += 1;
          continue;
        }
        const fields = fieldChanges(on.table.resource, on.raw.get(known.n) ?? '{}', raw);
        on.dropWords.run(known.n);
        on.store(known.n, extract, raw, at);
        on.putState.run(digest, generation, drifted, known.n);
        // The same record written otherwise is no news.
        if (fields.length === 0) count.unchanged += 1;
        else {
          note('changed', extract, fields);
          count.changed += 1;
        }
      }
      order.settle();
      pass.keys += count.added + count.changed + count.unchanged;
      putMark.run(mark.source, mark.page, mark.limit, resource);
      return { ...count, distinct: pass.keys };
    },
  );

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
    put(run: number, resource: ResourceName, generation: number, raws: readonly string[], mark: Mark) {
      try {
        return storePage(run, resource, generation, raws, mark);
      } catch (error) {
        passes.delete(resource); // what it remembers of the pass was not stored
        throw error;
      }
    },

    /** Ends a whole pass. What it did not see is gone, unless the pass is uncertain. */
    finishPass: db.transaction(
      (
        run: number,
        resource: ResourceName,
        generation: number,
        end: { asOf: string; uncertain: boolean },
      ) => {
        const { table } = statements(resource);
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
            statements(resource).dropWords.run(n);
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
        passes.delete(resource);
        return { gone };
      },
    ),

    /** Gives a pass up: what it stored stays, nothing counts as gone. */
    abandonPass(resource: ResourceName): void {
      passes.delete(resource);
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
        try {
          if (!db.open) return; // the connection was closed meanwhile
          db.pragma('wal_checkpoint(PASSIVE)');
          db.pragma('shrink_memory'); // the pages that a refresh went through are of no use afterwards
        } catch (error) {
          // What could not be moved stays in the log, whole, until the next time; a write that needs room will say so.
          if (!/^SQLITE_(FULL|IOERR|BUSY)/.test(codeOf(error))) throw error;
        }
      });
    },

    close(): void {
      db.close();
    },
  };
}
