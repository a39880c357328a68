import Database from 'better-sqlite3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTables, indexStatements, cacheTables, type TableSchema } from '#engine/cache/schema/schema';
import { endpoints } from '#engine/service/endpoints';
import { listsOf } from '#engine/service/resource-endpoints';
import { openEncrypted, type Db } from '#engine/sqlite/open-database';
import { searchTailsOf } from '#engine/sqlite/search-text';
import type { Cell } from '#contract/query';
import { RESOURCE_NAMES, type ResourceName } from '#contract/resources';
import { pssMegabytes } from './processes';

interface Page {
  readonly has_next?: boolean;
  readonly data?: readonly unknown[] | null;
}

/** Yields the pages of these lists, one after the other; by default those that a refresh fetches. */
async function* pages(
  baseUrl: string,
  apiKey: string,
  names: readonly ResourceName[] = RESOURCE_NAMES,
): AsyncGenerator<[ResourceName, Page['data']]> {
  for (const name of names)
    for (const { endpoint, body } of listsOf(name))
      for (let number = 1, more = true; more; number += 1) {
        const { method, path: endpointPath } = endpoints[endpoint];
        const read = async () => {
          const response = await fetch(`${baseUrl}${endpointPath}?pager.limit=10000&pager.page=${number}`, {
            method,
            headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          });
          return JSON.parse(await response.text()) as Page;
        };
        // The service may have closed a connection that was idle during another measurement.
        const page = await read().catch(read);
        yield [name, page.data];
        more = page.has_next ?? false;
      }
}

/**
 * Measures the baseline of a refresh: fetch + JSON.parse + bare insert of every list, unencrypted and without
 * an index. Returns milliseconds, and the peak growth of this process in megabytes.
 */
export async function bareRefresh(
  baseUrl: string,
  apiKey: string,
): Promise<{ readonly ms: number; readonly memory: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-baseline-'));
  const db = new Database(path.join(folder, 'baseline.db'));
  db.pragma('journal_mode = WAL');
  db.exec('CREATE TABLE record (id INTEGER PRIMARY KEY, raw TEXT NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO record (raw) VALUES (?)');
  const before = pssMegabytes([process.pid]);
  let peak = before;
  const started = performance.now();
  for await (const [, records] of pages(baseUrl, apiKey)) {
    db.transaction(() => {
      for (const record of records ?? []) insert.run(JSON.stringify(record));
    })();
    peak = Math.max(peak, pssMegabytes([process.pid]));
  }
  const ms = performance.now() - started;
  db.close();
  rmSync(folder, { recursive: true });
  return { ms, memory: peak - before };
}

/**
 * Does the same as `bareRefresh` with an encrypted database and the cache's tables: fills columns, texts, keys, words
 * and indexes from the records as received, page by page, without checking, comparing or reporting. Returns
 * milliseconds.
 */
export async function indexedRefresh(
  baseUrl: string,
  apiKey: string,
  names?: readonly ResourceName[],
): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-baseline-'));
  const db = openEncrypted(path.join(folder, 'baseline.db'), '0'.repeat(64));
  createTables(db);
  db.pragma('wal_autocheckpoint = 65536'); // as in the cache's writer: a checkpoint in between encrypts the log twice
  const started = performance.now();
  const fill = new Map(cacheTables.map((table) => [table.name, bareInsert(db, table)]));
  for await (const [name, records] of pages(baseUrl, apiKey, names))
    db.transaction(() => {
      for (const record of records ?? []) fill.get(name)?.(record);
    })();
  for (const index of cacheTables.flatMap(indexStatements)) db.exec(index);
  const ms = performance.now() - started;
  db.close();
  rmSync(folder, { recursive: true });
  return ms;
}

/** Returns a function that inserts a record into a list's tables, unless it has inserted its key before. */
function bareInsert(
  db: Db,
  { name, resource, columns, searched, stored }: TableSchema,
): (record: unknown) => void {
  const putState = db.prepare(`INSERT OR IGNORE INTO ${name}_state VALUES (?, ?, '', '', 1, 0)`);
  // The first five columns are n, key, title, subtitle and drift.
  const putRow = db.prepare(
    `INSERT INTO ${name} VALUES (${Array(5 + stored.length)
      .fill('?')
      .join(', ')})`,
  );
  const putRaw = db.prepare(`INSERT INTO ${name}_raw VALUES (?, ?, '')`);
  const putWords = db.prepare(`INSERT INTO ${name}_fts (rowid, words) VALUES (?, ?)`);
  const nulls = stored.slice(columns.length).map(() => null);
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
    putRow.run(n, key, title, subtitle, null, ...columns.map((column) => cell(column.name)), ...nulls);
    putRaw.run(n, JSON.stringify(record));
    const searchTexts = searched.flatMap(({ name: searchedName, searchBySuffix }) => {
      const text = cell(searchedName);
      return searchBySuffix && text !== null ? [text, ...searchTailsOf(String(text))] : text;
    });
    putWords.run(n, searchTexts.join(' '));
  };
}
