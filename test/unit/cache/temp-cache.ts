import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Query } from '#contract/query';
import type { ResourceName } from '#contract/resources';
import { recordBytesOf } from '#engine/cache/schema/nightly-dates';
import { pageRowBuilder } from '#engine/cache/ingest/page-rows';
import { tableNamed } from '#engine/cache/schema/schema';
import { packRecords, unpackRecords } from '#engine/wire/packed-records';
import { createReader, type CacheReader } from '#engine/cache/query/reader';
import { openWriter, type CacheFileWriter } from '#engine/cache/ingest/writer';
import { createHistoryReader, type HistoryReader } from '#engine/history/history-reader';
import { HISTORY_FILE } from '#engine/history/history-writer';
import { closeAfterTest, addCleanup } from '../../support/cleanups';
import { newDatabase } from '../../support/new-database';

export const CACHE_KEY = '5a'.repeat(32);
export const OTHER_KEY = '6b'.repeat(32);

const NAME = 'cache.db';
const putNewCache = newDatabase((folder) => openWriter(path.join(folder, NAME), CACHE_KEY).close());

/** Returns a file in a new folder; the file does not exist yet. */
export function missingFile(name = NAME): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-cache-'));
  addCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, name);
}

/** Returns a file with a new, empty cache under CACHE_KEY, with its history next to it. */
export function tempCacheFile(): string {
  const file = missingFile();
  putNewCache(path.dirname(file));
  return file;
}

export const writerAt = (file: string): CacheFileWriter => closeAfterTest(openWriter(file, CACHE_KEY));
/** Opens the history next to a cache, for reading. */
export const historyAt = (file: string): HistoryReader =>
  closeAfterTest(createHistoryReader(path.join(path.dirname(file), HISTORY_FILE), CACHE_KEY));
export const readerAt = (file: string): CacheReader => closeAfterTest(createReader(file, CACHE_KEY));

/** Returns records as the service's JSON text; a text is used as it is. */
export const toRawTexts = (records: readonly unknown[]): string[] =>
  records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));

export interface RefreshOutcome {
  readonly run: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly drifted: number;
  readonly repeated: number;
  readonly distinct: number;
  readonly removed: number;
  readonly withoutKey: number;
}

/** Refreshes one resource completely, in pages with prepared rows, which the writer uses in a first refresh only. */
export function refreshCache(
  writer: CacheFileWriter,
  resource: ResourceName,
  listed: readonly unknown[],
  { uncertain = false, pageSize = 1_000 }: { uncertain?: boolean; pageSize?: number } = {},
): RefreshOutcome {
  const run = writer.startRun([resource], '2026-01-02T03:04:05.000Z');
  const generation = writer.beginPass(run, resource);
  const sum = { added: 0, changed: 0, unchanged: 0, drifted: 0, repeated: 0, distinct: 0 };
  const texts = toRawTexts(listed);
  for (let offset = 0, page = 1; offset === 0 || offset < texts.length; offset += pageSize, page += 1) {
    const records = unpackRecords(
      packRecords(recordBytesOf(resource, texts.slice(offset, offset + pageSize))),
    );
    const position = { source: 0, page, limit: pageSize };
    const rows = pageRowBuilder(tableNamed(resource))(records);
    const stored = writer.put(run, resource, generation, records, position, rows);
    for (const name of ['added', 'changed', 'unchanged', 'drifted', 'repeated'] as const)
      sum[name] += stored[name];
    sum.distinct = stored.distinct;
  }
  const { removed, withoutKey } = writer.finishPass(run, resource, generation, {
    asOf: '2026-01-02T03:04:05.000Z',
    uncertain,
  });
  writer.finishRun(run, 'done', '2026-01-02T03:05:00.000Z', '{}');
  return { run, ...sum, removed, withoutKey };
}

/** Stores a completed refresh that ended with these states of lists; a skipped one was refused. */
export function storeRun(
  writer: CacheFileWriter,
  states: Partial<Record<ResourceName, 'done' | 'skipped' | 'failed'>>,
): void {
  const at = '2026-01-02T03:04:05.000Z';
  const counts = { records: 0, total: null, added: 0, changed: 0, removed: 0, drifted: 0 };
  const resources = Object.entries(states).map(([resource, state]) => ({
    ...{ resource, state, ...counts, rate: 0, secondsLeft: null, uncertain: false },
    ...(state === 'done' ? {} : { failure: { kind: 'not-allowed', status: 403 } }),
  }));
  const id = writer.startRun(Object.keys(states) as ResourceName[], at);
  const run = { id, state: 'done', startedAt: at, endedAt: at, resources };
  writer.finishRun(id, 'done', at, JSON.stringify(run));
}

/** Returns a reader of a new cache with these records, and lists that the last refresh skipped as refused. */
export function readerWith(
  records: Partial<Record<ResourceName, readonly unknown[]>>,
  refused: readonly ResourceName[] = [],
): CacheReader {
  const file = tempCacheFile();
  const writer = openWriter(file, CACHE_KEY);
  for (const [resource, list] of Object.entries(records))
    refreshCache(writer, resource as ResourceName, list);
  if (refused.length > 0)
    storeRun(writer, Object.fromEntries(refused.map((resource) => [resource, 'skipped'])));
  writer.close();
  return readerAt(file);
}

export interface SharedCache {
  /** Returns a reader of the cache, in which the named lists now contain exactly these records. */
  readerWith(records: Partial<Record<ResourceName, readonly unknown[]>>): CacheReader;
  close(): void;
}

/** Creates one cache for the read-only tests of a file: creating a cache takes longer than most of them. */
export function createSharedCache(): SharedCache {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-cache-'));
  putNewCache(folder);
  const file = path.join(folder, NAME);
  const writer = openWriter(file, CACHE_KEY);
  const reader = createReader(file, CACHE_KEY);
  return {
    readerWith(records) {
      for (const [resource, list] of Object.entries(records))
        refreshCache(writer, resource as ResourceName, list);
      reader.refresh();
      return reader;
    },
    close() {
      reader.close();
      writer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const queryOf = (request: Partial<Query> = {}): Query => ({
  resource: 'accounts',
  search: '',
  filters: [],
  sort: { field: 'name', descending: false },
  ...request,
});

/** Returns the keys of a query's rows, in order. */
export const queriedKeys = (reader: CacheReader, request: Partial<Query> = {}): string[] =>
  reader.keys({ query: queryOf(request), offset: 0, limit: 10_000 }).keys;

/** Returns accounts in the writer's form. */
export const toAccountRecords = (records: readonly unknown[]) =>
  recordBytesOf('accounts', toRawTexts(records));
