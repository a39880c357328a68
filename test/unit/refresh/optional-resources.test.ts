import { describe, expect, it } from 'vitest';
import type { ResourceState } from '#contract/calls/live';
import { DAY_MS } from '#contract/dates';
import { fail, type FailureKind } from '#contract/failure';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import { CacheRefresher } from '#engine/refresh/refresh';
import { FakeClock } from '../../support/fake-clock';
import { FakeLists, fakeItems } from './fake-lists';
import { MemoryWriter } from './memory-writer';

const OPTIONAL_LIST = 'billingMinimums';
const LIST = `${OPTIONAL_LIST}.list`;
const OTHERS = RESOURCE_NAMES.filter((name) => !resourceNamed(name).service.optional);

/**
 * Creates a refresher for a service whose optional list gives this response. The cache contains what was
 * written to it.
 */
function createOptionalListRefresh(alter: (response: Record<string, unknown>, page: number) => unknown) {
  const service = new FakeLists({ 'accounts.list': fakeItems(20), [LIST]: fakeItems(7) });
  service.overrideResponse = ({ list, page }, response) => (list === LIST ? alter(response, page) : response);
  const writer = new MemoryWriter();
  const clock = new FakeClock();
  const states = (): ResourceState[] =>
    RESOURCE_NAMES.map((resource) => {
      const { asOf = null, uncertain = false } =
        writer.passes.findLast((pass) => pass.resource === resource) ?? {};
      return { resource, count: writer.keys(resource).length, asOf, uncertain, drifted: 0 };
    });
  const refresher = new CacheRefresher({ service, writer, clock, states, report: () => undefined });
  const runRefresh = async () => {
    await refresher.start();
    await refresher.settled();
    return refresher.current();
  };
  return { service, writer, clock, runRefresh };
}

describe('an optional list of the service', () => {
  it('is refreshed with the others if the service has it', async () => {
    const { runRefresh, writer } = createOptionalListRefresh((response) => response);
    expect(await runRefresh()).toMatchObject({ state: 'done' });
    expect(writer.keys(OPTIONAL_LIST)).toHaveLength(7);
  });

  it.each<FailureKind>([
    'credential-refused',
    'not-allowed',
    'not-found',
    'service-broken',
    'not-the-service',
    'timeout',
    'offline',
    'redirected',
  ])('is skipped silently on the failure %s', async (kind) => {
    const { runRefresh, writer, service } = createOptionalListRefresh(() => {
      throw fail(kind);
    });
    const run = await runRefresh();
    expect(run).toMatchObject({ state: 'done' });
    expect(run?.failure).toBeUndefined();
    expect(run?.resources.map(({ resource, state }) => [resource, state])).toEqual(
      OTHERS.map((name) => [name, 'done']),
    );
    expect(writer.keys('accounts')).toHaveLength(20);
    expect(service.requestsFor(LIST)).toHaveLength(1);
  });

  it('that does not exist is requested again after a day, not sooner', async () => {
    const { runRefresh, service, clock } = createOptionalListRefresh(() => {
      throw fail('not-found');
    });
    await runRefresh();
    clock.advance(23 * 60 * 60_000);
    await runRefresh();
    expect(service.requestsFor(LIST)).toHaveLength(1);
    clock.advance(60 * 60_000);
    await runRefresh();
    expect(service.requestsFor(LIST)).toHaveLength(2);
  });

  it('that does not exist is requested again after the clock was set back by more than a day', async () => {
    const { runRefresh, service, clock } = createOptionalListRefresh(() => {
      throw fail('not-found');
    });
    await runRefresh();
    clock.advance(-365 * DAY_MS);
    await runRefresh();
    expect(service.requestsFor(LIST)).toHaveLength(2);
  });

  it('that was empty is requested again in the next refresh', async () => {
    const { runRefresh, service, writer } = createOptionalListRefresh((response) => response);
    const items = service.lists[LIST];
    service.lists[LIST] = [];
    await runRefresh();
    service.lists[LIST] = items;
    await runRefresh();
    expect(writer.keys(OPTIONAL_LIST)).toHaveLength(7);
  });

  it.each<FailureKind>([
    'offline',
    'not-answering',
    'proxy-unreachable',
    'page-instead',
    'tls-failed',
    'credential-unusable',
  ])('that was unreachable (%s) is requested again in the next refresh', async (kind) => {
    const { runRefresh, service, writer } = createOptionalListRefresh((response) => {
      if (service.requestsFor(LIST).length === 1) throw fail(kind);
      return response;
    });
    await runRefresh();
    await runRefresh();
    expect(writer.keys(OPTIONAL_LIST)).toHaveLength(7);
  });

  it('keeps its records when it is refused, and is requested again in the next refresh', async () => {
    let isRefused = false;
    const { runRefresh, writer, service } = createOptionalListRefresh((response) => {
      if (isRefused) throw fail('not-allowed');
      return response;
    });
    await runRefresh();
    isRefused = true;
    const run = await runRefresh();
    expect(run).toMatchObject({ state: 'done' });
    expect(run?.resources.map(({ resource }) => resource)).toEqual(OTHERS);
    expect(writer.keys(OPTIONAL_LIST)).toHaveLength(7);
    await runRefresh();
    expect(service.requestsFor(LIST)).toHaveLength(3);
  });

  it('does not hide a full disk', async () => {
    const { runRefresh, writer } = createOptionalListRefresh((response) => response);
    writer.onPage = ({ resource }) => {
      if (resource === OPTIONAL_LIST) throw fail('disk-full');
    };
    expect(await runRefresh()).toMatchObject({ state: 'failed', failure: { kind: 'disk-full' } });
  });
});
