import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { createTestSync, progressOf } from './refresher';
import { FakeLists, fakeItems } from './fake-lists';
import { MemoryWriter } from './memory-writer';

describe('an interrupted run', () => {
  /** Runs until the second page of accounts, then performs an action. */
  async function inMidRun(act: (sync: ReturnType<typeof createTestSync>) => Promise<void> | void) {
    const service = new FakeLists({
      'accounts.list': fakeItems(65_000),
      'accounts.filter': fakeItems(10, 500_000),
    });
    const testSync = createTestSync(service);
    await testSync.sync.start(['accounts']);
    await testSync.waitForRun((run) => (progressOf(run, 'accounts')?.records ?? 0) >= 20_000);
    await act(testSync);
    return testSync;
  }

  it('by the user ends at once and keeps what it has', async () => {
    const { sync, writer, service } = await inMidRun(({ sync }) => sync.cancel());
    expect(sync.current()).toMatchObject({ state: 'canceled' });
    expect(progressOf(sync.current(), 'accounts')).toMatchObject({ state: 'canceled', removed: 0 });
    expect(writer.passes).toEqual([]);
    expect(writer.keys('accounts').length).toBeGreaterThanOrEqual(20_000);
    expect(writer.keys('accounts').length).toBeLessThan(65_000);
    expect(service.requestsFor('accounts.list').length).toBeLessThan(7);
    expect(service.inFlight).toBe(0);
  });

  it('by the network keeps what it has, and reports it', async () => {
    const { sync, writer } = await inMidRun(async ({ service, sync }) => {
      service.overrideResponse = () => {
        throw fail('offline');
      };
      await sync.settled();
    });
    expect(sync.current()).toMatchObject({ state: 'failed', failure: { kind: 'offline' } });
    expect(writer.passes).toEqual([]);
    expect(await writer.openRun()).toMatchObject({ progress: { accounts: { source: 0 } } });
  });

  it('by quitting resumes where it stopped', async () => {
    const { writer, service, sync: first } = await inMidRun(({ sync }) => sync.close());
    expect(first.current()).toMatchObject({ state: 'interrupted' });
    const stopped = (await writer.openRun())?.progress.accounts?.page ?? 0;
    expect(stopped).toBeGreaterThanOrEqual(2);
    service.requests.length = 0;

    const { sync } = createTestSync(service, writer);
    const { runId } = await sync.start(['accounts'], { resume: true });
    await sync.settled();
    expect(runId).toBe(first.current()?.id);
    expect(sync.current()).toMatchObject({ state: 'done' });
    // The last stored page is read again, to detect whether the list moved since.
    expect(service.requestsFor('accounts.list').map(({ page }) => page)).toEqual(
      Array.from({ length: 8 - stopped }, (_, index) => stopped + index),
    );
    expect(writer.keys('accounts')).toHaveLength(65_010);
    expect(writer.passes).toMatchObject([{ uncertain: false, asOf: first.current()?.startedAt }]);
  });

  it('restarts if the list has moved since', async () => {
    const { writer, service } = await inMidRun(({ sync }) => sync.close());
    const moved = new FakeLists({ ...service.lists, 'accounts.list': fakeItems(64_999, 2) });
    const { sync } = createTestSync(moved, writer);
    await sync.start(['accounts'], { resume: true });
    await sync.settled();
    expect(moved.requestsFor('accounts.list').some(({ page }) => page === 1)).toBe(true);
    expect(writer.keys('accounts')).toHaveLength(65_009);
    expect(writer.keys('accounts')).not.toContain('1');
    expect(progressOf(sync.current(), 'accounts')).toMatchObject({
      state: 'done',
      removed: 1,
      uncertain: false,
    });
  });

  it('in its second list restarts that list', async () => {
    const writer = new MemoryWriter();
    const service = new FakeLists({ 'accounts.list': fakeItems(30), 'accounts.filter': fakeItems(5, 100) });
    const first = createTestSync(service, writer);
    service.overrideResponse = ({ list }, response) => {
      if (list === 'accounts.filter') throw fail('offline');
      return response;
    };
    await first.sync.start(['accounts']);
    await first.sync.settled();
    if (!writer.open) throw new Error('The run has ended.');
    writer.open = {
      ...writer.open,
      progress: { accounts: { source: 1, page: 1, limit: 10_000, generation: 1 } },
    };
    service.overrideResponse = (_, response) => response;
    const { sync } = createTestSync(service, writer);
    await sync.start(['accounts'], { resume: true });
    await sync.settled();
    expect(writer.abandoned).toBe(1);
    expect(progressOf(sync.current(), 'accounts')).toMatchObject({
      state: 'done',
      records: 35,
      uncertain: false,
    });
  });

  it('from long ago restarts completely, because its results are outdated', async () => {
    const { writer, service, sync: first } = await inMidRun(({ sync }) => sync.close());
    writer.open?.done.push('advisorCodes');
    service.requests.length = 0;
    const later = createTestSync(service, writer);
    later.clock.advance(2 * 60 * 60_000);
    const { runId } = await later.sync.start(['accounts', 'advisorCodes'], { resume: true });
    await later.sync.settled();
    expect(service.requestsFor('accounts.list')[0]?.page).toBe(1);
    expect(runId).not.toBe(first.current()?.id);
    expect(service.requestsFor('advisorCodes.list').length).toBeGreaterThan(0);
    expect(later.sync.current()).toMatchObject({ state: 'done' });
  });

  it('is superseded by a refresh that starts from the beginning', async () => {
    const { writer, service, sync: first } = await inMidRun(({ sync }) => sync.close());
    service.requests.length = 0;
    const { sync } = createTestSync(service, writer);
    const { runId } = await sync.start(['accounts']);
    await sync.settled();
    expect(runId).not.toBe(first.current()?.id);
    expect(service.requestsFor('accounts.list')[0]?.page).toBe(1);
    expect(await sync.start(['advisorCodes'], { resume: true })).not.toMatchObject({ runId }); // nothing is left to resume
    await sync.settled();
  });
});
