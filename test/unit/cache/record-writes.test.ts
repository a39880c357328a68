import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MADE_IN_APP } from '#contract/features/changes/schemas';
import { openWriter, type CacheFileWriter } from '#engine/cache/ingest/writer';
import { sampleOrAll } from '../../faults/trial-report';
import {
  toAccountRecords,
  historyAt,
  CACHE_KEY,
  queriedKeys,
  toRawTexts,
  readerAt,
  refreshCache,
  tempCacheFile,
  writerAt,
} from './temp-cache';

const account = (id: number, fields: object = {}) => ({
  id,
  name: `Account ${id}`,
  status: 'funded',
  ...fields,
});
const progressAt = (page: number) => ({ source: 0, page, limit: 1_000 });
const passEnd = { asOf: '2026-01-02T03:04:05.000Z', uncertain: false };

/** Starts a pass over the accounts; the test supplies the pages. */
function beginTestPass(writer: CacheFileWriter) {
  const run = writer.startRun(['accounts'], passEnd.asOf);
  const generation = writer.beginPass(run, 'accounts');
  let page = 0;
  return {
    store: (records: readonly unknown[]) =>
      writer.put(run, 'accounts', generation, toAccountRecords(records), progressAt((page += 1))),
    finish: () => {
      const found = writer.finishPass(run, 'accounts', generation, passEnd);
      writer.finishRun(run, 'done', passEnd.asOf, '{}');
      return found;
    },
    changes: (file: string) =>
      historyAt(file)
        .list({ filter: { runId: run }, offset: 0, limit: 100 })
        .items.map(({ kind, key }) => [kind, key]),
  };
}
const cityOf = (file: string, key: string): unknown => {
  const raw = readerAt(file).get({ resource: 'accounts', key })?.raw;
  return raw === undefined ? null : (JSON.parse(raw) as { city?: string }).city;
};

describe('a written record', () => {
  it('is added, or replaces the one with its key, in lists and searches', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1, { city: 'Boise' }), account(2)]);
    expect(writer.putRecords('accounts', toRawTexts([account(1, { city: 'Salem' }), account(3)]))).toEqual({
      put: 2,
    });
    const reader = readerAt(file);
    expect(queriedKeys(reader)).toEqual(['1', '2', '3']);
    expect(['boise', 'salem'].map((search) => queriedKeys(reader, { search }))).toEqual([[], ['1']]);
  });

  it('is unchanged for the next refresh', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1)]);
    writer.putRecords('accounts', toRawTexts([account(1, { city: 'Salem' }), account(2)]));
    const next = refreshCache(writer, 'accounts', [account(1, { city: 'Salem' }), account(2)]);
    expect(next).toMatchObject({ added: 0, changed: 0, unchanged: 2, removed: 0, distinct: 2 });
  });

  it('without its key is not stored', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    expect(writer.putRecords('accounts', ['{"name":"Nobody"}', '[]', 'OK'])).toEqual({ put: 0 });
    expect(queriedKeys(readerAt(file))).toEqual([]);
  });

  it('appears before the first refresh, and is removed if the service does not have it', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    writer.putRecords('accounts', toRawTexts([account(1), account(2)]));
    expect(queriedKeys(readerAt(file))).toEqual(['1', '2']);
    expect(refreshCache(writer, 'accounts', [account(1)])).toMatchObject({ unchanged: 1, removed: 1 });
  });

  it('is not undone by an older page during a pass', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1), account(2), account(3)]);
    const pass = beginTestPass(writer);
    pass.store([account(1)]);
    writer.putRecords('accounts', toRawTexts([account(2, { city: 'Salem' })]));
    expect(pass.store([account(2), account(3)])).toMatchObject({ unchanged: 2, repeated: 0, distinct: 3 });
    expect(pass.finish()).toEqual({ removed: 0, withoutKey: 0 });
    expect(cityOf(file, '2')).toBe('Salem');
    expect(pass.changes(file)).toEqual([]);
  });

  it('counts once during a pass, and as repeated on every later page', () => {
    const writer = writerAt(tempCacheFile());
    refreshCache(writer, 'accounts', [account(1), account(2), account(3)]);
    const pass = beginTestPass(writer);
    writer.putRecords('accounts', toRawTexts([account(1, { city: 'Salem' }), account(2)]));
    const list = [account(1, { city: 'Salem' }), account(2), account(3)];
    expect(pass.store(list)).toMatchObject({ unchanged: 3, repeated: 0, distinct: 3 });
    expect(pass.store(list)).toMatchObject({ unchanged: 0, repeated: 3, distinct: 3 });
  });

  it('does not count again if the pass has already reached it', () => {
    const writer = writerAt(tempCacheFile());
    const pass = beginTestPass(writer);
    pass.store([account(1), account(2)]);
    writer.putRecords('accounts', toRawTexts([account(1, { city: 'Salem' })]));
    expect(pass.store([account(1)])).toMatchObject({ repeated: 1, distinct: 2 });
  });

  it('is neither removed at the end of a pass nor new in the next one', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1)]);
    const pass = beginTestPass(writer);
    writer.putRecords('accounts', toRawTexts([account(9)]));
    pass.store([account(1)]);
    expect(pass.finish()).toEqual({ removed: 0, withoutKey: 0 });
    expect(queriedKeys(readerAt(file))).toEqual(['1', '9']);
    expect(refreshCache(writer, 'accounts', [account(1), account(9)])).toMatchObject({
      unchanged: 2,
      added: 0,
    });
    expect(refreshCache(writer, 'accounts', [account(1)])).toMatchObject({ removed: 1 });
  });
});

describe('a removed record', () => {
  it('is in no list and no search', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1, { city: 'Boise' }), account(2, { city: 'Boise' })]);
    expect(writer.removeRecords('accounts', ['1', '7'])).toEqual({ removed: 1 });
    const reader = readerAt(file);
    expect(queriedKeys(reader)).toEqual(['2']);
    expect(queriedKeys(reader, { search: 'boise' })).toEqual(['2']);
    expect(reader.get({ resource: 'accounts', key: '1' })).toBeNull();
  });

  it('does not come back from an older page, and keeps the pass complete', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', [account(1), account(2), account(3)]);
    const pass = beginTestPass(writer);
    pass.store([account(1)]);
    writer.removeRecords('accounts', ['1', '2', '3']);
    expect(pass.store([account(2), account(3, { city: 'Salem' })])).toMatchObject({
      added: 0,
      repeated: 0,
      distinct: 3,
    });
    expect(pass.finish()).toEqual({ removed: 0, withoutKey: 0 });
    expect(queriedKeys(readerAt(file))).toEqual([]);
    expect(pass.changes(file)).toEqual([]);
  });

  it('exists again after it is recreated', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    const pass = beginTestPass(writer);
    writer.removeRecords('accounts', ['1']);
    writer.putRecords('accounts', toRawTexts([account(1, { city: 'Salem' })]));
    pass.store([account(1)]);
    pass.finish();
    expect(cityOf(file, '1')).toBe('Salem');
  });
});

it('logs local creations and deletions at once; the next refresh does not repeat them', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  refreshCache(writer, 'accounts', [account(1), account(2)]);
  writer.putRecords('accounts', toRawTexts([account(3)]), [['name']], 'created');
  writer.removeRecords('accounts', ['2', '99']);
  const ownChanges = historyAt(file).list({ filter: { runId: MADE_IN_APP }, offset: 0, limit: 9 }).items;
  expect(ownChanges.map(({ kind, key, title }) => [kind, key, title])).toEqual([
    ['removed', '2', 'Account 2'],
    ['new', '3', 'Account 3'],
  ]);
  expect(ownChanges[0]?.fields).toContainEqual({ field: 'name', before: '"Account 2"', after: null });
  expect(refreshCache(writer, 'accounts', [account(1), account(3)])).toMatchObject({ added: 0, removed: 0 });
});

/** Events during a pass. */
const event = fc.oneof(
  fc.record({ what: fc.constantFrom('write', 'remove'), id: fc.integer({ min: 0, max: 11 }) }),
  fc.record({ what: fc.constantFrom('page', 'page', 'reopen'), isFresh: fc.boolean() }),
);

it('matches the service at the end of a pass, whatever was written during it', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), fc.boolean(), (events, isFilled) => {
      const file = tempCacheFile();
      let writer = openWriter(file, CACHE_KEY);
      const service = new Map(Array.from({ length: 9 }, (_, id) => [id, account(id)]));
      if (isFilled) refreshCache(writer, 'accounts', [...service.values()].reverse());
      const run = writer.startRun(['accounts'], passEnd.asOf);
      const generation = writer.beginPass(run, 'accounts');
      /** The contents of pages that were sent when the pass began. */
      const serviceAtStart = new Map(service);
      let page = 0;
      const storePage = (isFresh: boolean) => {
        const ids = [3 * page, 3 * page + 1, 3 * page + 2];
        const records = ids.flatMap((id) => (isFresh ? service : serviceAtStart).get(id) ?? []);
        writer.put(run, 'accounts', generation, toAccountRecords(records), progressAt((page += 1)));
      };
      events.forEach((event, index) => {
        if ('id' in event) {
          const { id } = event;
          if (event.what === 'write') {
            const record = account(id, { city: `City ${index}` });
            service.set(id, record);
            writer.putRecords('accounts', toRawTexts([record]));
          } else {
            service.delete(id);
            writer.removeRecords('accounts', [String(id)]);
          }
        } else if (event.what === 'page') storePage(event.isFresh);
        else {
          writer.close();
          writer = openWriter(file, CACHE_KEY);
        }
      });
      while (page < 3) storePage(false);
      writer.finishPass(run, 'accounts', generation, passEnd);
      writer.close();
      const reader = readerAt(file);
      const found = queriedKeys(reader).map((key) => reader.get({ resource: 'accounts', key })?.raw ?? '');
      expect(found.sort()).toEqual(toRawTexts([...service.values()]).sort());
      for (const [id, record] of service)
        if ('city' in record)
          expect(queriedKeys(reader, { search: String(record.city) })).toContain(String(id));
    }),
    { numRuns: sampleOrAll(20, 200) },
  );
}, 60_000);
