import { describe, expect, it, vi } from 'vitest';
import { createNames } from '#engine/records/names/names';
import { RESOURCE_NAMES, resourceNamed } from '#contract/resources';
import { namedList } from '#contract/calls/names';
import { fail, type FailureKind } from '#contract/failure';
import type { Field } from '#contract/fields';

const security = (id: number) => ({ id, symbol: `S${id}`, cusip: null, description: `Security ${id}` });

/** A request for securities: its endpoint, and the IDs that it filters by. */
interface SecuritiesRequest {
  readonly name: string;
  readonly ids: readonly unknown[];
}

/** Names from a service that has securities with even IDs, until it fails. */
function createTestNames() {
  const requests: SecuritiesRequest[] = [];
  const state = { now: 0, failure: null as FailureKind | null, status: 0, ignoresFilter: false };
  const call = vi.fn((name: string, { body }: { body?: { id: { conditions: { value: number }[] } } }) => {
    const ids = body?.id.conditions.map(({ value }) => value) ?? [];
    requests.push({ name, ids });
    if (state.ignoresFilter) return Promise.resolve([security(40), security(42)]);
    if (state.failure) return Promise.reject(fail(state.failure, { status: state.status }));
    return Promise.resolve(ids.length > 0 ? ids.filter((id) => id % 2 === 0).map(security) : [security(8)]);
  });
  const reader = {
    named: (_: string, keys: readonly string[]) =>
      keys
        .filter((key) => key === '7')
        .map((key) => ({ key, title: 'The Juns Household', subtitle: 'Active · 7' })),
    numbersByKey: (resource: string) => (resource === 'accounts' ? { 7: 'DEMO3577' } : {}),
    window: () => ({ rows: [{ key: '7', isDrifted: false, cells: [] }], total: 1, version: 1 }),
    states: () => [{ resource: 'households', count: 1 }],
  };
  const names = createNames({ reader, service: { call }, clock: { now: () => state.now } } as never);
  return { names, requests, state };
}

describe('names for IDs', () => {
  it('come from local lists without repeating the ID; IDs without a name are omitted', async () => {
    const { names } = createTestNames();
    const juns = { id: '7', name: 'The Juns Household', detail: 'Active' };
    expect(await names.byId('households', ['7', '8'])).toEqual([juns]);
    expect(await names.find('households', 'jun', 10)).toEqual({ items: [juns], hasNames: true });
    expect((await names.find('firms', '', 10)).hasNames).toBe(false);
  });

  it('come with the number by which users know an account', async () => {
    const { names } = createTestNames();
    expect(await names.byId('accounts', ['7'])).toMatchObject([{ id: '7', number: 'DEMO3577' }]);
  });

  it('of securities are requested once, including those without a name', async () => {
    const { names, requests } = createTestNames();
    const [name] = await names.byId('securities', ['2', '3', '2', 'x']);
    expect(name).toEqual({ id: '2', name: 'Security 2', detail: 'S2' });
    await names.byId('securities', ['2', '3', '4']);
    expect(requests.map(({ ids }) => ids)).toEqual([[2, 3], [4]]);
    expect((await names.find('securities', 'sec', 10)).items[0]?.name).toBe('Security 8');
    expect(await names.byId('securities', ['8'])).toHaveLength(1);
    expect(requests).toHaveLength(3);
  });

  it('of securities are requested again after the service ignored the filter', async () => {
    const { names, state } = createTestNames();
    state.ignoresFilter = true;
    expect(await names.byId('securities', ['2'])).toEqual([]);
    state.ignoresFilter = false;
    expect(await names.byId('securities', ['2'])).toHaveLength(1);
  });

  it('of securities are complete even if the response drops memoized names', async () => {
    const { names } = createTestNames();
    // One fewer than are memoized: the two new names of the next response clear them.
    const almostAll = Array.from({ length: 49_999 }, (_, index) => String(2 * (index + 1)));
    expect(await names.byId('securities', almostAll)).toHaveLength(49_999);
    expect(await names.byId('securities', ['2', '200000', '200002'])).toHaveLength(3);
  });

  it.each<[FailureKind, number]>([
    ['not-found', 404],
    ['refused', 400],
    ['not-the-service', 200],
    ['service-broken', 501],
  ])('are skipped after the failure %s (%d), and requested again after a day', async (failure, status) => {
    const { names, requests, state } = createTestNames();
    Object.assign(state, { failure, status });
    expect(await names.byId('securities', ['2'])).toEqual([]);
    expect(await names.find('securities', 'sec', 10)).toEqual({ items: [], hasNames: false });
    state.now += 23 * 3_600_000;
    await names.byId('securities', ['2']);
    expect(requests).toHaveLength(1);
    state.now += 3_600_000;
    state.failure = null;
    expect(await names.byId('securities', ['2'])).toHaveLength(1);
  });

  it('count as available again a day after a service with names seemed to lack them', async () => {
    const { names, state } = createTestNames();
    await names.byId('securities', ['2']);
    state.failure = 'not-found';
    await names.byId('securities', ['4']);
    state.failure = null;
    expect(await names.hasNames('securities')).toBe(false);
    state.now += 24 * 3_600_000;
    expect(await names.hasNames('securities')).toBe(true);
  });

  it.each<FailureKind>([
    'offline',
    'timeout',
    'busy',
    'canceled',
    'cut-short',
    'page-instead',
    'credential-refused',
    'unexpected',
    'service-broken',
    'odd-answer',
    'too-big',
  ])('are requested again soon after the failure %s', async (failure) => {
    const { names, state } = createTestNames();
    state.failure = failure;
    expect(await names.byId('securities', ['2'])).toEqual([]);
    expect((await names.find('securities', 'sec', 10)).hasNames).toBe(true);
    state.failure = null;
    state.now += 60_000;
    expect(await names.byId('securities', ['2'])).toHaveLength(1);
  });

  it.each(['.', ' .. '])('are not searched for %j, which an address cannot hold', async (text) => {
    const { names, requests } = createTestNames();
    expect(await names.find('securities', text, 10)).toEqual({ items: [], hasNames: true });
    expect(requests).toEqual([]);
  });
});

it('names only existing sources in the fields of the resources', () => {
  const nameSources = (fields: Readonly<Record<string, Field>>): string[] =>
    Object.values(fields).flatMap(({ names, items = {} }) => [
      ...(names ? [names] : []),
      ...nameSources(items),
    ]);
  for (const resource of RESOURCE_NAMES)
    for (const nameSource of nameSources(resourceNamed(resource).fields))
      expect(namedList.options).toContain(nameSource);
});
