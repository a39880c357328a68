import { describe, expect, it } from 'vitest';
import { FakeLists, fakeItems, type Item } from './fake-lists';
import { MemoryWriter } from './memory-writer';
import { progressOf, refresh } from './refresher';

describe('a list that stays the same during the refresh', () => {
  it('is read completely, in order, with a few pages in flight', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(65_000) });
    const { run, writer } = await refresh(service);
    expect(run.state).toBe('done');
    expect(writer.keys('accounts')).toHaveLength(65_000);
    expect(progressOf(run, 'accounts')).toMatchObject({
      records: 65_000,
      total: 65_000,
      added: 65_000,
      uncertain: false,
    });
    const pages = writer.positions
      .filter(({ position }) => position.source === 0)
      .map(({ position }) => position.page);
    expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(service.maxInFlight).toBeGreaterThanOrEqual(2);
    expect(service.maxInFlight).toBeLessThanOrEqual(4); // three pages and the request for the total of the closed ones
  });

  it('combines the open and the closed accounts', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(30), 'accounts.filter': fakeItems(5, 1000) });
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(35);
    expect(progressOf(run, 'accounts')).toMatchObject({ records: 35, total: 35, uncertain: false });
    expect(service.requests.map(({ list }) => list)).toEqual(['accounts.list', 'accounts.filter']);
  });

  it('may include the closed accounts too', async () => {
    const open = fakeItems(20).map((item) => ({ ...item, status: 'funded' }));
    const closed = fakeItems(10, 21).map((item) => ({ ...item, status: 'closed' }));
    const service = new FakeLists({ 'accounts.list': [...open, ...closed], 'accounts.filter': closed });
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(30);
    expect(progressOf(run, 'accounts')).toMatchObject({ uncertain: false });
    expect(writer.passes).toHaveLength(1);
  });

  it('may be empty', async () => {
    const { run, writer } = await refresh(new FakeLists({}), ['feeUploadFiles']);
    expect(progressOf(run, 'feeUploadFiles')).toMatchObject({
      state: 'done',
      records: 0,
      total: 0,
      uncertain: false,
    });
    expect(writer.passes).toMatchObject([{ removed: 0 }]);
  });

  it('removes what it no longer contains, and counts what changed', async () => {
    const writer = new MemoryWriter();
    await refresh(new FakeLists({ 'accounts.list': fakeItems(30) }), ['accounts'], writer);
    const changed = fakeItems(29).map((item) => (item.id === 3 ? { ...item, name: 'New name' } : item));
    const { run } = await refresh(new FakeLists({ 'accounts.list': changed }), ['accounts'], writer);
    expect(progressOf(run, 'accounts')).toMatchObject({ added: 0, changed: 1, removed: 1 });
    expect(writer.keys('accounts')).toHaveLength(29);
  });

  it('may have no envelope', async () => {
    const service = new FakeLists({ 'feeStructures.list': fakeItems(12) });
    service.overrideResponse = (_, response) => response['data'];
    const { run, writer } = await refresh(service, ['feeStructures']);
    expect(writer.keys('feeStructures')).toHaveLength(12);
    expect(progressOf(run, 'feeStructures')).toMatchObject({ state: 'done', total: null, uncertain: false });
    expect(service.requests).toHaveLength(2); // the empty page after it proves that the list is complete
  });

  it('may contain records without an ID twice', async () => {
    const mapping = {
      account_id: 1,
      legacy_account_number: 'a',
      partner_account_number: 'b',
    } as unknown as Item;
    const service = new FakeLists({ 'legacyMappings.list': [mapping, mapping] });
    const { run } = await refresh(service, ['legacyMappings']);
    expect(progressOf(run, 'legacyMappings')).toMatchObject({ state: 'done', records: 2, uncertain: false });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a list that changes during the refresh', () => {
  const createFilledWriter = async (): Promise<MemoryWriter> => {
    const { writer } = await refresh(new FakeLists({ 'accounts.list': fakeItems(40) }));
    writer.passes.length = 0;
    return writer;
  };

  it('is read again if its total changes, and is certain once it is stable', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(25_000) });
    let attempts = 0;
    service.overrideResponse = ({ list, page }, response) =>
      list === 'accounts.list' && page === 2 && attempts++ === 0
        ? { ...response, total_items: 25_001 }
        : response;
    const { run, writer } = await refresh(service);
    expect(writer.abandoned).toBe(1);
    expect(writer.passes).toMatchObject([{ uncertain: false }]);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', records: 25_000, uncertain: false });
  });

  it('is uncertain if it changes every time, and nothing is removed', async () => {
    const writer = await createFilledWriter();
    const service = new FakeLists({ 'accounts.list': fakeItems(25) });
    let total = 25;
    service.overrideResponse = (_, response) => ({ ...response, total_items: total++ });
    const { run } = await refresh(service, ['accounts'], writer);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', removed: 0, uncertain: true });
    expect(writer.keys('accounts')).toHaveLength(40);
    expect(writer.passes).toMatchObject([{ uncertain: true, removed: 0 }]);
    expect(service.requestsFor('accounts.list')).toHaveLength(3);
  });

  it('is detected between pages by a repeated and a missing record', async () => {
    const all = fakeItems(20_000);
    const service = new FakeLists({ 'accounts.list': all });
    let passes = 0;
    service.overrideResponse = ({ list, page }, response) => {
      if (list !== 'accounts.list') return response;
      if (page === 1) passes++;
      // A record moved from page 2 to page 1 after page 1 was read, so page 2 begins one record too early.
      return passes === 1 && page === 2 ? { ...response, data: all.slice(9_999, 19_999) } : response;
    };
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(20_000);
    expect(writer.abandoned).toBe(1);
    expect(progressOf(run, 'accounts')).toMatchObject({ uncertain: false });
  });

  it('is detected if an open account moves to the closed ones', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(30), 'accounts.filter': fakeItems(4, 100) });
    let attempts = 0;
    service.overrideResponse = ({ list }, response) =>
      list === 'accounts.filter' && attempts++ === 0
        ? { ...response, data: [{ id: 30 }, ...fakeItems(3, 101)] }
        : response;
    const { run, writer } = await refresh(service);
    expect(writer.abandoned).toBe(1);
    expect(progressOf(run, 'accounts')).toMatchObject({ uncertain: false });
  });
});
