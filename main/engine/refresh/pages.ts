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
/** Maximum number of requests for a list, even if it announces more pages. */
const MAX_PAGES = 5_000;
/** Extra pages allowed for a list that grows while it is read. */
const MAX_EXTRA_PAGES = 3;
/** A list without any count may have this many times the known records, and this many more. */
const MAX_GROWTH = 10;
const MAX_NEW_RECORDS = 100_000;
const MAX_CUT_PAGE_RETRIES = 2;

export interface ListToRead {
  /** The page to start from: the first, or the last one stored before an interruption. */
  readonly from: { readonly page: number; readonly limit: number };
  /** True if the first page was stored before; unless all its records are known, the list has changed. */
  readonly isResumed: boolean;
  /** True for the last attempt, which accepts a changing list; earlier ones stop as soon as it changes. */
  readonly acceptsChanges: boolean;
  /** True if a page that takes too long, or is too big, is requested again as smaller pages. */
  readonly shrinksPages: boolean;
  /** True if records, having no ID, may repeat. */
  readonly mayRepeat: boolean;
  /** Number of cached records of all lists of the resource; null if it was never fetched. */
  readonly cachedCount: number | null;
  /** Fetches and parses a page, even while another is being stored. */
  fetch(page: number, limit: number, signal: AbortSignal): Promise<ParsedPage>;
  store(
    page: ParsedPage,
    pagePosition: { readonly page: number; readonly limit: number },
  ): Promise<StoredPageCounts>;
  /** Called twice for each page: when its pager is known, and after the page is stored. */
  onPage(page: { readonly meta: PageMeta; readonly count: number; readonly stored?: StoredPageCounts }): void;
  readonly signal: AbortSignal;
}

export interface ListOutcome {
  /** The list changed or contradicted itself while it was read: records may be missing (wire facts B10). */
  readonly hasMoved: boolean;
  /**
   * The service said, or proved with an empty page, that this was the end. Nothing else proves a list
   * complete.
   */
  readonly isProven: boolean;
  readonly total: number | null;
  /** Records received, counting each page once. */
  readonly received: number;
  readonly repeated: number;
  /** Distinct keys of the pass after this list. */
  readonly distinct: number;
  /** A record does not match the filter that was sent, so the list does not prove which records exist. */
  readonly hasIgnoredFilter: boolean;
  /** Some of these records were also in earlier lists of the pass, and do not show whether they match the filter. */
  readonly hasUnverifiedFilter: boolean;
}

/**
 * Reads one list to its end, several pages in flight, stored in order. A 504 and `too-big` halve the page; a timeout
 * reduces it to a tenth, and a second one in a row fails. Ends at has_next false (without has_next, at the announced
 * end), an empty page, or a page without new records (two in a row if more pages are announced). Also reads on without
 * a pager, because the service may cut any list. Fails with `endless-list` if it is far longer than announced, or, if
 * nothing was announced, than the cache.
 */
export const readList = (list: ListToRead): Promise<ListOutcome> => new ListReader(list).readToEnd();

/** The state of a list while its pages are read. */
class ListReader {
  readonly #list: ListToRead;
  readonly #fingerprints = new PageFingerprints();
  #prefetch: PagePrefetch;
  #page: number;
  #limit: number;
  #total: number | null = null;
  #pages: number | null = null;
  /** The end as first announced: an end that moves with every page limits nothing. */
  #firstTotal: number | null = null;
  #firstPages: number | null = null;
  #received: number;
  #repeated = 0;
  #distinct = 0;
  #hasIgnoredFilter = false;
  #hasUnverifiedFilter = false;
  #hasMoved = false;
  #isProven = false;
  #hadNext = false;
  #hasStoredPage = false;
  /** True while the next page to store is the one that an interrupted run stored last. */
  #isAtResumedPage: boolean;
  #expectedRepeats = 0;
  /** Pages in a row without new records, cut responses in a row, and timeouts in a row. */
  #pagesWithoutNew = 0;
  #cutResponses = 0;
  #timeouts = 0;

  constructor(list: ListToRead) {
    this.#list = list;
    this.#prefetch = new PagePrefetch(list);
    this.#page = list.from.page;
    this.#limit = list.from.limit;
    this.#isAtResumedPage = list.isResumed;
    this.#received = (this.#page - 1) * this.#limit;
  }

  async readToEnd(): Promise<ListOutcome> {
    try {
      for (let turn = 0; ; turn++) {
        this.#prefetch.ensureInFlight(this.#page, this.#limit, 1);
        const result = await this.#prefetch
          .takePage(this.#page)
          .catch((error: unknown) => this.#afterError(error));
        if (result === 'read again') continue;
        if (result === 'end' || (await this.#storeAndCheckEnd(result))) return this.#outcome();
        if (this.#hasMoved && !this.#list.acceptsChanges) return this.#outcome();
        if (turn >= MAX_PAGES || this.#isFarBeyondExpectedEnd())
          throw fail('endless-list', { cause: `after page ${this.#page}` });
        this.#page++;
      }
    } finally {
      await this.#prefetch.cancelAll();
    }
  }

  /** Returns 'end' if the page was only a probe, 'read again' (perhaps a smaller page), or throws the error. */
  async #afterError(error: unknown): Promise<'end' | 'read again'> {
    // Requested only because nothing announced the end.
    const isProbe = this.#hasStoredPage && !this.#hasAnnouncedLength() && !this.#hadNext;
    if (isProbe && isFailure(error, 'refused', 'not-found', 'part-absent')) return 'end';
    const isSilent = isFailure(error, 'timeout') && error.failure.status === undefined; // a 504 is a timeout too
    if (isSilent) this.#timeouts += 1;
    const canShrink = this.#list.shrinksPages && this.#limit > MIN_LIMIT && this.#timeouts < 2;
    if (isFailure(error, 'timeout', 'too-big') && canShrink) {
      await this.#shrinkPages(isSilent ? SILENCE_DIVISOR : 2);
      return 'read again';
    }
    if (isFailure(error, 'cut-short') && this.#cutResponses++ < MAX_CUT_PAGE_RETRIES) return 'read again';
    throw error;
  }

  async #shrinkPages(divisor: number): Promise<void> {
    const offset = (this.#page - 1) * this.#limit;
    if (this.#isAtResumedPage && this.#list.mayRepeat)
      this.#hasMoved = true; // smaller pages can't be compared with the stored one
    else if (this.#isAtResumedPage) this.#expectedRepeats += this.#limit; // all its records, on smaller pages
    this.#isAtResumedPage = false;
    await this.#prefetch.cancelAll();
    this.#prefetch = new PagePrefetch(this.#list);
    this.#limit = Math.max(MIN_LIMIT, Math.floor(this.#limit / divisor));
    this.#page = Math.floor(offset / this.#limit) + 1;
    this.#received = (this.#page - 1) * this.#limit;
    // If the smaller pages do not match the old boundaries, some records repeat.
    this.#expectedRepeats += offset - this.#received;
    this.#pages = this.#firstPages = null; // the next page announces the number of smaller pages
  }

  /** Stores a page; returns whether the list ends with it. */
  async #storeAndCheckEnd(parsedPage: ParsedPage): Promise<boolean> {
    const { meta } = parsedPage;
    const pagePosition = { page: this.#page, limit: this.#limit };
    this.#processPager(meta);
    this.#list.onPage({ meta, count: meta.count });
    // The cache never treats records without an ID as the same, but two equal pages of them are no coincidence.
    const isSamePage = this.#fingerprints.isKnown(parsedPage.records.hashes);
    const stored = await this.#list.store(parsedPage, pagePosition);
    const isResumedPage = this.#isAtResumedPage;
    this.#isAtResumedPage = false;
    this.#hasStoredPage = true;
    this.#list.onPage({ meta, count: meta.count, stored });
    this.#received += meta.count;
    this.#repeated += stored.repeated;
    this.#distinct = stored.distinct;
    this.#hasIgnoredFilter ||= (parsedPage.filterCheck?.mismatched ?? 0) > 0;
    this.#hasUnverifiedFilter ||= stored.repeated > 0 && (parsedPage.filterCheck?.unverified ?? 0) > 0;

    const [page, pages] = [this.#page, this.#pages];
    if (meta.count === 0) {
      if (pages !== null && page < pages) this.#hasMoved = true;
      this.#isProven = meta.hasNext === false || this.#hasAnnouncedLength() || page > 1;
      return true;
    }
    this.#isProven = meta.hasNext === false || (meta.hasNext === null && this.#isAtAnnouncedEnd());
    if (isResumedPage && stored.repeated < meta.count) this.#hasMoved = true;
    const expected = isResumedPage ? stored.repeated : Math.min(stored.repeated, this.#expectedRepeats);
    if (!isResumedPage) this.#expectedRepeats -= expected;
    this.#repeated -= expected;
    const hasNothingNew = !isResumedPage && (isSamePage || stored.repeated - expected >= meta.count);
    this.#pagesWithoutNew = hasNothingNew ? this.#pagesWithoutNew + 1 : 0;
    const hasPager = meta.hasNext !== null || pages !== null;
    if (hasNothingNew && (isSamePage || !this.#list.mayRepeat) && page > 1 && hasPager) this.#hasMoved = true;

    if (hasNothingNew && meta.hasNext === null && !this.#hasAnnouncedLength()) {
      // The service returns the same page for any number: this copy is not counted, and proves nothing.
      this.#received -= meta.count;
      this.#repeated -= meta.count;
      return true;
    }
    if (meta.hasNext === false && pages !== null && page < pages) this.#hasMoved = true;
    const hasNext = meta.hasNext ?? !this.#isAtAnnouncedEnd();
    return !hasNext || this.#pagesWithoutNew >= 2 || (hasNothingNew && (pages === null || page >= pages));
  }

  /** Compares a page's pager with what was announced before, and requests the pages after it. */
  #processPager(meta: ParsedPage['meta']): void {
    const page = this.#page;
    this.#cutResponses = this.#timeouts = 0;
    this.#hadNext = meta.hasNext === true;
    this.#firstTotal ??= meta.totalItems;
    this.#firstPages ??= meta.totalPages;
    if (this.#total !== null && meta.totalItems !== null && meta.totalItems !== this.#total)
      this.#hasMoved = true;
    this.#total = meta.totalItems ?? this.#total;
    this.#pages = meta.totalPages ?? this.#pages;
    const pageSize = pageSizeOf(meta, this.#limit, page === 1 && !this.#hasAnnouncedLength());
    if (pageSize !== this.#limit && page > 1) this.#hasMoved = true; // this page began elsewhere than requested
    if (meta.currentPage !== null && meta.currentPage !== page) this.#hasMoved = true;
    this.#limit = pageSize;
    if (this.#pages !== null && meta.hasNext !== false)
      this.#prefetch.ensureInFlight(page + 1, pageSize, Math.min(PAGES_AHEAD, this.#pages - page));
  }

  /** Returns whether the service announced a length. */
  #hasAnnouncedLength(): boolean {
    return this.#pages !== null || this.#total !== null;
  }

  /** Returns whether the list has reached its announced length; without a pager there is none. */
  #isAtAnnouncedEnd(): boolean {
    if (this.#pages !== null) return this.#page >= this.#pages;
    return this.#total !== null && this.#received >= this.#total;
  }

  #isFarBeyondExpectedEnd(): boolean {
    const [page, received, { cachedCount }] = [this.#page, this.#received, this.#list];
    return (
      (this.#firstPages !== null && page >= 2 * this.#firstPages + MAX_EXTRA_PAGES) ||
      (this.#firstTotal !== null && received >= 2 * this.#firstTotal + MAX_EXTRA_PAGES * this.#limit) ||
      (cachedCount !== null &&
        !this.#hasAnnouncedLength() &&
        received >= MAX_GROWTH * cachedCount + MAX_NEW_RECORDS)
    );
  }

  #outcome(): ListOutcome {
    return {
      hasMoved: this.#hasMoved,
      isProven: this.#isProven,
      total: this.#total,
      received: this.#received,
      repeated: this.#repeated,
      distinct: this.#distinct,
      hasIgnoredFilter: this.#hasIgnoredFilter,
      hasUnverifiedFilter: this.#hasUnverifiedFilter,
    };
  }
}

/**
 * Returns the effective page size. A first page without a pager may have been cut to the service's own size;
 * with that size, the next page continues where this one ended, and an empty one proves the end.
 */
function pageSizeOf(
  meta: PageMeta & { readonly count: number },
  limit: number,
  isLengthUnknown: boolean,
): number {
  const declaredSize = meta.pageSize ?? (isLengthUnknown && meta.hasNext === null ? meta.count : null);
  return declaredSize !== null && declaredSize > 0 && declaredSize < limit ? declaredSize : limit;
}

/** Recognizes a page that the service returned before. */
class PageFingerprints {
  readonly #seenHashes = new Set<string>();

  /** Returns whether a page with these record hashes was returned before; remembers it. */
  isKnown(hashes: string): boolean {
    const fingerprint = hash('sha1', hashes, 'base64');
    const isKnown = this.#seenHashes.has(fingerprint);
    this.#seenHashes.add(fingerprint);
    return isKnown;
  }
}

/** Requests pages ahead of their use. */
class PagePrefetch {
  readonly #list: ListToRead;
  readonly #abort = new AbortController();
  readonly #pages = new Map<number, Promise<ParsedPage>>();

  constructor(list: ListToRead) {
    this.#list = list;
  }

  /** Makes sure that `count` pages from `first` on are in flight. */
  ensureInFlight(first: number, limit: number, count: number): void {
    const signal = AbortSignal.any([this.#list.signal, this.#abort.signal]);
    for (let page = first; page < first + count; page++) {
      if (this.#pages.has(page)) continue;
      const pending = this.#list.fetch(page, limit, signal);
      pending.catch(() => undefined); // awaited in its turn, or not at all
      this.#pages.set(page, pending);
    }
  }

  async takePage(page: number): Promise<ParsedPage> {
    const pending = this.#pages.get(page);
    this.#pages.delete(page);
    if (!pending) throw new Error(`page ${page} was never requested`);
    return pending;
  }

  /** Cancels the pages in flight; resolves when none is active. */
  async cancelAll(): Promise<void> {
    this.#abort.abort();
    await Promise.allSettled(this.#pages.values());
    this.#pages.clear();
  }
}
