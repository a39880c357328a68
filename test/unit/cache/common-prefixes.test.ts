import { describe, expect, it } from 'vitest';
import { createReader, type CacheReader } from '#engine/cache/query/reader';
import { ColumnStore } from '#engine/cache/query/column-store';
import { openWriter } from '#engine/cache/ingest/writer';
import { CommonPrefixes } from '#engine/cache/search/common-prefixes';
import { tableNamed } from '#engine/cache/schema/schema';
import { openEncrypted } from '#engine/sqlite/open-database';
import { closeAfterTest } from '../../support/cleanups';
import { CACHE_KEY, queriedKeys, refreshCache, tempCacheFile } from './temp-cache';

const NAMES = [
  'Ira Smith',
  'Irene Schwab',
  'Isaac Smythe',
  'Ída Schwarz',
  'Otto Smith',
  'Ingrid Zander',
  'Zoe Iris',
];
const accounts = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  number: `A-${1000 + index}`,
  name: `${NAMES[index % NAMES.length]} ${index % 4 === 0 ? 'Trust' : 'Joint'}`,
  city: index % 3 === 0 ? 'Salem' : 'Boise',
}));

/** Views the reader's list and prepares it fully. */
const prepareReader = (reader: CacheReader): CacheReader => {
  queriedKeys(reader);
  while (reader.prepare(0));
  return reader;
};

function createFilledCache(): { file: string; plain: CacheReader } {
  const file = tempCacheFile();
  const writer = openWriter(file, CACHE_KEY);
  refreshCache(writer, 'accounts', accounts);
  writer.close();
  return { file, plain: closeAfterTest(createReader(file, CACHE_KEY)) };
}

describe('common word prefixes', () => {
  it('find the same rows in memory as in the index', () => {
    const { file, plain } = createFilledCache();
    const ready = prepareReader(closeAfterTest(createReader(file, CACHE_KEY, { commonRows: 8 })));
    for (const search of [
      'i',
      'I',
      'í',
      'ir',
      'ira',
      's',
      'sch',
      'schwab',
      'smith',
      'smith t',
      's trust i',
      'z',
      'x',
      'i x',
    ])
      for (const descending of [false, true])
        for (const filters of [[], [{ op: 'in' as const, field: 'city', values: ['Salem'] }]]) {
          const request = { search, filters, sort: { field: 'name', descending } };
          expect(queriedKeys(ready, request), search).toEqual(queriedKeys(plain, request));
        }
    expect(queriedKeys(ready, { search: 'i' }).length).toBeGreaterThan(8); // common
  });

  it('are kept as row sets until they are forgotten, one set for prefixes of the same rows', () => {
    const { file, plain } = createFilledCache();
    const db = closeAfterTest(openEncrypted(file, CACHE_KEY, { readonly: true }));
    const common = new CommonPrefixes(new ColumnStore(db, tableNamed('accounts')), undefined, 8);
    expect(common.rowsFor('sm')).toBeUndefined();
    while (common.prepare());
    expect(common.rowsFor('SM')?.count()).toBe(queriedKeys(plain, { search: 'sm' }).length);
    expect(common.rowsFor('tru')).toBe(common.rowsFor('tr'));
    expect(common.rowsFor('zan')).toBeUndefined(); // eight accounts, which is not more than eight
    common.forget();
    expect(common.rowsFor('sm')).toBeUndefined();
  });

  it('find a row by its household’s name too, like rare prefixes', () => {
    const file = tempCacheFile();
    const writer = openWriter(file, CACHE_KEY);
    const [last] = accounts.slice(-1);
    refreshCache(writer, 'accounts', [
      ...accounts,
      { ...last, id: 99, name: 'Zoe Zander', household_id: 10 },
    ]);
    refreshCache(writer, 'households', [{ id: 10, name: 'Smithson Family' }]);
    writer.close();
    const plain = closeAfterTest(createReader(file, CACHE_KEY));
    const ready = prepareReader(closeAfterTest(createReader(file, CACHE_KEY, { commonRows: 8 })));
    for (const search of ['sm', 'smi', 'smith', 'smiths', 'sm z'])
      expect(queriedKeys(ready, { search }), search).toEqual(queriedKeys(plain, { search }));
    expect(queriedKeys(ready, { search: 'sm' })).toContain('99');
  });

  it('are dropped from memory when the rows change', () => {
    const { file } = createFilledCache();
    const ready = prepareReader(closeAfterTest(createReader(file, CACHE_KEY, { commonRows: 8 })));
    const before = queriedKeys(ready, { search: 's' }).length;
    const writer = closeAfterTest(openWriter(file, CACHE_KEY));
    refreshCache(writer, 'accounts', [
      ...accounts,
      { id: 99, number: 'B-1', name: 'Susan New', city: 'Reno' },
    ]);
    expect(ready.refresh()).toBe(true);
    expect(queriedKeys(ready, { search: 's' })).toHaveLength(before + 1);
    expect(queriedKeys(prepareReader(ready), { search: 's' })).toHaveLength(before + 1);
  });

  it('are not built for a short list', () => {
    const { plain } = createFilledCache();
    queriedKeys(plain);
    expect(plain.prepare(0)).toBe(false);
  });

  it('are not built for a list that was never viewed', () => {
    const reader = closeAfterTest(createReader(createFilledCache().file, CACHE_KEY, { commonRows: 8 }));
    expect(reader.prepare(0)).toBe(false);
    queriedKeys(reader);
    expect(reader.prepare(0)).toBe(true);
  });
});
