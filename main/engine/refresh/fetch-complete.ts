import { resourceNamed, type ResourceName } from '#contract/resources';
import type { Clock } from '../service/clock';
import { readPage } from '../wire/page';
import type { Service } from '../service/client';
import { listsOf, type FetchedList } from '../service/resource-endpoints';
import { isFailure } from '../service/failures';
import type { CredentialGate } from './credential-gate';
import { isOptional } from './optional-resources';
import { PAGE_LIMIT, readList, type ListOutcome } from './pages';
import type { Progress } from './progress';
import { ServiceClock } from './service-clock';
import type { PagePosition, RefreshWriter } from '../cache/worker/writer';

/** A list that changes while it is read is read at most three times; then its data is marked as uncertain. */
const MAX_ATTEMPTS = 3;

export interface ResumePoint {
  readonly generation: number;
  readonly position: PagePosition;
  /** When the interrupted run began. */
  readonly asOf: string;
}

export interface PassOptions {
  readonly service: Pick<Service, 'page'>;
  readonly writer: RefreshWriter;
  readonly clock: Clock;
  readonly gate: CredentialGate;
  readonly run: number;
  readonly resource: ResourceName;
  readonly resume: ResumePoint | undefined;
  /** True if the list has no completed fetch. */
  readonly isFirstFill: boolean;
  /** Number of cached records; null if the list was never fetched. */
  readonly cachedCount: number | null;
  readonly progress: Progress;
  readonly report: () => void;
  readonly signal: AbortSignal;
}

/**
 * Fetches a complete resource: all its lists under one generation. Only a pass that saw everything removes
 * the old generation; a partial or uncertain one must not look like deletions.
 */
export async function fetchComplete(options: PassOptions): Promise<void> {
  const { writer, clock, run, resource, progress } = options;
  let { resume } = options;
  // Once a later list had begun, it is unknown whether the first one was complete.
  if (resume && resume.position.source > 0) {
    await writer.abandonPass(resource);
    resume = undefined;
  }
  for (let attempt = 1; ; attempt++) {
    const times = new ServiceClock();
    const asOf = resume?.asOf ?? new Date(clock.now()).toISOString();
    const generation = resume?.generation ?? (await writer.beginPass(run, resource));
    const outcome = await readSources(options, {
      generation,
      resume,
      times,
      acceptsChanges: attempt === MAX_ATTEMPTS,
    });
    if (outcome !== 'moved' || attempt === MAX_ATTEMPTS) {
      const uncertain = outcome !== 'stable';
      // The service's time when a resumed pass began is unknown.
      const clocks = resume ? undefined : times.clocks();
      const { removed, withoutKey } = await writer.finishPass(run, resource, generation, {
        asOf,
        uncertain,
        clocks,
      });
      // With records that lack their key, nothing was removed.
      progress.end({ state: 'done', removed, uncertain: uncertain || withoutKey > 0 });
      return;
    }
    await writer.abandonPass(resource);
    resume = undefined;
  }
}

/** `stable`: every list was complete and did not change; `unproven`: nothing proves it, or its filter was ignored. */
type SourceOutcome = 'stable' | 'moved' | 'unproven';

/** One attempt to read all lists. */
interface Attempt {
  readonly generation: number;
  readonly resume: ResumePoint | undefined;
  readonly times: ServiceClock;
  /** Accepts lists that change. */
  readonly acceptsChanges: boolean;
}

async function readSources(
  options: PassOptions,
  { generation, resume, times, acceptsChanges }: Attempt,
): Promise<SourceOutcome> {
  const { writer, resource, isFirstFill, progress, report, signal } = options;
  const sources = listsOf(resource);
  const totals: (number | null)[] = sources.map(() => null);
  const totalSoFar = (): number | null => {
    if (totals[0] === null || totals[0] === undefined) return null;
    return totals.reduce<number>((sum, total) => sum + (total ?? 0), 0);
  };
  const updateTotal = (index: number, total: number | null): void => {
    if (total === null) return;
    totals[index] = total;
    progress.set({ total: totalSoFar() });
    report();
  };

  const from = resume
    ? { page: resume.position.page, limit: resume.position.limit }
    : { page: 1, limit: PAGE_LIMIT };
  progress.begin((from.page - 1) * from.limit);
  report();
  // Requests the later lists' totals at once, so that progress does not jump back when their turn comes. If a
  // request fails, the first page of that list brings its total.
  const requests = sources.slice(1).map((source, index) =>
    fetchPage(options, source, { page: 1, limit: 1, signal, times })
      .then((bytes) => updateTotal(index + 1, readPage(bytes).meta.totalItems))
      .catch(() => undefined),
  );

  let result: SourceOutcome = 'stable';
  for (const [index, source] of sources.entries()) {
    const outcome = await readList({
      from: index === 0 ? from : { page: 1, limit: PAGE_LIMIT },
      isResumed: index === 0 && resume !== undefined,
      acceptsChanges,
      mayRepeat: mayRepeat(resource),
      cachedCount: options.cachedCount,
      shrinksPages: !isOptional(resource),
      signal,
      fetch: async (page, limit, stop) =>
        writer.read(
          { resource, isFirstFill, filter: source.body },
          await fetchPage(options, source, { page, limit, signal: stop, times }),
        ),
      store: (page, pagePosition) =>
        writer.store(
          { run: options.run, resource, generation, position: { source: index, ...pagePosition } },
          page,
        ),
      onPage: ({ meta, count, stored }) => {
        if (!stored) {
          updateTotal(index, meta.totalItems);
          return;
        }
        progress.add(count, stored);
        report();
      },
    });
    const { isProven, hasIgnoredFilter, hasUnverifiedFilter } = outcome;
    // A service that ignores a filter does so every time: reading the list again would not help.
    if (!hasIgnoredFilter && !isStable(resource, index, outcome)) result = 'moved';
    else if ((!isProven || hasIgnoredFilter || hasUnverifiedFilter) && result === 'stable')
      result = 'unproven';
    if (result === 'moved' && !acceptsChanges) break;
  }
  await Promise.all(requests);
  return result;
}

/** Returns whether records without an ID may repeat without any change. */
const mayRepeat = (resource: ResourceName): boolean => resourceNamed(resource).key.length > 1;

/** Returns whether a list delivered what it announced. */
function isStable(resource: ResourceName, index: number, outcome: ListOutcome): boolean {
  const { hasMoved, total, received, repeated, distinct } = outcome;
  if (hasMoved) return false;
  if (mayRepeat(resource)) return total === null || received === total;
  if (index === 0) return repeated === 0 && (total === null || distinct === total);
  // A later list may be contained in an earlier one; a partial overlap means that a record moved between
  // lists.
  return (total === null || received === total) && (repeated === 0 || repeated === received);
}

interface WantedPage {
  readonly page: number;
  readonly limit: number;
  readonly signal: AbortSignal;
  /** Records the service's time. */
  readonly times: ServiceClock;
}

/** Fetches one page, waiting for a new credential whenever the active one is refused. */
export async function fetchPage(
  { service, gate, resource, clock }: PassOptions,
  { endpoint, body }: FetchedList,
  { page, limit, signal, times }: WantedPage,
): Promise<ArrayBuffer> {
  for (;;) {
    const generation = await gate.pass(signal);
    try {
      const { bytes, time } = await service.page(endpoint, {
        page,
        limit,
        signal,
        ...(body === undefined ? {} : { body }),
      });
      times.note(time, clock.now());
      return bytes;
    } catch (error) {
      // An optional resource may refuse a credential that works everywhere else.
      if (!isFailure(error, 'credential-refused') || isOptional(resource)) throw error;
      gate.close(generation, error.failure);
    }
  }
}
