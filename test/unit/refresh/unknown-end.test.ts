import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { FakeLists, fakeItems } from './fake-lists';
import { MemoryWriter } from './memory-writer';
import { progressOf, refresh } from './refresher';

describe('a list that does not say where it ends', () => {
  const createFilledWriter = async () => {
    const writer = new MemoryWriter();
    await refresh(new FakeLists({ 'accounts.list': fakeItems(1_000) }), ['accounts'], writer);
    return writer;
  };
  const createAlteredService = (alterResponse: FakeLists['overrideResponse']): FakeLists => {
    const service = new FakeLists({ 'accounts.list': fakeItems(1_000) });
    service.overrideResponse = (request, response) =>
      request.list === 'accounts.list' ? alterResponse(request, response) : response;
    return service;
  };
  /** The first 100 records, returned for any requested page. */
  const firstHundred = fakeItems(100);

  it.each<[string, unknown]>([
    ['cut at a hundred, bare', firstHundred],
    ['cut at a hundred, without a pager', { data: firstHundred }],
    ['cut at a hundred, with only its name', { object: 'list', data: firstHundred }],
    ['that is bare and empty', []],
    ['that is empty without a pager', { data: null }],
    [
      'of a hundred records and a message',
      { object: 'list', has_next: false, data: [...firstHundred, { message: 'no more' }] },
    ],
  ])('%s, removes nothing, is reported as uncertain, and costs few requests', async (_, response) => {
    const writer = await createFilledWriter();
    const service = createAlteredService(() => response);
    const { run } = await refresh(service, ['accounts'], writer);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', removed: 0, uncertain: true });
    expect(writer.keys('accounts').filter((key) => !key.startsWith('?'))).toHaveLength(1_000);
    expect(service.requestsFor('accounts.list').length).toBeLessThanOrEqual(3);

    await refresh(
      createAlteredService((_request, response) => response),
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
    ['malformed JSON within a record', '[{"id":1,}]'],
  ])('and answers with %s, fails and keeps everything', async (_, response) => {
    const writer = await createFilledWriter();
    const { run } = await refresh(
      createAlteredService(() => response),
      ['accounts'],
      writer,
    );
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'failed', removed: 0 });
    expect(writer.keys('accounts')).toHaveLength(1_000);
    expect(writer.passes).toHaveLength(1);
  });

  it('is complete if the page after it is empty', async () => {
    const writer = await createFilledWriter();
    const fewer = createAlteredService(({ page }) => (page === 1 ? fakeItems(900) : []));
    const { run } = await refresh(fewer, ['accounts'], writer);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', removed: 100, uncertain: false });
  });

  it('is read to its end if the service returns only a hundred at a time', async () => {
    const service = new FakeLists({ 'accounts.list': fakeItems(1_000) });
    service.maxPageSize = 100;
    service.overrideResponse = ({ list }, response) =>
      list === 'accounts.list' ? response['data'] : response;
    const { run, writer } = await refresh(service);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', records: 1_000, uncertain: false });
    expect(writer.keys('accounts')).toHaveLength(1_000);
  });

  it('fails if its first page is cut short and then refused', async () => {
    const writer = await createFilledWriter();
    let requestCount = 0;
    const refusing = createAlteredService(() => {
      requestCount += 1;
      throw requestCount === 1 ? fail('cut-short') : fail('refused', { status: 400 });
    });
    const { run } = await refresh(refusing, ['accounts'], writer);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'failed', failure: { kind: 'refused' } });
    expect(writer.passes).toHaveLength(1);
  });

  it('is uncertain if the page after it is refused', async () => {
    const writer = await createFilledWriter();
    const refusing = createAlteredService(({ page }) => {
      if (page > 1) throw fail('refused', { status: 400 });
      return fakeItems(900);
    });
    const { run } = await refresh(refusing, ['accounts'], writer);
    expect(progressOf(run, 'accounts')).toMatchObject({ state: 'done', removed: 0, uncertain: true });
  });
});
