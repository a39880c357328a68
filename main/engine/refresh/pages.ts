import type { PageMeta } from '../wire/envelope';
import { isFailure } from '../service/failures';
import type { PageInHand, Stored } from '../cache/thread/writer';

/** The fast path by measurement: 10,000 records a page, the next ones under way while one is stored. */
export const PAGE_LIMIT = 10_000;
const PAGES_AHEAD = 2;
/** Halving stops here: a service that cannot list a hundred records has another problem. */
const SMALLEST_LIMIT = 100;
/** A list that never ends is not followed for ever. */
const MOST_PAGES = 20_000;
const PAGES_BEYOND = 3;
const REPEATS_OF_A_CUT_PAGE = 2;

export interface ListReading {
  /** Where to begin: the first page, or the page that was stored last before an interruption. */
  readonly from: { readonly page: number; readonly limit: number };
  /** The first page has been stored before: unless all of its records are known, the list moved meanwhile. */
  readonly resumed: boolean;
  /** The last attempt takes what there is; earlier ones stop as soon as the list is seen to move. */
  readonly thorough: boolean;
  /** Records without an id may repeat. */
  readonly mayRepeat: boolean;
  fetch(page: number, limit: number, signal: AbortSignal): Promise<ArrayBuffer>;
  store(bytes: ArrayBuffer, at: { readonly page: number; readonly limit: number }): PageInHand;
  /** After each page, and once its pager is known. */
  onPage(news: { readonly meta: PageMeta; readonly count: number; readonly stored?: Stored }): void;
  readonly signal: AbortSignal;
}

export interface ListOutcome {
  /** The list changed while it was read, or contradicted itself: it may lack records (wire facts B10). */
  readonly moved: boolean;
  readonly total: number | null;
  /** Records that came, each page once. */
  readonly received: number;
  readonly repeated: number;
  /** Different keys of the pass after this list. */
  readonly distinct: number;
}

/**
 * Reads one list to its end, several pages in flight, stored in order. A `timeout` (a 504 among them) halves the page.
 * Stops on has_next false, on an empty page, and on a page that brings nothing new.
 */
export async function readList(list: ListReading): Promise<ListOutcome> {
  let { page, limit } = list.from;
  let ahead = new Ahead(list);
  let total: number | null = null;
  let pages: number | null = null;
  let received = (page - 1) * limit;
  let repeated = 0;
  let distinct = 0;
  let moved = false;
  let expectedRepeats = 0;
  let nothingNew = 0;
  let cuts = 0;

  const outcome = (): ListOutcome => ({ moved, total, received, repeated, distinct });
  try {
    for (let turn = 0; ; turn++) {
      ahead.want(page, limit, 1);
      let meta: Awaited<PageInHand['meta']>;
      let inHand: PageInHand;
      try {
        inHand = list.store(await ahead.take(page), { page, limit });
        meta = await inHand.meta;
      } catch (error) {
        if (isFailure(error, 'timeout') && limit > SMALLEST_LIMIT) {
          const offset = (page - 1) * limit;
          await ahead.drop();
          ahead = new Ahead(list);
          limit = Math.max(SMALLEST_LIMIT, Math.floor(limit / 2));
          page = Math.floor(offset / limit) + 1;
          // Where the halves do not meet the old edge, a few records come twice.
          expectedRepeats += offset - (page - 1) * limit;
          received = (page - 1) * limit;
          pages = null;
          continue;
        }
        if (isFailure(error, 'cut-short') && cuts++ < REPEATS_OF_A_CUT_PAGE) continue;
        throw error;
      }
      cuts = 0;

      if (total !== null && meta.totalItems !== null && meta.totalItems !== total) moved = true;
      total = meta.totalItems ?? total;
      pages = meta.totalPages ?? pages;
      const used =
        meta.pageSize !== null && meta.pageSize > 0 && meta.pageSize < limit ? meta.pageSize : limit;
      if (used !== limit && page > 1) moved = true; // this page began elsewhere than it was asked to
      if (meta.currentPage !== null && meta.currentPage !== page) moved = true;
      limit = used;
      if (pages !== null && meta.hasNext !== false) {
        ahead.want(page + 1, limit, Math.min(PAGES_AHEAD, pages - page));
      }
      list.onPage({ meta, count: meta.count });
      const stored = await inHand.stored;
      list.onPage({ meta, count: meta.count, stored });
      received += meta.count;
      repeated += stored.repeated;
      distinct = stored.distinct;

      if (meta.count === 0) {
        if (pages !== null && page < pages) moved = true;
        return outcome();
      }
      const again = list.resumed && turn === 0;
      if (again && stored.repeated < meta.count) moved = true;
      const expected = again ? stored.repeated : Math.min(stored.repeated, expectedRepeats);
      if (!again) expectedRepeats -= expected;
      repeated -= expected;
      const nothing = !again && stored.repeated - expected >= meta.count;
      nothingNew = nothing ? nothingNew + 1 : 0;
      if (nothing && !list.mayRepeat && page > 1 && (meta.hasNext !== null || pages !== null)) moved = true;

      const next = follows(meta, page, pages, limit);
      if (meta.hasNext === false && pages !== null && page < pages) moved = true;
      if (!next || nothingNew >= 2 || (nothing && (pages === null || page >= pages))) return outcome();
      if (moved && !list.thorough) return outcome();
      if (turn >= MOST_PAGES || (pages !== null && page >= pages + PAGES_BEYOND)) {
        moved = true;
        return outcome();
      }
      page++;
    }
  } finally {
    await ahead.drop();
  }
}

/** Whether there is another page, as far as the service says. */
function follows(
  meta: PageMeta & { readonly count: number },
  page: number,
  pages: number | null,
  limit: number,
) {
  if (meta.hasNext !== null) return meta.hasNext;
  if (pages !== null) return page < pages;
  return meta.count >= limit;
}

/** The pages under way. */
class Ahead {
  readonly #list: ListReading;
  readonly #abort = new AbortController();
  readonly #pages = new Map<number, Promise<ArrayBuffer>>();

  constructor(list: ListReading) {
    this.#list = list;
  }

  /** Sees to it that `count` pages from `first` on are under way. */
  want(first: number, limit: number, count: number): void {
    const signal = AbortSignal.any([this.#list.signal, this.#abort.signal]);
    for (let page = first; page < first + count; page++) {
      if (this.#pages.has(page)) continue;
      const coming = this.#list.fetch(page, limit, signal);
      coming.catch(() => undefined); // heard when its turn comes, or not at all
      this.#pages.set(page, coming);
    }
  }

  async take(page: number): Promise<ArrayBuffer> {
    const coming = this.#pages.get(page);
    this.#pages.delete(page);
    if (!coming) throw new Error(`page ${page} was never asked for`);
    return coming;
  }

  /** Stops what is under way; resolves when nothing of it goes on. */
  async drop(): Promise<void> {
    this.#abort.abort();
    await Promise.allSettled(this.#pages.values());
    this.#pages.clear();
  }
}
