import { resourceNamed, type ResourceName } from '../../../preload/contract/resources';
import type { Clock } from '../service/clock';
import { readPage } from '../wire/page';
import type { Service } from '../service/client';
import { listsOf, type FetchedList } from '../service/resource-endpoints';
import { isFailure } from '../service/failures';
import type { Gate } from './credential-gate';
import { isNeighbor } from './neighbors';
import { PAGE_LIMIT, readList, type ListOutcome } from './pages';
import type { Progress } from './progress';
import type { Mark, RefreshWriter } from '../cache/thread/writer';

/** A list that moves under us is read again at most twice; then the copy is kept and called uncertain. */
const ATTEMPTS = 3;

export interface Resume {
  readonly generation: number;
  readonly mark: Mark;
  /** When the broken-off run began. */
  readonly asOf: string;
}

export interface PassOptions {
  readonly service: Pick<Service, 'page'>;
  readonly writer: RefreshWriter;
  readonly clock: Clock;
  readonly gate: Gate;
  readonly run: number;
  readonly resource: ResourceName;
  readonly resume: Resume | undefined;
  /** The list was never fetched whole. */
  readonly fills: boolean;
  /** Records that the cache has; null: it was never fetched. */
  readonly known: number | null;
  readonly progress: Progress;
  readonly report: () => void;
  readonly signal: AbortSignal;
}

/**
 * Fetches a resource whole: all of its lists under one generation. Only a pass that saw everything lets the old
 * generation go; a partial or uncertain one must not look like deletions.
 */
export async function fetchWhole(options: PassOptions): Promise<void> {
  const { writer, clock, run, resource, progress } = options;
  let { resume } = options;
  // Whether the first list was complete is not known any more once the second one had begun.
  if (resume && resume.mark.source > 0) {
    await writer.abandonPass(resource);
    resume = undefined;
  }
  for (let attempt = 1; ; attempt++) {
    const asOf = resume?.asOf ?? new Date(clock.now()).toISOString();
    const generation = resume?.generation ?? (await writer.beginPass(run, resource));
    const read = await readSources(options, generation, resume, attempt === ATTEMPTS);
    if (read !== 'moved' || attempt === ATTEMPTS) {
      const uncertain = read !== 'whole';
      const { gone, unnamed } = await writer.finishPass(run, resource, generation, { asOf, uncertain });
      progress.end({ state: 'done', gone, uncertain: uncertain || unnamed > 0 });
      return;
    }
    await writer.abandonPass(resource);
    resume = undefined;
  }
}

/** `whole`: every list stood still and ended where it said; `unproven`: nothing says so, or its filter was ignored. */
type Reading = 'whole' | 'moved' | 'unproven';

async function readSources(
  options: PassOptions,
  generation: number,
  resume: Resume | undefined,
  thorough: boolean,
): Promise<Reading> {
  const { writer, resource, fills, progress, report, signal } = options;
  const sources = listsOf(resource);
  const totals: (number | null)[] = sources.map(() => null);
  const totalSoFar = (): number | null => {
    if (totals[0] === null || totals[0] === undefined) return null;
    return totals.reduce<number>((sum, total) => sum + (total ?? 0), 0);
  };
  const learn = (index: number, total: number | null): void => {
    if (total === null) return;
    totals[index] = total;
    progress.set({ total: totalSoFar() });
    report();
  };

  const from = resume ? { page: resume.mark.page, limit: resume.mark.limit } : { page: 1, limit: PAGE_LIMIT };
  progress.begin((from.page - 1) * from.limit);
  report();
  // The later lists' totals are asked for at once, so that the progress does not fall back when their turn comes.
  const asked = sources.slice(1).map((source, index) =>
    ask(options, source, 1, 1, signal)
      .then((bytes) => learn(index + 1, readPage(bytes).meta.totalItems))
      .catch(() => undefined),
  );

  let reading: Reading = 'whole';
  for (const [index, source] of sources.entries()) {
    const outcome = await readList({
      from: index === 0 ? from : { page: 1, limit: PAGE_LIMIT },
      resumed: index === 0 && resume !== undefined,
      thorough,
      mayRepeat: mayRepeat(resource),
      known: options.known,
      halves: !isNeighbor(resource),
      signal,
      fetch: async (page, limit, stop) =>
        writer.read({ resource, fills, filter: source.body }, await ask(options, source, page, limit, stop)),
      store: (page, at) =>
        writer.store({ run: options.run, resource, generation, mark: { source: index, ...at } }, page),
      onPage: ({ meta, count, stored }) => {
        if (!stored) {
          learn(index, meta.totalItems);
          return;
        }
        progress.add(count, stored);
        report();
      },
    });
    const { proven, ignoredFilter, unverifiedFilter } = outcome;
    // A service that ignores a filter does so every time: reading the list again would not help.
    if (!ignoredFilter && !stoodStill(resource, index, outcome)) reading = 'moved';
    else if ((!proven || ignoredFilter || unverifiedFilter) && reading === 'whole') reading = 'unproven';
    if (reading === 'moved' && !thorough) break;
  }
  await Promise.all(asked);
  return reading;
}

/** Records without an id of their own may come twice without anything having moved. */
const mayRepeat = (resource: ResourceName): boolean => resourceNamed(resource).key.length > 1;

/** Whether a list's own promise of how much it holds was kept. */
function stoodStill(resource: ResourceName, index: number, outcome: ListOutcome): boolean {
  const { moved, total, received, repeated, distinct } = outcome;
  if (moved) return false;
  if (mayRepeat(resource)) return total === null || received === total;
  if (index === 0) return repeated === 0 && (total === null || distinct === total);
  // A later list may lie wholly within an earlier one; if it does in part, a record changed lists under us.
  return (total === null || received === total) && (repeated === 0 || repeated === received);
}

/** One page, waiting for a new credential as often as the one in use is refused. */
async function ask(
  { service, gate, resource }: PassOptions,
  source: FetchedList,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  for (;;) {
    const era = await gate.pass(signal);
    try {
      const { endpoint, body } = source;
      const { bytes } = await service.page(endpoint, {
        page,
        limit,
        signal,
        ...(body === undefined ? {} : { body }),
      });
      return bytes;
    } catch (error) {
      // A neighbor may be closed to a credential that is good for everything else.
      if (!isFailure(error, 'credential-refused') || isNeighbor(resource)) throw error;
      gate.close(era, error.failure);
    }
  }
}
