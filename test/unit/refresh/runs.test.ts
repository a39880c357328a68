import { describe, expect, it } from 'vitest';
import { fail, type FailureKind } from '#contract/failure';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import { createTestRefresher, createFullService, progressOf } from './refresher';
import { FakeLists, fakeItems } from './fake-lists';

describe('a refresh', () => {
  it('fetches every list in one run', async () => {
    const { refresher, writer, reports } = createTestRefresher(createFullService());
    const { runId } = await refresher.start();
    await refresher.settled();
    const run = refresher.current();
    expect(run).toMatchObject({ id: runId, state: 'done' });
    expect(run?.endedAt).not.toBeNull();
    expect(run?.resources.map(({ resource, state }) => [resource, state])).toEqual(
      RESOURCE_NAMES.filter((name) => !resourceNamed(name).service.optional).map((name) => [name, 'done']),
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
    const { refresher, reports } = createTestRefresher(createFullService());
    await refresher.start(['accounts']);
    await refresher.settled();
    const totals = reports.map((run) => progressOf(run, 'accounts')?.total).filter((total) => total !== null);
    expect(totals.at(-1)).toBe(25_100);
    const withTotal = reports
      .map((run) => progressOf(run, 'accounts'))
      .filter((progress) => progress?.total !== null);
    // Once half of the records have arrived, the total is final, so that the progress never decreases.
    expect(
      withTotal.every((progress) => (progress?.records ?? 0) < 12_000 || progress?.total === 25_100),
    ).toBe(true);
  });

  it('is joined by a second start', async () => {
    const { refresher } = createTestRefresher(createFullService());
    const [first, second] = await Promise.all([refresher.start(), refresher.start(['accounts'])]);
    const third = await refresher.start();
    expect([second.runId, third.runId]).toEqual([first.runId, first.runId]);
    await refresher.settled();
    expect((await refresher.start(['advisorCodes'])).runId).not.toBe(first.runId);
    await refresher.settled();
  });

  it('reports its rate and the remaining time', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(40_000) });
    const { refresher, clock, reports } = createTestRefresher(service);
    service.overrideResponse = ({ list }, response) => {
      if (list === 'accounts.list') clock.advance(1_000);
      return response;
    };
    await refresher.start(['accounts']);
    await refresher.settled();
    const half = reports
      .map((run) => progressOf(run, 'accounts'))
      .find((progress) => progress?.records === 20_000);
    expect(half?.rate).toBeGreaterThan(2_000);
    expect(half?.rate).toBeLessThanOrEqual(10_000);
    expect(half?.secondsLeft).toBeCloseTo(20_000 / (half?.rate ?? 1), 5);
    expect(progressOf(refresher.current(), 'accounts')).toMatchObject({ rate: 0, secondsLeft: null });
  });

  it('continues without a list that the firm does not have', async () => {
    const service = createFullService();
    service.overrideResponse = ({ list }, response) => {
      if (list === 'legacyMappings.list') throw fail('not-found', { status: 404 });
      if (list === 'feeStructures.list') throw fail('not-allowed', { status: 403 });
      return response;
    };
    const { refresher } = createTestRefresher(service);
    await refresher.start();
    await refresher.settled();
    expect(refresher.current()?.state).toBe('done');
    expect(progressOf(refresher.current(), 'legacyMappings')).toMatchObject({
      state: 'skipped',
      failure: { kind: 'not-found' },
    });
    expect(progressOf(refresher.current(), 'feeStructures')).toMatchObject({
      state: 'skipped',
      failure: { kind: 'not-allowed' },
    });
  });

  it('continues without a broken list, and reports its failure', async () => {
    const service = createFullService();
    service.overrideResponse = ({ list }, response) => {
      if (list === 'relatedPersons.list') throw fail('service-broken', { status: 500 });
      return response;
    };
    const { refresher } = createTestRefresher(service);
    await refresher.start();
    await refresher.settled();
    expect(refresher.current()).toMatchObject({
      state: 'failed',
      failure: { kind: 'service-broken', status: 500 },
    });
    expect(progressOf(refresher.current(), 'relatedPersons')).toMatchObject({ state: 'failed' });
    expect(progressOf(refresher.current(), 'accounts')).toMatchObject({ state: 'done' });
  });

  it.each<FailureKind>([
    'not-answering',
    'proxy-refused',
    'page-instead',
    'tls-failed',
    'credential-unusable',
  ])('stops at the first list if its failure affects every list: %s', async (kind) => {
    const service = createFullService();
    service.overrideResponse = () => {
      throw fail(kind);
    };
    const { refresher } = createTestRefresher(service);
    await refresher.start();
    await refresher.settled();
    expect(refresher.current()).toMatchObject({ state: 'failed', failure: { kind } });
    expect(service.requestsFor('feeStructures.list')).toEqual([]);
  });

  it('stops on a full disk', async () => {
    const { refresher, writer, service } = createTestRefresher(createFullService());
    writer.onPage = ({ position }) => {
      if (position?.page === 2) throw fail('disk-full', { cause: 'SQLITE_FULL' });
    };
    await refresher.start();
    await refresher.settled();
    expect(refresher.current()).toMatchObject({ state: 'failed', failure: { kind: 'disk-full' } });
    expect(writer.passes).toEqual([]);
    expect(service.requestsFor('feeStructures.list')).toEqual([]);
  });

  it('is done, and reports a disk that is full once all lists are stored', async () => {
    const { refresher, writer } = createTestRefresher(createFullService());
    writer.onEnd = () => {
      throw fail('disk-full', { cause: 'SQLITE_FULL' });
    };
    await refresher.start();
    await refresher.settled();
    expect(refresher.current()).toMatchObject({ state: 'done', failure: { kind: 'disk-full' } });
    expect(refresher.current()?.resources.filter(({ state }) => state === 'failed')).toEqual([]);
  });

  it('is not done if it missed a list and the disk is full when it ends', async () => {
    const service = createFullService();
    service.overrideResponse = ({ list }, response) => {
      if (list === 'billingGroups.list') throw fail('service-broken', { status: 500 });
      return response;
    };
    const { refresher, writer } = createTestRefresher(service);
    writer.onEnd = () => {
      throw fail('disk-full', { cause: 'SQLITE_FULL' });
    };
    await refresher.start();
    await refresher.settled();
    expect(refresher.current()).toMatchObject({ state: 'failed', failure: { kind: 'disk-full' } });
    expect(progressOf(refresher.current(), 'billingGroups')).toMatchObject({ state: 'failed' });
  });
});
