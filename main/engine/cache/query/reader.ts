import { refreshRun, type ResourceState } from '#contract/calls/live';
import type { ColumnTotal, ListHits } from '#contract/calls/engine-core';
import type { Cell, CollapsedGroups, Query, Row, RowRange } from '#contract/query';
import { MAIN_LIST, RESOURCE_NAMES, resourceNamed, type ResourceName } from '#contract/resources';
import { accountsByNumber } from './account-lookup';
import { accountCodes, type AccountCodes } from './account-codes';
import { chosenRows, selectedRows, rangeRows, type SelectionRequest, type RangeRequest } from './chosen-rows';
import { findRecords } from '../search/find-records';
import { GroupedRows, isGrouped } from './grouped';
import { linksOf } from './links';
import { defineCollationFunction } from '../schema/collation-key';
import { keysByName } from '../search/named-rows';
import { namesInRows, type NamesInRows } from '../ingest/names-in-rows';
import { buildOrClose, openEncrypted, type Db } from '../../sqlite/open-database';
import { storedCounts } from '../ingest/row-counts';
import { SortOrderPrefetch } from './sort-order-prefetch';
import { tableVersions } from '../ingest/table-versions';
import { rowsOfKeys, rowsOfNumbers, scanner, type ScannedRow } from './scan';
import { wasClosedCleanly, tableNamed, cacheTables } from '../schema/schema';
import { TableReader, type SizeThresholds } from './table-reader';
import type { CachedRecord } from './table-records';
import { searchWordsOf } from '#contract/text';

/** Rows per chunk when many rows are copied. */
const CHUNK_ROWS = 1_000;
const NO_KEYS: ReadonlySet<string> = new Set();

interface Options extends SizeThresholds {
  readonly version?: number | undefined;
  /** Called when the user waits for the rows of a list. */
  readonly onListRequest?: (() => void) | undefined;
}

/** Opens the reading side of the cache on a read-only connection. */
export function createReader(file: string, keyHex: string, options: Options = {}): CacheReader {
  const db = openEncrypted(file, keyHex, { readonly: true });
  return buildOrClose(db, () => new CacheReader(db, options));
}

/** The reading side of the cache: lists, searches and records. */
export class CacheReader {
  readonly #db: Db;
  #version;
  readonly #onListRequest: Options['onListRequest'];
  readonly #readers: Map<string, TableReader>;
  #reads = 0;
  #lastDataVersion;
  #tableVersions;
  #resourceStates: ResourceState[] | undefined;
  readonly #prefetch;

  constructor(db: Db, { version = 1, onListRequest, ...sizes }: Options) {
    this.#db = db;
    this.#version = version;
    this.#onListRequest = onListRequest;
    defineCollationFunction(db);
    this.#readers = new Map(
      cacheTables.map((table) => [
        table.name,
        new TableReader(db, table, sizes, (name) => this.#readers.get(name)),
      ]),
    );
    this.#lastDataVersion = this.#dataVersion();
    this.#tableVersions = tableVersions(db);
    this.#prefetch = new SortOrderPrefetch(db, this.#readers);
  }

  /** Incremented by `refresh` when rows have changed. */
  get version(): number {
    return this.#version;
  }

  /** Returns whether a writer would have nothing to repair first (cache/schema). */
  wasClosedCleanly(): boolean {
    return wasClosedCleanly(this.#db);
  }

  /**
   * Prefetches for a few milliseconds what the writer has stored since; lists still answer from the old
   * state. Returns false when `refresh` can follow.
   */
  prefetchOrders(): boolean {
    return this.#dataVersion() !== this.#lastDataVersion && this.#prefetch.step(this.#tableVersions);
  }

  /** Publishes what the writer has stored since, list by list. Returns whether anything changed. */
  refresh(): boolean {
    const dataVersion = this.#dataVersion();
    if (dataVersion === this.#lastDataVersion) return false;
    this.#lastDataVersion = dataVersion;
    this.#version += 1;
    this.#resourceStates = undefined;
    const previousVersions = this.#tableVersions;
    this.#tableVersions = tableVersions(this.#db);
    const changed = new Set(
      [...this.#tableVersions].flatMap(([name, version]) =>
        version === previousVersions.get(name) ? [] : name,
      ),
    );
    for (const reader of this.#readers.values()) reader.forget(changed);
    this.#prefetch.install(this.#tableVersions);
    return true;
  }

  /** Number of requests so far; background work waits until it stops growing. */
  get reads(): number {
    return this.#reads;
  }

  /**
   * Prepares searches in long lists for `budgetMs` milliseconds, or one index query (about a tenth of a second
   * for a million rows). Returns false when nothing is left to do.
   */
  prepare(budgetMs: number): boolean {
    const until = performance.now() + budgetMs;
    for (const reader of this.#readers.values())
      while (reader.prepare()) if (performance.now() > until) return true;
    return false;
  }

  /** Frees the pages read so far, up to 16 MB; searches in a prepared list rarely read them again. */
  freeReadPages(): void {
    this.#db.pragma('shrink_memory');
  }

  states(): ResourceState[] {
    if (this.#resourceStates) return this.#resourceStates;
    const fetches = completedFetches(this.#db);
    for (const [name, counts] of storedCounts(this.#db, this.#tableVersions))
      this.#readers.get(name)?.setCounts(counts);
    this.#resourceStates = RESOURCE_NAMES.map((resource) => ({
      resource,
      count: this.#readerOf(resource).count(),
      drifted: this.#readerOf(resource).drifted(),
      asOf: fetches.get(resource)?.asOf ?? null,
      uncertain: fetches.get(resource)?.uncertain ?? false,
    }));
    return this.#resourceStates;
  }

  /** Returns the lists that have a completed fetch, without counting rows. */
  completedLists(): ResourceName[] {
    const fetches = completedFetches(this.#db);
    return RESOURCE_NAMES.filter((resource) => fetches.has(resource));
  }

  /**
   * Returns the lists that the service refused in the latest refresh that read or skipped them: this key or firm has no
   * access to them, or none exists.
   */
  refusedLists(): ResourceName[] {
    const reports = this.#db
      .prepare<[], string>('SELECT progress FROM run WHERE progress IS NOT NULL ORDER BY id DESC')
      .pluck()
      .all();
    const isRefused = new Map<ResourceName, boolean>();
    for (const report of reports)
      for (const { resource, state, failure } of refreshRun.safeParse(JSON.parse(report)).data?.resources ??
        [])
        if ((state === 'done' || state === 'skipped') && !isRefused.has(resource))
          isRefused.set(resource, state === 'skipped' && failure !== undefined);
    return RESOURCE_NAMES.filter((resource) => isRefused.get(resource));
  }

  /** Returns the approximate length of a list without counting; removed rows may be included. */
  approximateCount(resource: ResourceName): number {
    return this.#readerOf(resource).approximateCount();
  }

  window({ query, columns, offset, limit, collapsed }: WindowRequest): WindowAnswer {
    this.#onListRequest?.();
    const reader = this.#readerOf(query.resource);
    if (isGrouped(query))
      return {
        ...new GroupedRows(reader, query, collapsed).window(columns, offset, limit),
        version: this.#version,
      };
    const head = offset === 0 ? reader.head(query, limit) : undefined;
    if (head) return { rows: reader.cells(head, columns), total: reader.count(), version: this.#version };
    const { rows, total } = reader.range(query, offset, limit);
    return { rows: reader.cells(rows, columns), total, version: this.#version };
  }

  /** Returns the names of the IDs in these rows. */
  namesIn(resource: ResourceName, columns: readonly string[], rows: readonly Row[]): NamesInRows {
    return namesInRows(rows, columns, this.#readerOf(resource).table, (name) => this.#readers.get(name));
  }

  position({
    query,
    key,
    collapsed,
  }: {
    query: Query;
    key: string;
    collapsed?: CollapsedGroups | undefined;
  }): {
    index: number | null;
  } {
    const reader = this.#readerOf(query.resource);
    if (isGrouped(query)) return { index: new GroupedRows(reader, query, collapsed).position(key) };
    const n = reader.numberOf(key);
    const index = n === undefined ? -1 : reader.rows(query).indexOf(n);
    return { index: index < 0 ? null : index };
  }

  keys({ query, ...range }: { query: Query } & RowRange): { keys: string[] } {
    const reader = this.#readerOf(query.resource);
    return { keys: reader.keys(rangeRows(reader, query, range)) };
  }

  facets({ query, field, contains, limit }: FacetRequest) {
    const reader = this.#readerOf(query.resource);
    const labels = reader.table.resource.fields[field]?.labels;
    const part = contains.trim().toLowerCase();
    const list = reader.table.resource.fields[field]?.names;
    const keysWithName =
      part === '' || list === undefined ? NO_KEYS : new Set(keysByName(part, this.#readers.get(list)));
    const matches = reader
      .counts(query, field)
      .filter(
        ({ value }) =>
          part === '' ||
          (value !== null &&
            (keysWithName.has(value) || `${value} ${labels?.[value] ?? ''}`.toLowerCase().includes(part))),
      );
    return { values: matches.slice(0, limit), distinct: matches.length };
  }

  /** Returns for each column how many of the chosen rows have a number in it, and the sum of those. */
  totals(request: (SelectionRequest | RangeRequest) & { columns: readonly string[] }): ColumnTotal[] {
    const reader = this.#readerOf(request.query.resource);
    const rows = chosenRows(reader, request);
    return request.columns.map((name) => {
      const [total] = reader.sums(rows, name);
      return { name, count: total?.count ?? 0, sum: total?.sum ?? '0' };
    });
  }

  unmatchedValues({ resource, field, values }: { resource: ResourceName; field: string; values: string[] }) {
    return {
      missing: this.#readerOf(resource).unmatchedValues(field, values),
    };
  }

  extent({ resource, field }: { resource: ResourceName; field: string }) {
    const [from, to] = this.#readerOf(resource).extent(field);
    return { from: this.#textOf(from), to: this.#textOf(to) };
  }

  /** Returns the number of accounts for each custodian and set of advisor codes. */
  accountCodes(): AccountCodes[] {
    return accountCodes(this.#readerOf(MAIN_LIST));
  }

  get({ resource, key }: { resource: ResourceName; key: string }) {
    const reader = this.#readerOf(resource);
    const n = reader.numberOf(key);
    const record = n === undefined ? null : reader.record(n);
    const fetch = completedFetches(this.#db).get(resource);
    if (n === undefined || !record || !fetch || record.fetchedAt > fetch.ended) return record;
    // A completed fetch covers every record, changed or not: the list's timestamp applies to the record. An
    // uncertain one covers only those it saw.
    return fetch.uncertain && !reader.isOfLastPass(n) ? record : { ...record, fetchedAt: fetch.asOf };
  }

  links({ resource, key, limit }: { resource: ResourceName; key: string; limit: number }) {
    return linksOf(this.#readerOf(resource), (name) => this.#readerOf(name), key, limit);
  }

  /** Returns the best matches of each list. `favorites`: records the user opens often, most relevant first. */
  find({
    text,
    limit,
    favorites = [],
  }: {
    text: string;
    limit: number;
    favorites?: readonly PreferredRecord[];
  }): ListHits[] {
    if (searchWordsOf(text).length === 0) return [];
    this.#onListRequest?.();
    return RESOURCE_NAMES.flatMap((resource) => {
      const keys = favorites.filter((preferred) => preferred.resource === resource).map(({ key }) => key);
      const found = findRecords(this.#readerOf(resource), { text, limit, favoriteKeys: [...new Set(keys)] });
      return found ? [{ resource, ...found }] : [];
    });
  }

  /** Yields the cells of a selection in the query's order, at most `limit` rows. */
  *selected(request: SelectionRequest & { columns: string[] }, limit: number): Generator<Cell[]> {
    const reader = this.#readerOf(request.query.resource);
    const rows = selectedRows(reader, request).slice(0, limit);
    for (let offset = 0; offset < rows.length; offset += CHUNK_ROWS)
      for (const { cells } of reader.cells(rows.slice(offset, offset + CHUNK_ROWS), request.columns))
        yield cells;
  }

  /** Returns the size of a selection, and its cells in the query's order, in chunks. */
  selection(request: SelectionRequest | RangeRequest, limit = Infinity) {
    const reader = this.#readerOf(request.query.resource);
    const rows = chosenRows(reader, request).slice(0, limit);
    return {
      total: rows.length,
      batches: (columns: readonly string[], size = CHUNK_ROWS) => reader.batches(rows, columns, size),
    };
  }

  /** Returns the number of records in a selection. */
  selectedCount(request: SelectionRequest): number {
    return selectedRows(this.#readerOf(request.query.resource), request).length;
  }

  /** Yields records by key, in no particular order; unknown keys are skipped. */
  *records(resource: ResourceName, keys: readonly string[]): Generator<CachedRecord> {
    const reader = this.#readerOf(resource);
    for (const n of reader.numbersOf(keys)) {
      const record = reader.record(n);
      if (record) yield record;
    }
  }

  /** Yields the records of a selection as the service sent them, in the query's order, at most `limit`. */
  *selectedRecords(request: SelectionRequest, limit: number): Generator<CachedRecord> {
    const reader = this.#readerOf(request.query.resource);
    for (const n of selectedRows(reader, request).slice(0, limit)) {
      const record = reader.record(n);
      if (record) yield record;
    }
  }

  /** Returns the accounts with these folded numbers, by number (cache/query/account-lookup). */
  accountsByNumber(wanted: ReadonlySet<string>, fold: (number: string) => string) {
    return accountsByNumber(this.#db, wanted, fold);
  }

  /**
   * Returns a scanner that reads a list in chunks, by row number; `nested` fields come as JSON text
   * (cache/query/scan).
   */
  scan(resource: ResourceName, fields: readonly string[], nested: readonly string[] = []) {
    return scanner(this.#db, tableNamed(resource), fields, nested);
  }

  /** Returns the cells that `scan` returns, for the records with these keys. */
  rowsOf(
    resource: ResourceName,
    keys: readonly string[],
    fields: readonly string[],
    nested: readonly string[] = [],
  ): ScannedRow[] {
    return rowsOfKeys(this.#db, tableNamed(resource), keys, fields, nested);
  }

  /** Returns the cells that `scan` returns, for these row numbers. */
  rowsAt(
    resource: ResourceName,
    numbers: readonly number[],
    fields: readonly string[],
    nested: readonly string[] = [],
  ): ScannedRow[] {
    return rowsOfNumbers(this.#db, tableNamed(resource), numbers, fields, nested);
  }

  /** Returns the row numbers of the records that a search finds. */
  matching(resource: ResourceName, search: string): Set<number> {
    const { sort } = resourceNamed(resource);
    return new Set(this.#readerOf(resource).rows({ search, filters: [], sort }));
  }

  /** Returns each row's index in the list's default order, by row number. */
  defaultRanks(resource: ResourceName): Uint32Array {
    const { sort } = resourceNamed(resource);
    return this.#readerOf(resource).ranks(sort.field);
  }

  /** Returns the titles of records after a row number, in row order, with a limit. */
  titles(resource: ResourceName, after: number, limit: number) {
    return this.#readerOf(resource).titles(after, limit);
  }

  /** Returns the titles of the records with these keys. */
  named(resource: ResourceName, keys: readonly string[]) {
    const reader = this.#readerOf(resource);
    return reader.named(reader.numbersOf(keys));
  }

  /** Returns the numbers by which users know some records, by key. */
  numbersByKey(resource: ResourceName, keys: readonly string[]): Record<string, string> {
    return this.#readerOf(resource).numbersByKey(keys);
  }

  close(): void {
    this.#db.close();
  }

  #readerOf(name: ResourceName): TableReader {
    this.#reads += 1;
    const reader = this.#readers.get(name);
    if (!reader) throw new Error(`No table ${name}`);
    return reader;
  }

  #dataVersion() {
    return Number(this.#db.pragma('data_version', { simple: true }));
  }

  #textOf(value: Cell) {
    return value === null ? null : String(value);
  }
}

/** The last completed fetch of a resource: when its pass began and ended. */
interface CompletedFetch extends Pick<ResourceState, 'uncertain'> {
  readonly asOf: string;
  readonly ended: string;
}

function completedFetches(db: Db): Map<string, CompletedFetch> {
  const rows = db
    .prepare<[], { resource: string; as_of: string; ended: string; uncertain: number }>('SELECT * FROM whole')
    .all();
  return new Map(
    rows.map(({ resource, as_of: asOf, ended, uncertain }) => [
      resource,
      { asOf, ended, uncertain: uncertain === 1 },
    ]),
  );
}

interface PreferredRecord {
  readonly resource: ResourceName;
  readonly key: string;
}
interface WindowRequest {
  readonly query: Query;
  readonly columns: readonly string[];
  readonly offset: number;
  readonly limit: number;
  readonly collapsed?: CollapsedGroups | undefined;
}
interface WindowAnswer {
  readonly rows: Row[];
  readonly total: number;
  readonly matching?: number;
  readonly version: number;
}
interface FacetRequest {
  readonly query: Query;
  readonly field: string;
  readonly contains: string;
  readonly limit: number;
}
