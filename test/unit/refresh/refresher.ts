import type { ResourceState, Run } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import { CacheRefresher } from '#engine/refresh/refresh';
import { FakeClock } from '../../support/fake-clock';
import { FakeLists, fakeItems } from './fake-lists';
import { MemoryWriter } from './memory-writer';

export function createTestRefresher(
  service: FakeLists,
  writer = new MemoryWriter(),
  states?: () => readonly ResourceState[],
) {
  const clock = new FakeClock();
  const reports: Run[] = [];
  const waiting = new Set<() => void>();
  const refresher = new CacheRefresher({
    service,
    writer,
    clock,
    ...(states ? { states } : {}),
    report: (run) => {
      reports.push(run);
      for (const check of waiting) check();
    },
  });
  /** Resolves when a report meets the condition. */
  const waitForRun = (matches: (run: Run) => boolean): Promise<Run> =>
    new Promise((resolve) => {
      const check = (): void => {
        const last = reports.at(-1);
        if (!last || !matches(last)) return;
        waiting.delete(check);
        resolve(last);
      };
      waiting.add(check);
      check();
    });
  return { service, writer, clock, refresher, reports, waitForRun };
}

/** Refreshes the resources once; resolves when the run has ended. */
export async function refresh(
  service: FakeLists,
  resources: readonly ResourceName[] = ['accounts'],
  writer = new MemoryWriter(),
  states?: () => readonly ResourceState[],
): Promise<{ run: Run; writer: MemoryWriter }> {
  const { refresher } = createTestRefresher(service, writer, states);
  await refresher.start(resources);
  await refresher.settled();
  const run = refresher.current();
  if (!run) throw new Error('There was no run.');
  return { run, writer };
}

/** Gives pending callbacks 50 turns of the event loop. */
export const flushCallbacks = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

export const progressOf = (run: Run | null, resource: ResourceName) =>
  run?.resources.find((progress) => progress.resource === resource);

export const createFullService = () =>
  new FakeLists({
    'accounts.list': fakeItems(25_000),
    'accounts.filter': fakeItems(100, 500_000),
    'relatedPersons.list': fakeItems(12_000),
    'advisorCodes.list': fakeItems(7),
    'billingGroups.list': fakeItems(70),
    'assetAdjustments.list': fakeItems(3),
    'feeStructures.list': fakeItems(4),
    'feeUploadFiles.list': fakeItems(8),
  });
