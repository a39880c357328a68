import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FROM_HERE } from '../../../preload/contract/calls/changes';
import { openWriter, type CacheWriter } from '../../../main/engine/cache/writer';
import {
  accountsOf,
  historyAt,
  KEY,
  keysOf,
  raws,
  readerAt,
  refresh,
  tempFile,
  writerAt,
} from './temp-cache';

const account = (id: number, more: object = {}) => ({ id, name: `Account ${id}`, status: 'funded', ...more });
const mark = (page: number) => ({ source: 0, page, limit: 1_000 });
const end = { asOf: '2026-01-02T03:04:05.000Z', uncertain: false };

/** A pass over the accounts that a test feeds with pages. */
function begun(writer: CacheWriter) {
  const run = writer.startRun(['accounts'], end.asOf);
  const generation = writer.beginPass(run, 'accounts');
  let page = 0;
  return {
    store: (records: readonly unknown[]) =>
      writer.put(run, 'accounts', generation, accountsOf(records), mark((page += 1))),
    finish: () => {
      const found = writer.finishPass(run, 'accounts', generation, end);
      writer.finishRun(run, 'done', end.asOf, '{}');
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

describe('a record that is put', () => {
  it('is new, or takes the place of the one with its key, in lists and in searches', () => {
    const file = tempFile();
    const writer = writerAt(file);
    refresh(writer, 'accounts', [account(1, { city: 'Boise' }), account(2)]);
    expect(writer.putRecords('accounts', raws([account(1, { city: 'Salem' }), account(3)]))).toEqual({
      put: 2,
    });
    const reader = readerAt(file);
    expect(keysOf(reader)).toEqual(['1', '2', '3']);
    expect(['boise', 'salem'].map((search) => keysOf(reader, { search }))).toEqual([[], ['1']]);
  });

  it('is no news to the next refresh, which finds it as it is', () => {
    const file = tempFile();
    const writer = writerAt(file);
    refresh(writer, 'accounts', [account(1)]);
    writer.putRecords('accounts', raws([account(1, { city: 'Salem' }), account(2)]));
    const next = refresh(writer, 'accounts', [account(1, { city: 'Salem' }), account(2)]);
    expect(next).toMatchObject({ added: 0, changed: 0, unchanged: 2, gone: 0, distinct: 2 });
  });

  it('without its key is left to the next refresh', () => {
    const file = tempFile();
    const writer = writerAt(file);
    expect(writer.putRecords('accounts', ['{"name":"Nobody"}', '[]', 'OK'])).toEqual({ put: 0 });
    expect(keysOf(readerAt(file))).toEqual([]);
  });

  it('before the first refresh is there, and goes when the service does not have it', () => {
    const file = tempFile();
    const writer = writerAt(file);
    writer.putRecords('accounts', raws([account(1), account(2)]));
    expect(keysOf(readerAt(file))).toEqual(['1', '2']);
    expect(refresh(writer, 'accounts', [account(1)])).toMatchObject({ unchanged: 1, gone: 1 });
  });

  it('during a pass is not undone by a page that is older', () => {
    const file = tempFile();
    const writer = writerAt(file);
    refresh(writer, 'accounts', [account(1), account(2), account(3)]);
    const pass = begun(writer);
    pass.store([account(1)]);
    writer.putRecords('accounts', raws([account(2, { city: 'Salem' })]));
    expect(pass.store([account(2), account(3)])).toMatchObject({ unchanged: 2, repeated: 0, distinct: 3 });
    expect(pass.finish()).toEqual({ gone: 0, unnamed: 0 });
    expect(cityOf(file, '2')).toBe('Salem');
    expect(pass.changes(file)).toEqual([]);
  });

  it('during a pass counts once, whether the page has the old text or the new one', () => {
    const writer = writerAt(tempFile());
    refresh(writer, 'accounts', [account(1), account(2), account(3)]);
    const pass = begun(writer);
    writer.putRecords('accounts', raws([account(1, { city: 'Salem' }), account(2)]));
    const list = [account(1, { city: 'Salem' }), account(2), account(3)];
    expect(pass.store(list)).toMatchObject({ unchanged: 3, repeated: 0, distinct: 3 });
    expect(pass.store(list)).toMatchObject({ unchanged: 0, repeated: 3, distinct: 3 });
  });

  it('after the pass has met it counts no second time', () => {
    const writer = writerAt(tempFile());
    const pass = begun(writer);
    pass.store([account(1), account(2)]);
    writer.putRecords('accounts', raws([account(1, { city: 'Salem' })]));
    expect(pass.store([account(1)])).toMatchObject({ repeated: 1, distinct: 2 });
  });

  it('during a pass is not called gone at its end, nor new by the next one', () => {
    const file = tempFile();
    const writer = writerAt(file);
    refresh(writer, 'accounts', [account(1)]);
    const pass = begun(writer);
    writer.putRecords('accounts', raws([account(9)]));
    pass.store([account(1)]);
    expect(pass.finish()).toEqual({ gone: 0, unnamed: 0 });
    expect(keysOf(readerAt(file))).toEqual(['1', '9']);
    expect(refresh(writer, 'accounts', [account(1), account(9)])).toMatchObject({ unchanged: 2, added: 0 });
    expect(refresh(writer, 'accounts', [account(1)])).toMatchObject({ gone: 1 });
  });
});

describe('a record that is removed', () => {
  it('is in no list and in no search', () => {
    const file = tempFile();
    const writer = writerAt(file);
    refresh(writer, 'accounts', [account(1, { city: 'Boise' }), account(2, { city: 'Boise' })]);
    expect(writer.removeRecords('accounts', ['1', '7'])).toEqual({ removed: 1 });
    const reader = readerAt(file);
    expect(keysOf(reader)).toEqual(['2']);
    expect(keysOf(reader, { search: 'boise' })).toEqual(['2']);
    expect(reader.get({ resource: 'accounts', key: '1' })).toBeNull();
  });

  it('during a pass does not come back from a page that is older, and keeps the pass certain', () => {
    const file = tempFile();
    const writer = writerAt(file);
    refresh(writer, 'accounts', [account(1), account(2), account(3)]);
    const pass = begun(writer);
    pass.store([account(1)]);
    writer.removeRecords('accounts', ['1', '2', '3']);
    expect(pass.store([account(2), account(3, { city: 'Salem' })])).toMatchObject({
      added: 0,
      repeated: 0,
      distinct: 3,
    });
    expect(pass.finish()).toEqual({ gone: 0, unnamed: 0 });
    expect(keysOf(readerAt(file))).toEqual([]);
    expect(pass.changes(file)).toEqual([]);
  });

  it('and made again is there', () => {
    const file = tempFile();
    const writer = writerAt(file);
    const pass = begun(writer);
    writer.removeRecords('accounts', ['1']);
    writer.putRecords('accounts', raws([account(1, { city: 'Salem' })]));
    pass.store([account(1)]);
    pass.finish();
    expect(cityOf(file, '1')).toBe('Salem');
  });
});

it('what was created and deleted from here is in the history at once, and is no news to the next refresh', () => {
  const file = tempFile();
  const writer = writerAt(file);
  refresh(writer, 'accounts', [account(1), account(2)]);
  writer.putRecords('accounts', raws([account(3)]), [['name']], 'created');
  writer.removeRecords('accounts', ['2', '99']);
  const here = historyAt(file).list({ filter: { runId: FROM_HERE }, offset: 0, limit: 9 }).items;
  expect(here.map(({ kind, key, title }) => [kind, key, title])).toEqual([
    ['removed', '2', 'Account 2'],
    ['new', '3', 'Account 3'],
  ]);
  expect(here[0]?.fields).toContainEqual({ field: 'name', before: '"Account 2"', after: null });
  expect(refresh(writer, 'accounts', [account(1), account(3)])).toMatchObject({ added: 0, gone: 0 });
});

/** What happens while a pass goes on. */
const happening = fc.oneof(
  fc.record({ what: fc.constantFrom('write', 'remove'), id: fc.integer({ min: 0, max: 11 }) }),
  fc.record({ what: fc.constantFrom('page', 'page', 'kill'), fresh: fc.boolean() }),
);

it('whatever is written during a pass, the cache has what the service has when it ends', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 30 }), fc.boolean(), (happenings, filled) => {
      const file = tempFile();
      let writer = openWriter(file, KEY);
      const service = new Map(Array.from({ length: 9 }, (_, id) => [id, account(id)]));
      if (filled) refresh(writer, 'accounts', [...service.values()].reverse());
      const run = writer.startRun(['accounts'], end.asOf);
      const generation = writer.beginPass(run, 'accounts');
      /** What the pages hold that left the service when the pass began. */
      const old = new Map(service);
      let page = 0;
      const storePage = (fresh: boolean) => {
        const ids = [3 * page, 3 * page + 1, 3 * page + 2];
        const records = ids.flatMap((id) => (fresh ? service : old).get(id) ?? []);
        writer.put(run, 'accounts', generation, accountsOf(records), mark((page += 1)));
      };
      happenings.forEach((happening, at) => {
        if ('id' in happening) {
          const { id } = happening;
          if (happening.what === 'write') {
            const record = account(id, { city: `City ${at}` });
            service.set(id, record);
            writer.putRecords('accounts', raws([record]));
          } else {
            service.delete(id);
            writer.removeRecords('accounts', [String(id)]);
          }
        } else if (happening.what === 'page') storePage(happening.fresh);
        else {
          writer.close();
          writer = openWriter(file, KEY);
        }
      });
      while (page < 3) storePage(false);
      writer.finishPass(run, 'accounts', generation, end);
      writer.close();
      const reader = readerAt(file);
      const found = keysOf(reader).map((key) => reader.get({ resource: 'accounts', key })?.raw ?? '');
      expect(found.sort()).toEqual(raws([...service.values()]).sort());
      for (const [id, record] of service)
        if ('city' in record) expect(keysOf(reader, { search: String(record.city) })).toContain(String(id));
    }),
    { numRuns: 60 },
  );
}, 60_000);
