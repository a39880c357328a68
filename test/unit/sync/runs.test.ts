import { describe, expect, it } from 'vitest';
import { fail } from '../../../preload/contract/failure';
import type { Run } from '../../../preload/contract/live';
import { RESOURCE_NAMES, type ResourceName } from '../../../preload/contract/resources';
import { createSync } from '../../../main/engine/workflows/sync/sync';
import { FakeClock } from '../../support/fake-clock';
import { FakeLists, items } from './fake-lists';
import { MemoryWriter } from './memory-writer';

function desk(service: FakeLists, writer = new MemoryWriter()) {
  const clock = new FakeClock();
  const reports: Run[] = [];
  const waiting = new Set<() => void>();
  const sync = createSync({
    service,
    writer,
    clock,
    report: (run) => {
      reports.push(run);
      for (const look of waiting) look();
    },
  });
  /** Resolves when a report says so. */
  const until = (says: (run: Run) => boolean): Promise<Run> =>
    new Promise((resolve) => {
      const look = (): void => {
        const last = reports.at(-1);
        if (!last || !says(last)) return;
        waiting.delete(look);
        resolve(last);
      };
      waiting.add(look);
      look();
    });
  return { service, writer, clock, sync, reports, until };
}

/** Gives everything that is due the time to happen. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

const of = (run: Run | null, resource: ResourceName) =>
  run?.resources.find((one) => one.resource === resource);

const everything = () =>
  new FakeLists({
    'accounts.list': items(25_000),
    'accounts.filter': items(100, 500_000),
    'relatedPersons.list': items(12_000),
    'advisorCodes.list': items(7),
    'billingGroups.list': items(70),
    'assetAdjustments.list': items(3),
    'feeStructures.list': items(4),
    'feeUploadFiles.list': items(8),
  });

describe('a refresh', () => {
  it('fetches every list in one run', async () => {
    const { sync, writer, reports } = desk(everything());
    const { runId } = await sync.start();
    await sync.settled();
    const run = sync.current();
    expect(run).toMatchObject({ id: runId, state: 'done' });
    expect(run?.endedAt).not.toBeNull();
    expect(run?.resources.map(({ resource, state }) => [resource, state])).toEqual(
      RESOURCE_NAMES.map((name) => [name, 'done']),
    );
    expect(writer.keys('accounts')).toHaveLength(25_100);
    expect(writer.keys('relatedPersons')).toHaveLength(12_000);
    expect(writer.finished).toMatchObject([
      { run: runId, state: 'done', report: { id: runId, state: 'done' } },
    ]);
    expect(reports[0]).toMatchObject({ state: 'running' });
    expect(reports.at(-1)).toEqual(run);
  });

  it('knows the total of all accounts before the closed ones are fetched', async () => {
    const { sync, reports } = desk(everything());
    await sync.start(['accounts']);
    await sync.settled();
    const totals = reports.map((run) => of(run, 'accounts')?.total).filter((total) => total !== null);
    expect(totals.at(-1)).toBe(25_100);
    const shares = reports.map((run) => of(run, 'accounts')).filter((one) => one?.total !== null);
    // The bar never goes back once half of the records have come.
    expect(shares.every((one) => (one?.records ?? 0) < 12_000 || one?.total === 25_100)).toBe(true);
  });

  it('is joined by whoever starts another one', async () => {
    const { sync } = desk(everything());
    const [one, two] = await Promise.all([sync.start(), sync.start(['accounts'])]);
    const three = await sync.start();
    expect([two.runId, three.runId]).toEqual([one.runId, one.runId]);
    await sync.settled();
    expect((await sync.start(['advisorCodes'])).runId).not.toBe(one.runId);
    await sync.settled();
  });

  it('tells its rate and the time left', async () => {
    const service = new FakeLists({ 'accounts.list': items(40_000) });
    const { sync, clock, reports } = desk(service);
    service.twist = ({ list }, answer) => {
      if (list === 'accounts.list') clock.advance(1_000);
      return answer;
    };
    await sync.start(['accounts']);
    await sync.settled();
    const half = reports.map((run) => of(run, 'accounts')).find((one) => one?.records === 20_000);
    expect(half?.rate).toBeGreaterThan(2_000);
    expect(half?.rate).toBeLessThanOrEqual(10_000);
    expect(half?.secondsLeft).toBeCloseTo(20_000 / (half?.rate ?? 1), 5);
    expect(of(sync.current(), 'accounts')).toMatchObject({ rate: 0, secondsLeft: null });
  });

  it('goes on without a part that the firm does not have', async () => {
    const service = everything();
    service.twist = ({ list }, answer) => {
      if (list === 'legacyMappings.list') throw fail('not-found', { status: 404 });
      if (list === 'feeStructures.list') throw fail('not-allowed', { status: 403 });
      return answer;
    };
    const { sync } = desk(service);
    await sync.start();
    await sync.settled();
    expect(sync.current()?.state).toBe('done');
    expect(of(sync.current(), 'legacyMappings')).toMatchObject({
      state: 'skipped',
      failure: { kind: 'not-found' },
    });
    expect(of(sync.current(), 'feeStructures')).toMatchObject({
      state: 'skipped',
      failure: { kind: 'not-allowed' },
    });
  });

  it('goes on without a part that is broken, and says that it failed', async () => {
    const service = everything();
    service.twist = ({ list }, answer) => {
      if (list === 'relatedPersons.list') throw fail('service-broken', { status: 500 });
      return answer;
    };
    const { sync } = desk(service);
    await sync.start();
    await sync.settled();
    expect(sync.current()).toMatchObject({
      state: 'failed',
      failure: { kind: 'service-broken', status: 500 },
    });
    expect(of(sync.current(), 'relatedPersons')).toMatchObject({ state: 'failed' });
    expect(of(sync.current(), 'accounts')).toMatchObject({ state: 'done' });
  });

  it('that finds the disk full stops', async () => {
    const { sync, writer } = desk(everything());
    writer.onPage = ({ mark }) => {
      if (mark.page === 2) throw fail('disk-full', { cause: 'SQLITE_FULL' });
    };
    await sync.start();
    await sync.settled();
    expect(sync.current()).toMatchObject({ state: 'failed', failure: { kind: 'disk-full' } });
    expect(writer.passes.every(({ gone }) => gone === 0)).toBe(true);
  });
});

describe('a refused credential in mid-run', () => {
  it('pauses the run, asks once, and goes on where it was', async () => {
    const service = everything();
    let valid = true;
    service.twist = ({ page }, answer) => {
      if (page === 2) valid = valid && service.asked.filter((asked) => asked.page === 2).length > 2;
      if (!valid) throw fail('credential-refused', { status: 401 });
      return answer;
    };
    const { sync, reports, until } = desk(service);
    await sync.start();
    const paused = await until((run) => run.state === 'paused');
    expect(paused.failure).toMatchObject({ kind: 'credential-refused' });
    expect(paused.endedAt).toBeNull();
    await turns();
    const before = service.asked.length;
    await turns();
    expect(service.asked.length).toBe(before); // nobody keeps knocking
    const pauses = reports.filter((run, at) => run.state === 'paused' && reports[at - 1]?.state !== 'paused');
    expect(pauses).toHaveLength(1);
    valid = true;
    service.twist = (_, answer) => answer;
    sync.resume();
    await sync.settled();
    expect(sync.current()).toMatchObject({ state: 'done' });
    expect(sync.current()?.failure).toBeUndefined();
    expect(of(sync.current(), 'accounts')).toMatchObject({ records: 25_100, uncertain: false });
  });

  it('can be cancelled instead', async () => {
    const service = everything();
    service.twist = () => {
      throw fail('credential-refused', { status: 401 });
    };
    const { sync, until } = desk(service);
    await sync.start();
    await until((run) => run.state === 'paused');
    await sync.cancel();
    expect(sync.current()).toMatchObject({ state: 'cancelled' });
    expect(sync.current()?.resources.every(({ state }) => state === 'cancelled')).toBe(true);
  });

  it('again after a new credential asks again', async () => {
    const service = everything();
    service.twist = () => {
      throw fail('credential-refused', { status: 401 });
    };
    const { sync, until, reports } = desk(service);
    await sync.start(['advisorCodes']);
    await until((run) => run.state === 'paused');
    sync.resume();
    expect(reports.at(-1)?.state).toBe('running');
    await until((run) => run.state === 'paused');
    await sync.cancel();
  });
});

describe('a run that is broken off', () => {
  /** Lets the run reach the second page of accounts, then does something to it. */
  async function inMidRun(act: (sync: ReturnType<typeof desk>) => Promise<void> | void) {
    const service = new FakeLists({ 'accounts.list': items(65_000), 'accounts.filter': items(10, 500_000) });
    const made = desk(service);
    await made.sync.start(['accounts']);
    await made.until((run) => (of(run, 'accounts')?.records ?? 0) >= 20_000);
    await act(made);
    return made;
  }

  it('by a person ends at once and keeps what it has', async () => {
    const { sync, writer, service } = await inMidRun(({ sync }) => sync.cancel());
    expect(sync.current()).toMatchObject({ state: 'cancelled' });
    expect(of(sync.current(), 'accounts')).toMatchObject({ state: 'cancelled', gone: 0 });
    expect(writer.passes).toEqual([]);
    expect(writer.keys('accounts').length).toBeGreaterThanOrEqual(20_000);
    expect(writer.keys('accounts').length).toBeLessThan(65_000);
    expect(service.of('accounts.list').length).toBeLessThan(7);
    expect(service.inFlight).toBe(0);
  });

  it('by the network keeps what it has, and says so', async () => {
    const { sync, writer } = await inMidRun(async ({ service, sync }) => {
      service.twist = () => {
        throw fail('offline');
      };
      await sync.settled();
    });
    expect(sync.current()).toMatchObject({ state: 'failed', failure: { kind: 'offline' } });
    expect(writer.passes).toEqual([]);
    expect(await writer.openRun()).toMatchObject({ progress: { accounts: { source: 0 } } });
  });

  it('by quitting is taken up where it stopped', async () => {
    const { writer, service, sync: first } = await inMidRun(({ sync }) => sync.close());
    expect(first.current()).toMatchObject({ state: 'interrupted' });
    const stopped = (await writer.openRun())?.progress.accounts?.page ?? 0;
    expect(stopped).toBeGreaterThanOrEqual(2);
    service.asked.length = 0;

    const { sync } = desk(service, writer);
    const { runId } = await sync.start(['accounts'], true);
    await sync.settled();
    expect(runId).toBe(first.current()?.id);
    expect(sync.current()).toMatchObject({ state: 'done' });
    // The page stored last is read once more, to see whether the list moved meanwhile.
    expect(service.of('accounts.list').map(({ page }) => page)).toEqual(
      Array.from({ length: 8 - stopped }, (_, at) => stopped + at),
    );
    expect(writer.keys('accounts')).toHaveLength(65_010);
    expect(writer.passes).toMatchObject([{ uncertain: false, asOf: first.current()?.startedAt }]);
  });

  it('is begun anew where the list has moved meanwhile', async () => {
    const { writer, service } = await inMidRun(({ sync }) => sync.close());
    const moved = new FakeLists({ ...service.lists, 'accounts.list': items(64_999, 2) });
    const { sync } = desk(moved, writer);
    await sync.start(['accounts'], true);
    await sync.settled();
    expect(moved.of('accounts.list').some(({ page }) => page === 1)).toBe(true);
    expect(writer.keys('accounts')).toHaveLength(65_009);
    expect(writer.keys('accounts')).not.toContain('1');
    expect(of(sync.current(), 'accounts')).toMatchObject({ state: 'done', gone: 1, uncertain: false });
  });

  it('in its second list is begun anew', async () => {
    const writer = new MemoryWriter();
    const service = new FakeLists({ 'accounts.list': items(30), 'accounts.filter': items(5, 100) });
    const first = desk(service, writer);
    service.twist = ({ list }, answer) => {
      if (list === 'accounts.filter') throw fail('offline');
      return answer;
    };
    await first.sync.start(['accounts']);
    await first.sync.settled();
    if (!writer.open) throw new Error('The run has ended.');
    writer.open = {
      ...writer.open,
      progress: { accounts: { source: 1, page: 1, limit: 10_000, generation: 1 } },
    };
    service.twist = (_, answer) => answer;
    const { sync } = desk(service, writer);
    await sync.start(['accounts'], true);
    await sync.settled();
    expect(writer.abandoned).toBe(1);
    expect(of(sync.current(), 'accounts')).toMatchObject({ state: 'done', records: 35, uncertain: false });
  });

  it('long ago is begun anew as a whole: what was done then is old by now', async () => {
    const { writer, service, sync: first } = await inMidRun(({ sync }) => sync.close());
    writer.open?.done.push('advisorCodes');
    service.asked.length = 0;
    const later = desk(service, writer);
    later.clock.advance(2 * 60 * 60_000);
    const { runId } = await later.sync.start(['accounts', 'advisorCodes'], true);
    await later.sync.settled();
    expect(service.of('accounts.list')[0]?.page).toBe(1);
    expect(runId).not.toBe(first.current()?.id);
    expect(service.of('advisorCodes.list').length).toBeGreaterThan(0);
    expect(later.sync.current()).toMatchObject({ state: 'done' });
  });

  it('is left alone by a refresh that starts from the beginning', async () => {
    const { writer, service, sync: first } = await inMidRun(({ sync }) => sync.close());
    service.asked.length = 0;
    const { sync } = desk(service, writer);
    const { runId } = await sync.start(['accounts']);
    await sync.settled();
    expect(runId).not.toBe(first.current()?.id);
    expect(service.of('accounts.list')[0]?.page).toBe(1);
    expect(await sync.start(['advisorCodes'], true)).not.toMatchObject({ runId }); // nothing is left to resume
    await sync.settled();
  });
});
