import { describe, expect, it } from 'vitest';
import { fail } from '../../../preload/contract/failure';
import type { Run } from '../../../preload/contract/calls/live';
import type { ResourceName } from '../../../preload/contract/resources';
import { createSync } from '../../../main/engine/refresh/refresh';
import { FakeClock } from '../../support/fake-clock';
import { FakeLists, items, type Item } from './fake-lists';
import { MemoryWriter } from './memory-writer';

/** Runs one refresh of the resources to its end. */
async function refresh(
  service: FakeLists,
  resources: readonly ResourceName[] = ['accounts'],
  writer = new MemoryWriter(),
): Promise<{ run: Run; writer: MemoryWriter }> {
  const sync = createSync({ service, writer, clock: new FakeClock(), report: () => undefined });
  await sync.start(resources);
  await sync.settled();
  const run = sync.current();
  if (!run) throw new Error('There was no run.');
  return { run, writer };
}

const of = (run: Run, resource: ResourceName) => run.resources.find((one) => one.resource === resource);

describe('a list that stands still', () => {
  it('is read whole, in order, with a few pages in flight', async () => {
    const service = new FakeLists({ 'accounts.list': items(65_000) });
    const { run, writer } = await refresh(service);
    expect(run.state).toBe('done');
    expect(writer.keys('accounts')).toHaveLength(65_000);
    expect(of(run, 'accounts')).toMatchObject({
      records: 65_000,
      total: 65_000,
      added: 65_000,
      uncertain: false,
    });
    const pages = writer.marks.filter(({ mark }) => mark.source === 0).map(({ mark }) => mark.page);
    expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(service.mostInFlight).toBeGreaterThanOrEqual(2);
    expect(service.mostInFlight).toBeLessThanOrEqual(4); // three pages and the question for the closed ones' total
  });

  it('unites the open accounts with the closed ones', async () => {
    const service = new FakeLists({ 'accounts.list': items(30), 'accounts.filter': items(5, 1000) });
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(35);
    expect(of(run, 'accounts')).toMatchObject({ records: 35, total: 35, uncertain: false });
    expect(service.asked.map(({ list }) => list)).toEqual(['accounts.list', 'accounts.filter']);
  });

  it('may list the closed accounts as well', async () => {
    const all = items(30);
    const service = new FakeLists({ 'accounts.list': all, 'accounts.filter': all.slice(20) });
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(30);
    expect(of(run, 'accounts')).toMatchObject({ uncertain: false });
    expect(writer.passes).toHaveLength(1);
  });

  it('may be empty', async () => {
    const { run, writer } = await refresh(new FakeLists({}), ['feeUploadFiles']);
    expect(of(run, 'feeUploadFiles')).toMatchObject({
      state: 'done',
      records: 0,
      total: 0,
      uncertain: false,
    });
    expect(writer.passes).toMatchObject([{ gone: 0 }]);
  });

  it('lets go of what it does not hold any more, and only then', async () => {
    const writer = new MemoryWriter();
    await refresh(new FakeLists({ 'accounts.list': items(30) }), ['accounts'], writer);
    const changed = items(29).map((item) => (item.id === 3 ? { ...item, name: 'New name' } : item));
    const { run } = await refresh(new FakeLists({ 'accounts.list': changed }), ['accounts'], writer);
    expect(of(run, 'accounts')).toMatchObject({ added: 0, changed: 1, gone: 1 });
    expect(writer.keys('accounts')).toHaveLength(29);
  });

  it('may lack an envelope', async () => {
    const service = new FakeLists({ 'feeStructures.list': items(12) });
    service.twist = (_, answer) => answer['data'];
    const { run, writer } = await refresh(service, ['feeStructures']);
    expect(writer.keys('feeStructures')).toHaveLength(12);
    expect(of(run, 'feeStructures')).toMatchObject({ state: 'done', total: null, uncertain: false });
    expect(service.asked).toHaveLength(2); // the empty page after it proves that it was whole
  });

  it('may hold records without an id twice', async () => {
    const mapping = {
      account_id: 1,
      legacy_account_number: 'a',
      partner_account_number: 'b',
    } as unknown as Item;
    const service = new FakeLists({ 'legacyMappings.list': [mapping, mapping] });
    const { run } = await refresh(service, ['legacyMappings']);
    expect(of(run, 'legacyMappings')).toMatchObject({ state: 'done', records: 2, uncertain: false });
    expect(service.asked).toHaveLength(1);
  });
});

describe('pages that are too big for the service', () => {
  it('are halved until they fit, and nothing is lost or asked for twice', async () => {
    const service = new FakeLists({ 'accounts.list': items(21_000) });
    service.twist = ({ limit }, answer) => {
      if (limit > 3_000) throw fail('timeout', { status: 504 });
      return answer;
    };
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(21_000);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    const marks = writer.marks.filter(({ mark }) => mark.source === 0);
    expect(marks.map(({ mark }) => mark.limit)).toEqual(Array(9).fill(2_500));
    expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(21_000);
    expect(writer.passes).toHaveLength(1);
  });

  it('are halved in mid-list, too, where the halves do not meet the old edge', async () => {
    const service = new FakeLists({ 'accounts.list': items(9_990) });
    service.cap = 1_111;
    service.twist = ({ page, limit }, answer) => {
      if (page >= 4 && limit >= 1_111) throw fail('timeout', { status: 504 });
      return answer;
    };
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(9_990);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    expect(writer.passes).toHaveLength(1);
  });

  it('fall to a tenth after minutes of silence, and a second silence is told instead of tried in halves', async () => {
    const service = new FakeLists({ 'accounts.list': items(3_000) });
    service.twist = ({ limit }, answer) => {
      if (limit > 1_000) throw fail('timeout');
      return answer;
    };
    expect(of((await refresh(service)).run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    service.twist = () => {
      throw fail('timeout');
    };
    const before = service.of('accounts.list').length;
    expect(of((await refresh(service)).run, 'accounts')).toMatchObject({ failure: { kind: 'timeout' } });
    const asked = service.of('accounts.list').slice(before);
    expect([...new Set(asked.map(({ limit }) => limit))]).toEqual([10_000, 1_000]);
  });

  it('are given up when even a hundred records take too long', async () => {
    const service = new FakeLists({ 'accounts.list': items(300) });
    service.twist = () => {
      throw fail('timeout', { status: 504 });
    };
    const { run, writer } = await refresh(service);
    expect(of(run, 'accounts')).toMatchObject({ state: 'failed', failure: { kind: 'timeout' } });
    expect(run.state).toBe('failed');
    expect(Math.min(...service.of('accounts.list').map(({ limit }) => limit))).toBe(100);
    expect(writer.passes).toEqual([]);
  });

  it('are as small as the service makes them', async () => {
    const service = new FakeLists({ 'accounts.list': items(4_400) });
    service.cap = 1_000;
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(4_400);
    expect(of(run, 'accounts')).toMatchObject({ uncertain: false });
    expect(service.of('accounts.list').map(({ limit }) => limit)).toEqual([
      10_000, 1_000, 1_000, 1_000, 1_000,
    ]);
  });
});

describe('a list that moves under us', () => {
  const known = async (): Promise<MemoryWriter> => {
    const { writer } = await refresh(new FakeLists({ 'accounts.list': items(40) }));
    writer.passes.length = 0;
    return writer;
  };

  it('by its total is read again, and is certain when it has come to rest', async () => {
    const service = new FakeLists({ 'accounts.list': items(25_000) });
    let asked = 0;
    service.twist = ({ list, page }, answer) =>
      list === 'accounts.list' && page === 2 && asked++ === 0 ? { ...answer, total_items: 25_001 } : answer;
    const { run, writer } = await refresh(service);
    expect(writer.abandoned).toBe(1);
    expect(writer.passes).toMatchObject([{ uncertain: false }]);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', records: 25_000, uncertain: false });
  });

  it('every time is kept, called uncertain, and nothing counts as gone', async () => {
    const writer = await known();
    const service = new FakeLists({ 'accounts.list': items(25) });
    let total = 25;
    service.twist = (_, answer) => ({ ...answer, total_items: total++ });
    const { run } = await refresh(service, ['accounts'], writer);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', gone: 0, uncertain: true });
    expect(writer.keys('accounts')).toHaveLength(40);
    expect(writer.passes).toMatchObject([{ uncertain: true, gone: 0 }]);
    expect(service.of('accounts.list')).toHaveLength(3);
  });

  it('from page to page is noticed by the record that came twice and the one that never came', async () => {
    const all = items(20_000);
    const service = new FakeLists({ 'accounts.list': all });
    let passes = 0;
    service.twist = ({ list, page }, answer) => {
      if (list !== 'accounts.list') return answer;
      if (page === 1) passes++;
      // A record went from the second page to the first after the first was read: the second begins one too early.
      return passes === 1 && page === 2 ? { ...answer, data: all.slice(9_999, 19_999) } : answer;
    };
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(20_000);
    expect(writer.abandoned).toBe(1);
    expect(of(run, 'accounts')).toMatchObject({ uncertain: false });
  });

  it('from the open to the closed accounts is noticed', async () => {
    const service = new FakeLists({ 'accounts.list': items(30), 'accounts.filter': items(4, 100) });
    let asked = 0;
    service.twist = ({ list }, answer) =>
      list === 'accounts.filter' && asked++ === 0
        ? { ...answer, data: [{ id: 30 }, ...items(3, 101)] }
        : answer;
    const { run, writer } = await refresh(service);
    expect(writer.abandoned).toBe(1);
    expect(of(run, 'accounts')).toMatchObject({ uncertain: false });
  });
});

describe('a service that contradicts itself', () => {
  it('by giving the same page for ever is left soon', async () => {
    const all = items(50_000);
    const service = new FakeLists({ 'accounts.list': all });
    service.twist = ({ list }, answer) =>
      list === 'accounts.list'
        ? { ...answer, current_page: 1, has_next: true, data: all.slice(0, 10_000) }
        : answer;
    const { run, writer } = await refresh(service);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', uncertain: true, gone: 0 });
    expect(writer.keys('accounts')).toHaveLength(10_000);
    expect(service.of('accounts.list').length).toBeLessThan(20);
  });

  it('by promising a next page that is empty does no harm', async () => {
    const service = new FakeLists({ 'accounts.list': items(30) });
    service.twist = (_, answer) => ({ ...answer, has_next: true });
    const { run, writer } = await refresh(service);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    expect(writer.keys('accounts')).toHaveLength(30);
  });

  it('by promising a next page for ever, and filling it, is stopped far beyond its end, and told', async () => {
    const service = new FakeLists({});
    service.twist = ({ list, page, limit }, answer) =>
      list === 'accounts.list'
        ? { ...answer, has_next: true, total_pages: 2, total_items: 20, data: items(10, page * limit) }
        : answer;
    const { run, writer } = await refresh(service);
    expect(of(run, 'accounts')).toMatchObject({ state: 'failed', failure: { kind: 'endless-list' } });
    expect(writer.passes).toEqual([]);
    expect(service.of('accounts.list').length).toBeLessThan(30);
  });

  it('by moving its end on with every page is stopped as well', async () => {
    const service = new FakeLists({});
    service.twist = ({ list, page, limit }, answer) =>
      list === 'accounts.list'
        ? {
            ...answer,
            has_next: true,
            total_pages: page + 1,
            total_items: (page + 1) * 10,
            page_size_limit: 10,
            data: items(10, page * limit),
          }
        : answer;
    const { run, writer } = await refresh(service);
    expect(of(run, 'accounts')).toMatchObject({ state: 'failed', failure: { kind: 'endless-list' } });
    expect(writer.passes).toEqual([]);
    expect(service.of('accounts.list').length).toBeLessThan(40);
  });

  it('by promising a next page for ever, without any count, is stopped after a few thousand pages', async () => {
    const service = new FakeLists({});
    service.twist = ({ list, page }, answer) =>
      list === 'feeStructures.list' ? { has_next: true, data: items(1, page) } : answer;
    const { run, writer } = await refresh(service, ['feeStructures']);
    expect(of(run, 'feeStructures')).toMatchObject({ state: 'failed', failure: { kind: 'endless-list' } });
    expect(writer.passes).toEqual([]);
    expect(service.asked.length).toBeLessThan(6_000);
  });

  it('by denying a next page too early is not believed', async () => {
    const service = new FakeLists({ 'accounts.list': items(25_000) });
    let passes = 0;
    service.twist = ({ list, page }, answer) => {
      if (list === 'accounts.list' && page === 1) passes++;
      return passes === 1 && page === 2 ? { ...answer, has_next: false } : answer;
    };
    const { run, writer } = await refresh(service);
    expect(writer.keys('accounts')).toHaveLength(25_000);
    expect(writer.abandoned).toBe(1);
    expect(of(run, 'accounts')).toMatchObject({ uncertain: false });
  });

  it('by promising more than it gives is called uncertain', async () => {
    const service = new FakeLists({ 'accounts.list': items(30) });
    service.twist = ({ list }, answer) =>
      list === 'accounts.list' ? { ...answer, total_items: 31 } : answer;
    const { run } = await refresh(service);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', uncertain: true, records: 30, total: 31 });
  });

  it('by cutting a page is asked for that page again', async () => {
    const service = new FakeLists({ 'accounts.list': items(30) });
    let asked = 0;
    service.twist = (_, answer) => (asked++ === 0 ? JSON.stringify(answer).slice(0, 200) : answer);
    const { run, writer } = await refresh(service);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
    expect(writer.keys('accounts')).toHaveLength(30);
    expect(service.of('accounts.list')).toHaveLength(2);
  });
});

describe('a list that does not say where it ends', () => {
  const thousand = async () => {
    const writer = new MemoryWriter();
    await refresh(new FakeLists({ 'accounts.list': items(1_000) }), ['accounts'], writer);
    return writer;
  };
  const twisted = (twist: FakeLists['twist']): FakeLists => {
    const service = new FakeLists({ 'accounts.list': items(1_000) });
    service.twist = (asked, answer) => (asked.list === 'accounts.list' ? twist(asked, answer) : answer);
    return service;
  };
  /** The same hundred, whatever page is asked for. */
  const cut = items(100);

  it.each<[string, unknown]>([
    ['cut at a hundred, bare', cut],
    ['cut at a hundred, without a pager', { data: cut }],
    ['cut at a hundred, with only its name', { object: 'list', data: cut }],
    ['that is bare and empty', []],
    ['that is empty without a pager', { data: null }],
    [
      'of a hundred records and a message',
      { object: 'list', has_next: false, data: [...cut, { message: 'no more' }] },
    ],
  ])('%s, removes nothing, is told as uncertain, and asks for little', async (_, answer) => {
    const writer = await thousand();
    const service = twisted(() => answer);
    const { run } = await refresh(service, ['accounts'], writer);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', gone: 0, uncertain: true });
    expect(writer.keys('accounts').filter((key) => !key.startsWith('?'))).toHaveLength(1_000);
    expect(service.of('accounts.list').length).toBeLessThanOrEqual(3);

    await refresh(
      twisted((_asked, honest) => honest),
      ['accounts'],
      writer,
    );
    expect(writer.keys('accounts')).toHaveLength(1_000);
    expect(writer.passes.at(-1)).toMatchObject({ uncertain: false });
  });

  it.each<[string, unknown]>([
    ['a message', { message: 'could not list the accounts' }],
    ['a message with an empty list of another name', { message: 'no', items: [] }],
    ['one account', { id: 5, name: 'Item 5' }],
    ['a text', '"done"'],
    ['a pager without data', { has_next: false, total_items: 1_000 }],
    ['malformed JSON within a record', '[{"id":1,}]x'],
  ])('and answers with %s, fails and keeps everything', async (_, answer) => {
    const writer = await thousand();
    const { run } = await refresh(
      twisted(() => answer),
      ['accounts'],
      writer,
    );
    expect(of(run, 'accounts')).toMatchObject({ state: 'failed', gone: 0 });
    expect(writer.keys('accounts')).toHaveLength(1_000);
    expect(writer.passes).toHaveLength(1);
  });

  it('is whole when the page after it is empty', async () => {
    const writer = await thousand();
    const fewer = twisted(({ page }) => (page === 1 ? items(900) : []));
    const { run } = await refresh(fewer, ['accounts'], writer);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', gone: 100, uncertain: false });
  });

  it('is read to its end where the service gives only a hundred at a time', async () => {
    const service = new FakeLists({ 'accounts.list': items(1_000) });
    service.cap = 100;
    service.twist = ({ list }, answer) => (list === 'accounts.list' ? answer['data'] : answer);
    const { run, writer } = await refresh(service);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', records: 1_000, uncertain: false });
    expect(writer.keys('accounts')).toHaveLength(1_000);
  });

  it('is uncertain when the page after it is refused', async () => {
    const writer = await thousand();
    const refusing = twisted(({ page }) => {
      if (page > 1) throw fail('refused', { status: 400 });
      return items(900);
    });
    const { run } = await refresh(refusing, ['accounts'], writer);
    expect(of(run, 'accounts')).toMatchObject({ state: 'done', gone: 0, uncertain: true });
  });
});

it('a page that is too big is asked for in halves', async () => {
  const service = new FakeLists({ 'accounts.list': items(9_000) });
  service.twist = ({ limit }, answer) => {
    if (limit > 3_000) throw fail('too-big');
    return answer;
  };
  const { run, writer } = await refresh(service);
  expect(of(run, 'accounts')).toMatchObject({ state: 'done', uncertain: false });
  expect(writer.keys('accounts')).toHaveLength(9_000);
});
