import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { createTestRefresher, progressOf } from './refresher';
import { FakeLists, fakeItems } from './fake-lists';
import { MemoryWriter } from './memory-writer';

describe('an interrupted run', () => {
  /** Runs until the second page of accounts, then performs an action. */
  async function inMidRun(act: (refresher: ReturnType<typeof createTestRefresher>) => Promise<void> | void) {
    const service = new FakeLists({
      'accounts.list': fakeItems(65_000),
      'accounts.filter': fakeItems(10, 500_000),
    });
    const testRefresher = createTestRefresher(service);
    await testRefresher.refresher.start(['accounts']);
    await testRefresher.waitForRun((run) => (progressOf(run, 'accounts')?.records ?? 0) >= 20_000);
    await act(testRefresher);
    return testRefresher;
  }

  it('by the user ends at once and keeps what it has', async () => {
    const { refresher, writer, service } = await inMidRun(({ refresher }) => refresher.cancel());
    expect(refresher.current()).toMatchObject({ state: 'canceled' });
    expect(progressOf(refresher.current(), 'accounts')).toMatchObject({ state: 'canceled', removed: 0 });
    expect(writer.passes).toEqual([]);
    expect(writer.keys('accounts').length).toBeGreaterThanOrEqual(20_000);
    expect(writer.keys('accounts').length).toBeLessThan(65_000);
    expect(service.requestsFor('accounts.list').length).toBeLessThan(7);
    expect(service.inFlight).toBe(0);
  });

  it('by the network keeps what it has, and reports it', async () => {
    const { refresher, writer } = await inMidRun(async ({ service, refresher }) => {
      service.overrideResponse = () => {
        throw fail('offline');
      };
      await refresher.settled();
    });
    expect(refresher.current()).toMatchObject({ state: 'failed', failure: { kind: 'offline' } });
    expect(writer.passes).toEqual([]);
    expect(await writer.interruptedRun()).toMatchObject({ progress: { accounts: { source: 0 } } });
  });

  it('by quitting resumes where it stopped', async () => {
    const { writer, service, refresher: first } = await inMidRun(({ refresher }) => refresher.close());
    expect(first.current()).toMatchObject({ state: 'interrupted' });
    const stopped = (await writer.interruptedRun())?.progress.accounts?.page ?? 0;
    expect(stopped).toBeGreaterThanOrEqual(2);
    service.requests.length = 0;

    const { refresher } = createTestRefresher(service, writer);
    const { runId } = await refresher.start(['accounts'], { resume: true });
    await refresher.settled();
    expect(runId).toBe(first.current()?.id);
    expect(refresher.current()).toMatchObject({ state: 'done' });
    // The last stored page is read again, to detect whether the list moved since.
    expect(service.requestsFor('accounts.list').map(({ page }) => page)).toEqual(
      Array.from({ length: 8 - stopped }, (_, index) => stopped + index),
    );
    expect(writer.keys('accounts')).toHaveLength(65_010);
    expect(writer.passes).toMatchObject([{ uncertain: false, asOf: first.current()?.startedAt }]);
  });

  it.each([
    ['cut short', 'cut-short', 1],
    ['too big', 'too-big', 2],
  ] as const)('resumes even if its first response is %s', async (_, kind, divisor) => {
    const { writer, service } = await inMidRun(({ refresher }) => refresher.close());
    const stopped = (await writer.interruptedRun())?.progress.accounts?.page ?? 0;
    service.requests.length = 0;
    let hasFailed = false;
    service.overrideResponse = (_request, response) => {
      if (hasFailed) return response;
      hasFailed = true;
      throw fail(kind);
    };
    const { refresher } = createTestRefresher(service, writer);
    await refresher.start(['accounts'], { resume: true });
    await refresher.settled();
    const [, ...requests] = service.requestsFor('accounts.list');
    expect(requests[0]).toMatchObject({ page: (stopped - 1) * divisor + 1, limit: 10_000 / divisor });
    expect(Math.min(...requests.map(({ page }) => page))).toBeGreaterThan(1);
    expect(writer.abandoned).toBe(0);
    expect(writer.keys('accounts')).toHaveLength(65_010);
    expect(writer.passes).toMatchObject([{ uncertain: false }]);
  });

  it('restarts if the list has moved since', async () => {
    const { writer, service } = await inMidRun(({ refresher }) => refresher.close());
    const moved = new FakeLists({ ...service.lists, 'accounts.list': fakeItems(64_999, 2) });
    const { refresher } = createTestRefresher(moved, writer);
    await refresher.start(['accounts'], { resume: true });
    await refresher.settled();
    expect(moved.requestsFor('accounts.list').some(({ page }) => page === 1)).toBe(true);
    expect(writer.keys('accounts')).toHaveLength(65_009);
    expect(writer.keys('accounts')).not.toContain('1');
    expect(progressOf(refresher.current(), 'accounts')).toMatchObject({
      state: 'done',
      removed: 1,
      uncertain: false,
    });
  });

  it('in its second list starts over with the first', async () => {
    const writer = new MemoryWriter();
    const service = new FakeLists({ 'accounts.list': fakeItems(30), 'accounts.filter': fakeItems(5, 100) });
    const first = createTestRefresher(service, writer);
    service.overrideResponse = ({ list }, response) => {
      if (list === 'accounts.filter') throw fail('offline');
      return response;
    };
    await first.refresher.start(['accounts']);
    await first.refresher.settled();
    if (!writer.open) throw new Error('The run has ended.');
    // As if a page of the second list had been stored.
    writer.open = {
      ...writer.open,
      progress: { accounts: { source: 1, page: 1, limit: 10_000, generation: 1 } },
    };
    service.overrideResponse = (_, response) => response;
    service.requests.length = 0;
    const { refresher } = createTestRefresher(service, writer);
    await refresher.start(['accounts'], { resume: true });
    await refresher.settled();
    expect(writer.abandoned).toBe(1);
    expect(service.requests.map(({ list }) => list)).toEqual(['accounts.list', 'accounts.filter']);
    expect(progressOf(refresher.current(), 'accounts')).toMatchObject({
      state: 'done',
      records: 35,
      uncertain: false,
    });
  });

  it.each([
    ['from long ago', 2],
    ['with a later time, of a clock set back since,', -2],
  ])('%s restarts completely, because it may be outdated', async (_, hours) => {
    const { writer, service, refresher: first } = await inMidRun(({ refresher }) => refresher.close());
    writer.open?.done.push('advisorCodes');
    service.requests.length = 0;
    const later = createTestRefresher(service, writer);
    later.clock.advance(hours * 60 * 60_000);
    const { runId } = await later.refresher.start(['accounts', 'advisorCodes'], { resume: true });
    await later.refresher.settled();
    expect(service.requestsFor('accounts.list')[0]?.page).toBe(1);
    expect(runId).not.toBe(first.current()?.id);
    expect(service.requestsFor('advisorCodes.list').length).toBeGreaterThan(0);
    expect(later.refresher.current()).toMatchObject({ state: 'done' });
  });

  it('is superseded by a refresh that starts from the beginning', async () => {
    const { writer, service, refresher: first } = await inMidRun(({ refresher }) => refresher.close());
    service.requests.length = 0;
    const { refresher } = createTestRefresher(service, writer);
    const { runId } = await refresher.start(['accounts']);
    await refresher.settled();
    expect(runId).not.toBe(first.current()?.id);
    expect(service.requestsFor('accounts.list')[0]?.page).toBe(1);
    expect(await refresher.start(['advisorCodes'], { resume: true })).not.toMatchObject({ runId }); // nothing is left to resume
    await refresher.settled();
  });
});
