import { hash } from 'node:crypto';
import { fail } from '#contract/failure';
import type { PageMeta } from '../wire/envelope';
import { isFailure } from '../service/failures';
import type { ParsedPage, StoredPageCounts } from '../cache/worker/writer';

/**
 * The fastest setting by measurement: 10,000 records per page, the next pages in flight while one is stored.
 */
export const PAGE_LIMIT = 10_000;
const PAGES_AHEAD = 2;
/** Minimum page size when halving; a service that cannot list a hundred records has another problem. */
const MIN_LIMIT = 100;
/** Divisor of the page size after minutes of silence; halving would cost minutes each time. */
const SILENCE_DIVISOR = 10;
/** Maximum number of pages of a list without totals. */
const MAX_PAGES = 5_000;
/** Extra pages allowed for a list that grows while it is read. */
const MAX_EXTRA_PAGES = 3;
/** A list without any count may have this many times the known records, and this many more. */
const MAX_GROWTH = 10;
const MAX_NEW_RECORDS = 100_000;
const REPEATS_OF_A_CUT_PAGE = 2;

export interface ListReading {
  /** Where to start: the first page, or the last one stored before an interruption. */
  readonly from: { readonly page: number; readonly limit: number };
  /** The first page was stored before: unless all its records are known, the list has changed. */
  readonly resumed: boolean;
  /** The last attempt accepts what there is; earlier ones stop as soon as the list changes. */
  readonly thorough: boolean;
  /** A page that takes too long is requested again in halves. */
  readonly halves: boolean;
  /** Records without an ID may repeat. */
  readonly mayRepeat: boolean;
  /** Records that the cache has of all lists of the resource; null: it was never fetched. */
  readonly known: number | null;
  /** Fetches and parses a page, also while another is being stored. */
  fetch(page: number, limit: number, signal: AbortSignal): Promise<ParsedPage>;
  store(page: ParsedPage, at: { readonly page: number; readonly limit: number }): Promise<StoredPageCounts>;
  /** Called after each page, and once its pager is known. */
  onPage(news: { readonly meta: PageMeta; readonly count: number; readonly stored?: StoredPageCounts }): void;
  readonly signal: AbortSignal;
}

export interface ListOutcome {
  /** The list changed or contradicted itself while it was read: records may be missing (wire facts B10). */
  readonly moved: boolean;
  /**
   * The service said, or proved with an empty page, that this was the end. Nothing else proves a list
   * complete.
   */
  readonly proven: boolean;
  readonly total: number | null;
  /** Records received, counting each page once. */
  readonly received: number;
  readonly repeated: number;
  /** Distinct keys of the pass after this list. */
  readonly distinct: number;
  /** A record does not match the filter that was sent: the list says nothing about which records exist. */
  readonly ignoredFilter: boolean;
  /** Earlier lists had some of these records, too, and these do not say whether they match the filter. */
  readonly unverifiedFilter: boolean;
}

/**
 * Reads one list to its end, several pages in flight, stored in order. A 504 and `too-big` halve the page; a timeout
 * reduces it to a tenth, and a second one in a row fails. Ends at has_next false, an empty page, or a page without new
 * records; without a pager too, because the service may cut any list. A list far longer than announced, or than the
 * cache if nothing was announced, fails as `endless-list`.
 */
export async function readList(list: ListReading): Promise<ListOutcome> {
  let { page, limit } = list.from;
  let ahead = new PagePrefetch(list);
  let total: number | null = null;
  let pages: number | null = null;
  let received = (page - 1) * limit;
  let repeated = 0;
  let distinct = 0;
  let ignoredFilter = false;
  let unverifiedFilter = false;
  let moved = false;
  let expectedRepeats = 0;
  let nothingNew = 0;
  let cuts = 0;
  let silences = 0;
  let proven = false;
  let hadNext = false;
  const fingerprints = new PageFingerprints();
  /** The end as first announced: an end that moves with every page limits nothing. */
  let firstTotal: number | null = null;
  let firstPages: number | null = null;
  const promised = (): boolean => pages !== null || total !== null;

  /** Returns whether the list has reached its announced length; without a pager there is none. */
  const isAtPromisedEnd = (): boolean =>
    pages !== null ? page >= pages : total !== null && received >= total;
  const isFarBeyond = (): boolean =>
    (firstPages !== null && page >= 2 * firstPages + MAX_EXTRA_PAGES) ||
    (firstTotal !== null && received >= 2 * firstTotal + MAX_EXTRA_PAGES * limit) ||
    (list.known !== null && !promised() && received >= MAX_GROWTH * list.known + MAX_NEW_RECORDS);

  const outcome = (): ListOutcome => ({
    moved,
    proven,
    total,
    received,
    repeated,
    distinct,
    ignoredFilter,
    unverifiedFilter,
  });
  try {
    for (let turn = 0; ; turn++) {
      ahead.ensureInFlight(page, limit, 1);
      let read: ParsedPage;
      try {
        read = await ahead.take(page);
      } catch (error) {
        // Requested only because nothing announced the end.
        const isProbe = turn > 0 && !promised() && !hadNext;
        if (isProbe && isFailure(error, 'refused', 'not-found', 'part-absent')) return outcome();
        const isSilence = isFailure(error, 'timeout') && error.failure.status === undefined;
        if (isSilence) silences += 1;
        const mayFall = list.halves && limit > MIN_LIMIT && silences < 2;
        if (isFailure(error, 'timeout', 'too-big') && mayFall) {
          const offset = (page - 1) * limit;
          await ahead.cancelAll();
          ahead = new PagePrefetch(list);
          limit = Math.max(MIN_LIMIT, Math.floor(limit / (isSilence ? SILENCE_DIVISOR : 2)));
          page = Math.floor(offset / limit) + 1;
          // If the halves do not match the old boundaries, some records repeat.
          expectedRepeats += offset - (page - 1) * limit;
          received = (page - 1) * limit;
          pages = null;
          continue;
        }
        if (isFailure(error, 'cut-short') && cuts++ < REPEATS_OF_A_CUT_PAGE) continue;
        throw error;
      }
      const { meta } = read;
      cuts = silences = 0;
      hadNext = meta.hasNext === true;
      firstTotal ??= meta.totalItems;
      firstPages ??= meta.totalPages;

      if (total !== null && meta.totalItems !== null && meta.totalItems !== total) moved = true;
      total = meta.totalItems ?? total;
      pages = meta.totalPages ?? pages;
      const used = pageSizeOf(meta, limit, page === 1 && !promised());
      if (used !== limit && page > 1) moved = true; // this page began elsewhere than requested
      if (meta.currentPage !== null && meta.currentPage !== page) moved = true;
      const at = { page, limit };
      limit = used;
      if (pages !== null && meta.hasNext !== false) {
        ahead.ensureInFlight(page + 1, limit, Math.min(PAGES_AHEAD, pages - page));
      }
      list.onPage({ meta, count: meta.count });
      // Records without an ID are never the same to the cache, but a whole page of them does not come twice by chance.
      const isSamePage = fingerprints.isKnown(read.records.hashes);
      const stored = await list.store(read, at);
      list.onPage({ meta, count: meta.count, stored });
      received += meta.count;
      repeated += stored.repeated;
      distinct = stored.distinct;
      ignoredFilter ||= (read.filterCheck?.mismatched ?? 0) > 0;
      unverifiedFilter ||= stored.repeated > 0 && (read.filterCheck?.unverified ?? 0) > 0;

      if (meta.count === 0) {
        if (pages !== null && page < pages) moved = true;
        proven = meta.hasNext === false || promised() || page > 1;
        return outcome();
      }
      proven = meta.hasNext === false || (meta.hasNext === null && isAtPromisedEnd());
      const again = list.resumed && turn === 0;
      if (again && stored.repeated < meta.count) moved = true;
      const expected = again ? stored.repeated : Math.min(stored.repeated, expectedRepeats);
      if (!again) expectedRepeats -= expected;
      repeated -= expected;
      const nothing = !again && (isSamePage || stored.repeated - expected >= meta.count);
      nothingNew = nothing ? nothingNew + 1 : 0;
      if (nothing && (isSamePage || !list.mayRepeat) && page > 1 && (meta.hasNext !== null || pages !== null))
        moved = true;

      if (nothing && meta.hasNext === null && !promised()) {
        // The service returns the same page for any number: it was read once and proves nothing.
        received -= meta.count;
        repeated -= meta.count;
        return outcome();
      }
      const next = meta.hasNext ?? !isAtPromisedEnd();
      if (meta.hasNext === false && pages !== null && page < pages) moved = true;
      if (!next || nothingNew >= 2 || (nothing && (pages === null || page >= pages))) return outcome();
      if (moved && !list.thorough) return outcome();
      if (turn >= MAX_PAGES || isFarBeyond()) throw fail('endless-list', { cause: `after page ${page}` });
      page++;
    }
  } finally {
    await ahead.cancelAll();
  }
}

/**
 * Returns the effective page size. A first page without a pager may have been cut to the service's own size;
 * with that size the next page continues here, and an empty one proves the end.
 */
function pageSizeOf(
  meta: PageMeta & { readonly count: number },
  limit: number,
  isUnpromised: boolean,
): number {
  const said = meta.pageSize ?? (isUnpromised && meta.hasNext === null ? meta.count : null);
  return said !== null && said > 0 && said < limit ? said : limit;
}

/** Recognizes a page that a list has given before. */
class PageFingerprints {
  readonly #seen = new Set<string>();

  /** Whether a page with these hashes of its records came before; remembers it. */
  isKnown(hashes: string): boolean {
    const print = hash('sha1', hashes, 'base64');
    const isKnown = this.#seen.has(print);
    this.#seen.add(print);
    return isKnown;
  }
}

/** The pages in flight. */
class PagePrefetch {
  readonly #list: ListReading;
  readonly #abort = new AbortController();
  readonly #pages = new Map<number, Promise<ParsedPage>>();

  constructor(list: ListReading) {
    this.#list = list;
  }

  /** Makes sure that `count` pages from `first` on are in flight. */
  ensureInFlight(first: number, limit: number, count: number): void {
    const signal = AbortSignal.any([this.#list.signal, this.#abort.signal]);
    for (let page = first; page < first + count; page++) {
      if (this.#pages.has(page)) continue;
      const coming = this.#list.fetch(page, limit, signal);
      coming.catch(() => undefined); // awaited in its turn, or not at all
      this.#pages.set(page, coming);
    }
  }

  async take(page: number): Promise<ParsedPage> {
    const coming = this.#pages.get(page);
    this.#pages.delete(page);
    if (!coming) throw new Error(`page ${page} was never asked for`);
    return coming;
  }

  /** Cancels the pages in flight; resolves when none is active. */
  async cancelAll(): Promise<void> {
    this.#abort.abort();
    await Promise.allSettled(this.#pages.values());
    this.#pages.clear();
  }
}
