import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createReader, type CacheReader } from '#engine/cache/query/reader';
import { closeAfterTest } from '../../support/cleanups';
import { CACHE_KEY, queriedKeys, readerAt, refreshCache, tempCacheFile, writerAt } from './temp-cache';

const NAMES = ['Ira', 'ira', 'Muñoz', 'Munoz', 'Otto Łukasz', 'zoe', null, '', '7 Oaks', 'Ida'];
const account = fc.record({
  name: fc.constantFrom(...NAMES),
  number: fc.constantFrom('007', 7, 'A-1', 'a-1', null, 12_345),
});
const ORDERS = ['name', 'number', 'city'].map((field) => ({ sort: { field, descending: false } }));

/** Prefetches to the end and returns the number of steps. */
function prefetchAll(reader: CacheReader): number {
  let steps = 0;
  while (reader.prefetchOrders()) steps += 1;
  return steps;
}

it('gives the same order from chunked prefetching as from a full read', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  const records = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), account), {
    selector: ([id]) => id,
    minLength: 1,
    maxLength: 40,
  });
  const put = (list: readonly (readonly [number, object])[]) =>
    refreshCache(
      writer,
      'accounts',
      list.map(([id, record]) => ({ id, ...record })),
    );
  fc.assert(
    fc.property(records, records, fc.constantFrom(...ORDERS), (before, after, order) => {
      put(before);
      const reader = createReader(file, CACHE_KEY, { chunkRows: 3 });
      const orderBefore = queriedKeys(reader, order);
      put(after);
      prefetchAll(reader);
      // Until the new order is published, lists keep the old one without removed rows.
      const remaining = new Set(after.map(([id]) => String(id)));
      expect(queriedKeys(reader, order)).toEqual(orderBefore.filter((key) => remaining.has(key)));
      reader.refresh();
      const published = queriedKeys(reader, order);
      reader.close();
      const fresh = createReader(file, CACHE_KEY);
      expect(published).toEqual(queriedKeys(fresh, order));
      fresh.close();
    }),
    { numRuns: 150 },
  );
}, 60_000);

const numberedRecords = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `${word} ${index % 9} ${index}` }));

it('prefetches a long order in chunks, and discards it if its rows were written', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  refreshCache(writer, 'accounts', numberedRecords(60, 'Old'));
  const reader = closeAfterTest(createReader(file, CACHE_KEY, { chunkRows: 10 }));
  queriedKeys(reader);
  expect(prefetchAll(reader)).toBe(0); // nothing was stored since the list was read
  refreshCache(writer, 'accounts', numberedRecords(60, 'New'));
  expect(prefetchAll(reader)).toBeGreaterThan(4);
  refreshCache(writer, 'accounts', numberedRecords(30, 'Newer').reverse());
  expect(reader.prefetchOrders()).toBe(false);
  reader.refresh();
  expect(queriedKeys(reader)).toEqual(queriedKeys(readerAt(file)));

  refreshCache(writer, 'accounts', numberedRecords(50, 'First'));
  expect(reader.prefetchOrders()).toBe(true);
  refreshCache(writer, 'accounts', numberedRecords(55, 'Second'));
  prefetchAll(reader);
  reader.refresh();
  expect(queriedKeys(reader)).toEqual(queriedKeys(readerAt(file)));
});

it('prefetches rows that a list did not have before, even if all others were removed', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  const reader = closeAfterTest(createReader(file, CACHE_KEY, { chunkRows: 3 }));
  const numbered = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: from + index,
      number: index % 2 === 0 ? 'A-1' : null,
    }));
  const order = { sort: { field: 'number', descending: false } };
  refreshCache(writer, 'accounts', numbered(1, 8));
  reader.refresh();
  expect(queriedKeys(reader, order)).toHaveLength(8);
  refreshCache(writer, 'accounts', numbered(101, 40));
  prefetchAll(reader);
  reader.refresh();
  expect(queriedKeys(reader, order)).toHaveLength(40);
});
