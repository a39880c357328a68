import type { ColumnStore } from './column-store';
import { equalityKeys, sortTies } from './ordering';
import { resolveLastDays } from '#contract/filter-values';
import { sortStepsOf, type Filter, type Query, type Sort } from '#contract/query';
import { searchWordsOf } from '#contract/text';
import type { CommonPrefixes } from '../search/common-prefixes';
import { rowsPassing } from './filter-rows';
import { RowSet } from './row-set';
import type { TableSchema } from '../schema/schema';
import { largestFirst, sectionsOf } from './sections';
import { rankExactNumbers } from '../search/rank-exact-numbers';

/** Number of cached results, for further windows and for going back. */
const MAX_CACHED = 8;
/** If fewer than one in this many rows match, sorting the matches is faster than filtering the whole order. */
const SORT_SHARE = 8;
/**
 * In longer results only the first rows are sorted until the user scrolls further. Must exceed MAX_RANKED_ROWS
 * (search/rank-exact-numbers.ts), which reads all rows of a result.
 */
const LONG_RESULT = 5_000;
/** Number of rows sorted at first: a screen and its prefetch. */
const HEAD_ROWS = 1_000;

type QueryRequest = Pick<Query, 'search' | 'filters' | 'sort' | 'group'>;
/** A range of a query's rows, and the total. */
export interface ReadRange {
  readonly rows: Uint32Array;
  readonly total: number;
}
/** The rows that a search and filters accept, unordered; null means all. */
interface MatchedRows {
  readonly cacheKey: string;
  readonly set: RowSet | null;
  readonly count: number;
}

/** Returns the first `limit` rows of an order that are in a set. A plain loop: it may run a million times. */
function firstInSet(rows: Uint32Array, set: RowSet, limit: number): Uint32Array {
  const found = new Uint32Array(limit);
  let count = 0;
  for (let index = 0; index < rows.length && count < limit; index += 1) {
    const n = rows[index] ?? 0;
    if (!set.has(n)) continue;
    found[count] = n;
    count += 1;
  }
  return found.slice(0, count);
}

const cacheKeyOf = ({ search, filters, sort, group }: QueryRequest): string =>
  JSON.stringify([search, filters, sort, group]);

/** The rows of a query, in its order. Caches the latest results. */
export class QueryResults {
  readonly #store: ColumnStore;
  readonly #common: CommonPrefixes;
  readonly #table: TableSchema;
  readonly #rowsByName: (word: string) => ArrayLike<number>;
  readonly #longResult: number;
  readonly #resultsByCacheKey = new Map<string, Uint32Array>();
  /** A column of which only the head of the order was read. */
  #headOnlyColumn: string | undefined;
  #matched: MatchedRows | undefined;
  /** The rows that pass the latest filters; these stay the same while the user types. */
  #filtered: { readonly cacheKey: string; readonly set: RowSet } | undefined;

  /** `rowsByName`: rows with the ID of a record whose name has a word with this prefix. */
  constructor(
    store: ColumnStore,
    common: CommonPrefixes,
    table: TableSchema,
    rowsByName: (word: string) => ArrayLike<number> = () => [],
    longResult = LONG_RESULT,
  ) {
    this.#longResult = longResult;
    this.#rowsByName = rowsByName;
    this.#store = store;
    this.#common = common;
    this.#table = table;
  }

  forget(): void {
    this.#resultsByCacheKey.clear();
    this.#headOnlyColumn = this.#matched = this.#filtered = undefined;
  }

  resultFor(request: QueryRequest): Uint32Array {
    const query = this.#withResolvedDates(request);
    return this.#cached(cacheKeyOf(query), query);
  }

  /**
   * Returns a range of a query's rows, and the total. For the first screen of a long result, such as while the
   * user types a search, sorts only the rows of that screen.
   */
  range(request: QueryRequest, offset: number, limit: number): ReadRange {
    const query = this.#withResolvedDates(request);
    const cacheKey = cacheKeyOf(query);
    const end = offset + limit;
    if (
      end <= HEAD_ROWS &&
      !query.group &&
      !query.sort.next?.length &&
      !this.#resultsByCacheKey.has(cacheKey)
    ) {
      const { set, count } = this.#match(query);
      if (set && count > this.#longResult)
        return { rows: this.#firstRows(query.sort, set, end).subarray(offset), total: count };
    }
    const all = this.#cached(cacheKey, query);
    return { rows: all.subarray(offset, end), total: all.length };
  }

  /** Resolves relative dates, which mean a different day tomorrow. */
  #withResolvedDates(request: QueryRequest): QueryRequest {
    const now = new Date();
    const { columns, borrowed } = this.#table;
    const kinds = new Map([...columns, ...borrowed].map(({ name, kind }) => [name, kind]));
    return {
      ...request,
      filters: request.filters.map((filter) => resolveLastDays(filter, kinds.get(filter.field), now)),
    };
  }

  #cached(cacheKey: string, query: QueryRequest): Uint32Array {
    const known = this.#resultsByCacheKey.get(cacheKey);
    if (known) {
      this.#resultsByCacheKey.delete(cacheKey);
      this.#resultsByCacheKey.set(cacheKey, known);
      return known;
    }
    const result = this.#computeResult(query);
    this.#resultsByCacheKey.set(cacheKey, result);
    const [oldest] = this.#resultsByCacheKey.keys();
    if (this.#resultsByCacheKey.size > MAX_CACHED && oldest !== undefined)
      this.#resultsByCacheKey.delete(oldest);
    return result;
  }

  /** Returns the first rows of a set in the order of a column, empty cells last. */
  #firstRows({ field, descending }: Sort, set: RowSet, limit: number): Uint32Array {
    const { filled, order } = this.#store.order(field);
    if (!descending) return firstInSet(order, set, limit);
    const first = new Uint32Array(limit);
    let count = 0;
    for (let index = filled - 1; index >= 0 && count < limit; index -= 1) {
      const n = order[index] ?? 0;
      if (!set.has(n)) continue;
      first[count] = n;
      count += 1;
    }
    const empty = firstInSet(order.subarray(filled), set, limit - count);
    first.set(empty, count);
    return first.slice(0, count + empty.length);
  }

  /**
   * Returns the first rows of a whole list sorted by one column that is not in memory yet (ColumnStore.head).
   */
  head({ search, filters, sort, group }: QueryRequest, limit: number): Uint32Array | undefined {
    if (filters.length > 0 || group || sort.next?.length) return undefined;
    if (search !== '' && searchWordsOf(search).length > 0) return undefined;
    const head = this.#store.head(sort.field, sort.descending, limit);
    if (head) this.#headOnlyColumn = sort.field;
    return head;
  }

  /** Loads the order of which only the head was read. Returns false when nothing is left to do. */
  prepare(): boolean {
    const wanted = this.#headOnlyColumn;
    this.#headOnlyColumn = undefined;
    if (wanted !== undefined) this.#store.order(wanted);
    return wanted !== undefined;
  }

  #computeResult(query: QueryRequest): Uint32Array {
    const { search, sort, group } = query;
    const steps = sortStepsOf({ sort, ...(group ? { group } : {}) });
    const [first = sort] = steps;
    const { order, rank } = this.#store.order(first.field);
    const { set, count } = this.#match(query);
    let ascending = order;
    if (set && count < order.length / SORT_SHARE) {
      const ranks = set
        .rows(count)
        .map((n) => rank[n] ?? 0)
        .sort();
      ascending = ranks.map((position) => order[position] ?? 0);
    } else if (set) ascending = firstInSet(order, set, count);
    const sorted = first.descending ? this.#descending(ascending, first.field) : ascending;
    const ordered = steps.length > 1 ? sortTies(this.#store, sorted, steps) : sorted;
    if (group?.order === 'largest')
      return largestFirst(ordered, sectionsOf(ordered, equalityKeys(this.#store, group.field)));
    if (group || steps.length > 1) return ordered;
    // A sort that the user chose takes precedence over number ranking.
    const defaultSort = this.#table.resource.sort;
    const isDefault = sort.field === defaultSort.field && sort.descending === defaultSort.descending;
    return isDefault ? rankExactNumbers(ordered, search, this.#table, this.#store) : ordered;
  }

  /**
   * Returns the rows that a query covers, unordered. Caches the latest, because its sorted rows are requested next.
   */
  #match({ search, filters, sort, group }: QueryRequest): MatchedRows {
    const [{ field } = sort] = sortStepsOf({ sort, ...(group ? { group } : {}) });
    const cacheKey = JSON.stringify([search, filters, field]);
    if (this.#matched?.cacheKey === cacheKey) return this.#matched;
    const { rows, order } = this.#store.order(field);
    const sets = this.#searchSets(search);
    if (filters.length > 0) sets.push(this.#filterSet(filters));
    // Limits matches to rows in the order: the index may already contain newer ones.
    const set = sets.length > 0 ? rows.intersection(sets) : null;
    this.#matched = { cacheKey, set, count: set?.count() ?? order.length };
    return this.#matched;
  }

  /** Returns one row set per part of a search; a row matches if it is in all of them. */
  #searchSets(search: string): RowSet[] {
    const { size } = this.#store;
    const sets: RowSet[] = [];
    const rare: string[] = [];
    for (const word of searchWordsOf(search)) {
      const common = this.#common.rowsFor(word);
      const rowsByName = common ? [] : this.#rowsByName(word);
      if (common) sets.push(common);
      else if (rowsByName.length > 0) sets.push(new RowSet(size, this.#store.matching([word]), rowsByName));
      else rare.push(word);
    }
    if (rare.length > 0) sets.push(new RowSet(size, this.#store.matching(rare)));
    return sets;
  }

  #filterSet(filters: readonly Filter[]): RowSet {
    const cacheKey = JSON.stringify(filters);
    if (this.#filtered?.cacheKey !== cacheKey)
      this.#filtered = { cacheKey, set: rowsPassing(this.#store, this.#table, filters) };
    return this.#filtered.set;
  }

  /** Reverses an order but keeps empty cells last. */
  #descending(ascending: Uint32Array, field: string): Uint32Array {
    const { filled, rank } = this.#store.order(field);
    let firstEmpty = ascending.length;
    while (firstEmpty > 0 && (rank[ascending[firstEmpty - 1] ?? 0] ?? 0) >= filled) firstEmpty -= 1;
    const reversed = ascending.slice();
    reversed.subarray(0, firstEmpty).reverse();
    return reversed;
  }
}
