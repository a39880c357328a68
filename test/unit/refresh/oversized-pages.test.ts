import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { FakeLists, fakeItems } from './fake-lists';
import { progressOf, refresh } from './refresher';

describe('pages that are too large for the service', () => {
  it('are halved until they fit, without losing or repeating a record', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(21_000) });
    service.overrideResponse = ({ limit }, response) => {
      if (limit > 3_000) throw fail('timeout', { status: 504 });
      return response;
    };
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(21_000);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    const stored = writer.positions.filter(({ position }) => position.source === 0);
    expect(stored.map(({ position }) => position.limit)).toEqual(Array(9).fill(2_500));
    expect(stored.reduce((sum, { count }) => sum + count, 0)).toBe(21_000);
    expect(writer.passes).toHaveLength(1);
  });

  it('are halved in mid-list too, even if the halves do not align with the old page', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(9_990) });
    service.maxPageSize = 1_111;
    service.overrideResponse = ({ page, limit }, response) => {
      if (page >= 4 && limit >= 1_111) throw fail('timeout', { status: 504 });
      return response;
    };
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(9_990);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    expect(writer.passes).toHaveLength(1);
  });

  it.each([
    ['a timeout', 21_000, 1_000, fail('timeout')],
    ['two 504s', 100_000, 2_500, fail('timeout', { status: 504 })],
  ])('may outnumber the announced ones after %s in mid-list', async (_, count, maxSize, failure) => {
    const service = new FakeLists({ 'accounts.list': fakeItems(count) });
    service.overrideResponse = ({ page, limit }, response) => {
      if (page > 1 && limit > maxSize) throw failure;
      return response;
    };
    const { run, writer } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    expect(writer.keys('accounts')).toHaveLength(count);
    expect(writer.passes).toHaveLength(1);
  });

  it('shrink to a tenth after a timeout, and fail after a second one', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(3_000) });
    service.overrideResponse = ({ limit }, response) => {
      if (limit > 1_000) throw fail('timeout');
      return response;
    };
    expect(progressOf((await refresh(service)).run, 'accounts')).toMatchObject({
      state: 'done',
      uncertain: false,
    });
    service.overrideResponse = () => {
      throw fail('timeout');
    };
    const earlierRequests = service.requestsFor('accounts.list').length;
    expect(progressOf((await refresh(service)).run, 'accounts')).toMatchObject({
      failure: { kind: 'timeout' },
    });
    const requests = service.requestsFor('accounts.list').slice(earlierRequests);
    expect([...new Set(requests.map(({ limit }) => limit))]).toEqual([10_000, 1_000]);
  });

  it('fail if even a hundred records take too long', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(300) });
    service.overrideResponse = () => {
      throw fail('timeout', { status: 504 });
    };
    const { run, writer } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'failed', failure: { kind: 'timeout' } });
    expect(run.state).toBe('failed');
    expect(Math.min(...service.requestsFor('accounts.list').map(({ limit }) => limit))).toBe(100);
    expect(writer.passes).toEqual([]);
  });

  it('have the size to which the service limits them, from the second page on', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(4_400) });
    service.maxPageSize = 1_000;
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(4_400);
    expect(progressOf(run, 'accounts')).toMatchObject({ uncertain: false });
    expect(service.requestsFor('accounts.list').map(({ limit }) => limit)).toEqual([
      10_000, 1_000, 1_000, 1_000, 1_000,
    ]);
  });

  it('are halved if the response exceeds the size limit', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(9_000) });
    service.overrideResponse = ({ limit }, response) => {
      if (limit > 3_000) throw fail('too-big');
      return response;
    };
    const { run, writer } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    expect(writer.keys('accounts')).toHaveLength(9_000);
    const limits = service.requestsFor('accounts.list').map(({ limit }) => limit);
    expect([...new Set(limits)]).toEqual([10_000, 5_000, 2_500]);
  });
});
