import { describe, expect, it } from 'vitest';
import { FakeLists, fakeItems } from './fake-lists';
import { MemoryWriter } from './memory-writer';
import { progressOf, refresh } from './refresher';

describe('a service that contradicts itself', () => {
  it('is stopped soon if it repeats the same page endlessly', async () => {
    const all = fakeItems(50_000);
    const service = new FakeLists({ 'accounts.list': all });
    service.overrideResponse = ({ list }, response) =>
      list === 'accounts.list'
        ? { ...response, current_page: 1, has_next: true, data: all.slice(0, 10_000) }
        : response;
    const { run, writer } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', uncertain: true, removed: 0 });
    expect(writer.keys('accounts')).toHaveLength(10_000);
    expect(service.requestsFor('accounts.list').length).toBeLessThan(20);
  });

  it('may announce a next page that is empty', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(30) });
    service.overrideResponse = (_, response) => ({ ...response, has_next: true });
    const { run, writer } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    expect(writer.keys('accounts')).toHaveLength(30);
  });

  it('is stopped and reported if it fills pages far beyond its end', async () => {
    const service = new FakeLists({});
    service.overrideResponse = ({ list, page, limit }, response) =>
      list === 'accounts.list'
        ? { ...response, has_next: true, total_pages: 2, total_items: 20, data: fakeItems(10, page * limit) }
        : response;
    const { run, writer } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'failed', failure: { kind: 'endless-list' } });
    expect(writer.passes).toEqual([]);
    expect(service.requestsFor('accounts.list').length).toBeLessThan(30);
  });

  it('is stopped if its end moves on with every page', async () => {
    const service = new FakeLists({});
    service.overrideResponse = ({ list, page, limit }, response) =>
      list === 'accounts.list'
        ? {
            ...response,
            has_next: true,
            total_pages: page + 1,
            total_items: (page + 1) * 10,
            page_size_limit: 10,
            data: fakeItems(10, page * limit),
          }
        : response;
    const { run, writer } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'failed', failure: { kind: 'endless-list' } });
    expect(writer.passes).toEqual([]);
    expect(service.requestsFor('accounts.list').length).toBeLessThan(40);
  });

  it('is stopped after a few thousand pages if it gives no count', async () => {
    const service = new FakeLists({});
    service.overrideResponse = ({ list, page }, response) =>
      list === 'feeStructures.list' ? { has_next: true, data: fakeItems(1, page) } : response;
    const { run, writer } = await refresh(service, ['feeStructures']);
    expect(progressOf(run, 'feeStructures')).toMatchObject({
      state: 'failed',
      failure: { kind: 'endless-list' },
    });
    expect(writer.passes).toEqual([]);
    expect(service.requests.length).toBeLessThan(6_000);
  });

  it('by promising endless next pages without a count is stopped far beyond the known size', async () => {
    const writer = new MemoryWriter();
    await refresh(new FakeLists({ 'feeStructures.list': fakeItems(40) }), ['feeStructures'], writer);
    const service = new FakeLists({});
    service.overrideResponse = ({ page, limit }) => ({
      has_next: true,
      data: fakeItems(limit, page * limit),
    });
    const state = {
      resource: 'feeStructures' as const,
      count: 40,
      asOf: '2026-11-20T10:00:00Z',
      uncertain: false,
      drifted: 0,
    };
    const { run } = await refresh(service, ['feeStructures'], writer, () => [state]);
    expect(progressOf(run, 'feeStructures')).toMatchObject({
      state: 'failed',
      failure: { kind: 'endless-list' },
    });
    expect(writer.keys('feeStructures')).toContain('40');
    expect(service.requests.length).toBeLessThan(15);
  });

  it('by repeating a page of records without IDs is stopped soon, and nothing is removed', async () => {
    const service = new FakeLists({});
    const rows = Array.from({ length: 50 }, (_, index) => ({ legacy_account_number: `L${index}` }));
    service.overrideResponse = () => ({ has_next: true, data: rows });
    const { run } = await refresh(service, ['legacyMappings']);
    expect(progressOf(run, 'legacyMappings')).toMatchObject({ state: 'done', uncertain: true, removed: 0 });
    expect(service.requests.length).toBeLessThan(15);
  });

  it('is not trusted if it denies a next page too early', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(25_000) });
    let passes = 0;
    service.overrideResponse = ({ list, page }, response) => {
      if (list === 'accounts.list' && page === 1) passes++;
      return passes === 1 && page === 2 ? { ...response, has_next: false } : response;
    };
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(25_000);
    expect(writer.abandoned).toBe(1);
    expect(progressOf(run, 'accounts')).toMatchObject({ uncertain: false });
  });

  it('makes the result uncertain if it sends less than announced', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(30) });
    service.overrideResponse = ({ list }, response) =>
      list === 'accounts.list' ? { ...response, total_items: 31 } : response;
    const { run } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({
      state: 'done',
      uncertain: true,
      records: 30,
      total: 31,
    });
  });

  it('gets a second request for a truncated page', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(30) });
    let attempts = 0;
    service.overrideResponse = (_, response) =>
      attempts++ === 0 ? JSON.stringify(response).slice(0, 200) : response;
    const { run, writer } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    expect(writer.keys('accounts')).toHaveLength(30);
    expect(service.requestsFor('accounts.list')).toHaveLength(2);
  });
});
