import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTables, indexes, tables, type Table } from '../../main/engine/cache/schema';
import { endpoints } from '../../main/engine/service/endpoints';
import { listsOf } from '../../main/engine/service/resource-endpoints';
import { openEncrypted, type Db } from '../../main/engine/sqlite/open-database';
import { tailsOf } from '../../main/engine/sqlite/words';
import type { Cell } from '../../preload/contract/query';
import { RESOURCE_NAMES, type ResourceName } from '../../preload/contract/resources';
import { megabytes } from './processes';

interface Page {
  readonly has_next?: boolean;
  readonly data?: readonly unknown[] | null;
}

/** The pages of every list that a refresh fetches, one after the other. */
async function* pages(baseUrl: string, apiKey: string): AsyncGenerator<[ResourceName, Page['data']]> {
  for (const name of RESOURCE_NAMES)
    for (const { endpoint, body } of listsOf(name))
      for (let number = 1, more = true; more; number += 1) {
        const { method, path: place } = endpoints[endpoint];
        const answer = await fetch(`${baseUrl}${place}?pager.limit=10000&pager.page=${number}`, {
          method,
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const page = JSON.parse(await answer.text()) as Page;
        yield [name, page.data];
        more = page.has_next ?? false;
      }
}

/**
 * What no refresh can be faster than: fetch + JSON.parse + bare insert, unencrypted and without an index, of every list
 * that a refresh fetches. Milliseconds, and the megabytes by which this process grew at most.
 */
export async function bareRefresh(
  baseUrl: string,
  apiKey: string,
): Promise<{ readonly ms: number; readonly memory: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-floor-'));
  const db = new Database(path.join(folder, 'floor.db'));
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE record (id INTEGER PRIMARY KEY, raw TEXT NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO record (raw) VALUES (?)');
  const before = megabytes([process.pid]);
  let peak = before;
  const started = performance.now();
  for await (const [, records] of pages(baseUrl, apiKey)) {
    db.transaction(() => {
      for (const record of records ?? []) insert.run(JSON.stringify(record));
    })();
    peak = Math.max(peak, megabytes([process.pid]));
  }
  const ms = performance.now() - started;
  db.close();
  rmSync(folder, { recursive: true });
  return { ms, memory: peak - before };
}

/**
 * The same into an encrypted database with the tables of the cache: columns, texts, keys, words and indexes are in their
 * places, made of the records as they came, one page after the other. Nothing is checked, compared or told. Milliseconds.
 */
export async function indexedRefresh(baseUrl: string, apiKey: string): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-floor-'));
  const db = openEncrypted(path.join(folder, 'floor.db'), '0'.repeat(64));
  createTables(db);
  db.pragma('wal_autocheckpoint = 65536'); // as the cache's writer has it: a log that is moved in between is encrypted twice
  const started = performance.now();
  const fill = new Map(tables.map((table) => [table.name, barelyInto(db, table)]));
  for await (const [name, records] of pages(baseUrl, apiKey))
    db.transaction(() => {
      for (const record of records ?? []) fill.get(name)?.(record);
    })();
  for (const index of tables.flatMap(indexes)) db.exec(index);
  const ms = performance.now() - started;
  db.close();
  rmSync(folder, { recursive: true });
  return ms;
}

/** Makes what puts a record into the tables of a list, without a look at what it has. */
function barelyInto(db: Db, { name, resource, columns, searched, stored }: Table): (record: unknown) => void {
  const putState = db.prepare(`INSERT OR IGNORE INTO ${name}_state VALUES (?, ?, '', '', 1, 0)`);
  const putRow = db.prepare(
    `INSERT INTO ${name} VALUES (${Array(5 + stored.length)
      .fill('?')
      .join(', ')})`,
  );
  const putRaw = db.prepare(`INSERT INTO ${name}_raw VALUES (?, ?, '')`);
  const putWords = db.prepare(`INSERT INTO ${name}_fts (rowid, words) VALUES (?, ?)`);
  const rest = stored.slice(columns.length).map(() => null);
  let n = 0;
  return (record) => {
    const fields = record as Readonly<Record<string, unknown>>;
    const cell = (field: string): Cell => {
      const value = fields[field] ?? null;
      return typeof value === 'boolean' || (typeof value === 'object' && value !== null)
        ? JSON.stringify(value)
        : (value as Cell);
    };
    const key = resource.key.map(cell).join('|');
    if (putState.run(n + 1, key).changes === 0) return;
    n += 1;
    const title = resource.title.map(cell).join(' ');
    const subtitle = resource.subtitle.map(cell).join(' ');
    putRow.run(n, key, title, subtitle, null, ...columns.map((column) => cell(column.name)), ...rest);
    putRaw.run(n, JSON.stringify(record));
    const words = searched.flatMap(({ name: searchedName, tail }) => {
      const one = cell(searchedName);
      return tail && one !== null ? [one, ...tailsOf(String(one))] : one;
    });
    putWords.run(n, words.join(' '));
  };
}
