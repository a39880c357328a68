import { DAY_MS } from '#contract/dates';
import { fail, failureOf } from '#contract/failure';
import type { ResourceName } from '#contract/resources';
import { clocksAgree, type ClockPair, type FetchWatermark } from '../cache/ingest/fetch-watermarks';
import { hasScope } from '../service/failure-facts';
import { changedLists, listsOf, type FetchedList, type FilteredList } from '../service/resource-endpoints';
import { LOOKBACK_MS } from '../wire/changed-since';
import { checkFilter } from '../wire/filter-check';
import { readPage } from '../wire/page';
import { PAGE_LIMIT, readList } from './pages';
import { fetchPage, type PassOptions } from './fetch-complete';
import { ServiceClock } from './service-clock';

/** With more changes than this, and more than a quarter of the list, a complete pass costs less. */
const MAX_QUICK_CHANGES = 1_000;
const MAX_CHANGED_SHARE = 1 / 4;

/**
 * Refreshes lists by their changed records, where the service proves that its filter finds them. Everything
 * that does not fit is left to a complete pass.
 */
export class QuickRefresher {
  /** Lists whose filter ignored or refused a change time, or failed; not tried again by this connection. */
  readonly #unfitLists = new Set<ResourceName>();
  /** Lists whose filter passed a test: it found no records changed after a time in the future. */
  readonly #testedLists = new Set<ResourceName>();

  /** Returns whether the list is up to date; false: it needs a complete pass. */
  async refresh(options: PassOptions): Promise<boolean> {
    const { resource, resume, signal } = options;
    if (resume || this.#unfitLists.has(resource) || !changedLists(resource, 0)) return false;
    try {
      const pass = new QuickPass(options, !this.#testedLists.has(resource));
      const outcome = await pass.run();
      if (outcome === 'unfit') this.#unfitLists.add(resource);
      else if (pass.hasPassedFutureTest) this.#testedLists.add(resource);
      return outcome === 'done';
    } catch (error) {
      if (signal.aborted) throw error;
      if (!hasScope(failureOf(error).kind, 'network', 'credential', 'computer'))
        this.#unfitLists.add(resource);
      return false;
    }
  }
}

/** `unfit`: the filter cannot be trusted; `complete`: this time, the list needs a complete pass. */
type Outcome = 'done' | 'complete' | 'unfit';

/** Counts by the service's filter, taken before the changed records are read. */
interface Counts {
  /** Records that the filter found as changed since `FilterEvidence.since`. */
  readonly found: number;
  /** Changed records, by list. */
  readonly changed: readonly number[];
}

/** Pages of the longest list, and the records in all lists that changed since shortly before the pass. */
interface ReadPages {
  readonly pages: number;
  readonly recent: number;
}

/** One attempt to refresh a list by its changed records. */
class QuickPass {
  readonly #options: PassOptions;
  readonly #times = new ServiceClock();
  readonly #testsFuture: boolean;
  hasPassedFutureTest = false;

  constructor(options: PassOptions, testsFuture: boolean) {
    this.#options = options;
    this.#testsFuture = testsFuture;
  }

  async run(): Promise<Outcome> {
    const { resource, writer, clock, progress, report } = this.#options;
    const watermark = await writer.fetchWatermark(resource);
    const startedAt = clock.now();
    // A complete pass each day finds changes that the filter hides.
    if (!watermark || startedAt < watermark.complete || startedAt - watermark.complete >= DAY_MS)
      return 'complete';
    progress.begin(0);
    report();
    // Counted first, so that a record created later shows as a difference, and never hides a removed one.
    const totals = await this.#countAll(listsOf(resource));
    const total = sum(totals);
    const clocks = this.#times.clocks();
    if (total === null || !clocks || !clocksAgree(watermark, clocks)) return 'complete';

    const counts = await this.#probe(watermark, clocks);
    if (counts === 'unfit') return 'unfit';
    const expected = sum(counts.changed) ?? 0;
    if (expected > Math.max(MAX_QUICK_CHANGES, total * MAX_CHANGED_SHARE)) return 'complete';

    progress.set({ total: expected });
    report();
    const generation = await writer.beginPass(this.#options.run, resource);
    const readPages = await this.#readChanged(watermark, clocks, counts.changed, generation);
    if (!readPages || !(await this.#hasSettled(clocks, totals, readPages))) return 'complete';
    const end = { asOf: new Date(startedAt).toISOString(), clocks, total, found: counts.found };
    if (!(await writer.finishQuickPass(resource, generation, end))) return 'complete';
    progress.end({ state: 'done', removed: 0, uncertain: false, quick: true });
    return 'done';
  }

  /** Counts the changed records, and tests the filter with a time in the future and one in the past. */
  async #probe(watermark: FetchWatermark, clocks: ClockPair): Promise<Counts | 'unfit'> {
    const { resource } = this.#options;
    const lists = (since: number): readonly FilteredList[] => changedLists(resource, since) ?? [];
    if (this.#testsFuture) {
      const futureCount = sum(await this.#countAll(lists(clocks.service + DAY_MS)));
      if (futureCount !== 0) return 'unfit';
      this.hasPassedFutureTest = true;
    }
    const [past, changed] = await Promise.all([
      this.#countAll(lists(watermark.evidence.since)),
      this.#countAll(lists(watermark.service - LOOKBACK_MS)),
    ]);
    const found = sum(past);
    if (found === null || sum(changed) === null) return 'unfit';
    return { found, changed: changed.map((count) => count ?? 0) };
  }

  /** Returns the number of records of each list; null if the response has no number or does not match the filter. */
  #countAll(lists: readonly FetchedList[]): Promise<(number | null)[]> {
    return Promise.all(lists.map((list) => this.#count(list)));
  }

  async #count(list: FetchedList): Promise<number | null> {
    const { signal } = this.#options;
    const bytes = await fetchPage(this.#options, list, { page: 1, limit: 1, signal, times: this.#times });
    const { meta, records } = readPage(bytes);
    const check = list.body && checkFilter(records, list.body);
    if (check && check.mismatched + check.unverified > 0) return null;
    return meta.totalItems !== null && meta.totalItems >= records.count ? meta.totalItems : null;
  }

  /** Stores the changed records; returns undefined if a list changed while it was read. */
  async #readChanged(
    watermark: FetchWatermark,
    clocks: ClockPair,
    changed: readonly number[],
    generation: number,
  ): Promise<ReadPages | undefined> {
    const { resource } = this.#options;
    const lists = changedLists(resource, watermark.service - LOOKBACK_MS) ?? [];
    const recentLists = changedLists(resource, clocks.service - LOOKBACK_MS) ?? [];
    let pages = 0;
    let recent = 0;
    for (const [index, list] of lists.entries()) {
      if (changed[index] === 0) continue;
      const read = await this.#readList(list, recentLists[index] ?? list, generation);
      if (!read) return undefined;
      pages = Math.max(pages, read.pages);
      recent += read.recent;
    }
    return { pages, recent };
  }

  /**
   * Returns whether the lists stayed the same while they were counted and read. A record that moved between two
   * counts is in both or in neither, and one that left or joined a list shifted others across a page boundary. In
   * either case the counts differ now.
   */
  async #hasSettled(
    clocks: ClockPair,
    totals: readonly (number | null)[],
    { pages, recent }: ReadPages,
  ): Promise<boolean> {
    const { resource } = this.#options;
    const current = await this.#countAll(listsOf(resource));
    if (current.some((count, index) => count !== totals[index])) return false;
    if (pages > 1) {
      const changed = await this.#countAll(changedLists(resource, clocks.service - LOOKBACK_MS) ?? []);
      if (sum(changed) !== recent) return false;
    }
    return this.#times.clocks() !== undefined;
  }

  async #readList(
    list: FilteredList,
    recentList: FilteredList,
    generation: number,
  ): Promise<ReadPages | undefined> {
    const { resource, run, writer, signal, progress, report, cachedCount } = this.#options;
    let pages = 0;
    let recent = 0;
    const { hasMoved, isProven, total, received, repeated } = await readList({
      from: { page: 1, limit: PAGE_LIMIT },
      isResumed: false,
      acceptsChanges: false,
      shrinksPages: true,
      mayRepeat: false,
      cachedCount,
      signal,
      fetch: async (page, limit, stop) =>
        writer.read(
          { resource, isFirstFill: false, filter: list.body, recentFilter: recentList.body },
          await fetchPage(this.#options, list, { page, limit, signal: stop, times: this.#times }),
        ),
      store: async (page) => {
        const check = page.filterCheck;
        if (!check || check.mismatched + check.unverified > 0)
          throw fail('odd-answer', { cause: 'a record does not match the filter' });
        pages += 1;
        recent += page.recentCount ?? 0;
        const stored = await writer.store({ run, resource, generation, position: null }, page);
        if (stored.partial > 0) throw fail('odd-answer', { cause: 'the filter leaves out fields' });
        return stored;
      },
      onPage: ({ count, stored }) => {
        if (!stored) return;
        progress.add(count, stored);
        report();
      },
    });
    const isComplete = !hasMoved && isProven && repeated === 0 && total === received;
    return isComplete ? { pages, recent } : undefined;
  }
}

/** Returns the sum of counts; null if one is unknown. */
const sum = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((all, count) => (all === null || count === null ? null : all + count), 0);
