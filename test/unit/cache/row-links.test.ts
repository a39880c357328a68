import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createReader, type CacheReader } from '#engine/cache/query/reader';
import { closeAfterTest } from '../../support/cleanups';
import { CACHE_KEY, queriedKeys, readerAt, refreshCache, tempCacheFile, writerAt } from './temp-cache';

const IDS = [7, '7', '007', 'a7', 'A7', '9007199254740993', '', null, 8, '8.0', -3, '-3'];
const NAMES = ['Smith Family', 'Smithson', 'Łukasz', 'The Smiths', 'Garcia'];
const SEARCHES = ['sm', 'smith', 'smiths', 'fa', 'lukasz', 'garc', 'smith i', 'th', 'x'];

/** A reader that keeps the household of each account in memory, even for few accounts. */
const readerWithLinks = (file: string): CacheReader =>
  closeAfterTest(createReader(file, CACHE_KEY, { linkedRows: 0 }));
/** Prepares a list that was viewed. */
function prepare(reader: CacheReader): void {
  queriedKeys(reader);
  while (reader.prepare(0));
}

it('finds the same rows by household name with and without links in memory', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  const accounts = fc.array(
    fc.record({ household_id: fc.constantFrom(...IDS), name: fc.constantFrom('Ida', 'Smith') }),
    {
      minLength: 1,
      maxLength: 30,
    },
  );
  const households = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom(...IDS.filter((id) => id !== null && id !== '')),
      name: fc.constantFrom(...NAMES),
    }),
    { selector: ({ id }) => String(id), minLength: 1 },
  );
  fc.assert(
    fc.property(accounts, households, (rows, named) => {
      refreshCache(writer, 'households', named);
      refreshCache(
        writer,
        'accounts',
        rows.map((row, index) => ({ id: index + 1, ...row })),
      );
      const ready = readerWithLinks(file);
      prepare(ready);
      const plain = readerAt(file);
      for (const search of SEARCHES)
        expect(queriedKeys(ready, { search }), search).toEqual(queriedKeys(plain, { search }));
      ready.close();
      plain.close();
    }),
    { numRuns: 40 },
  );
}, 60_000);

it('drops the cached household of an account when accounts or households change', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  const accounts = (household: number) => [{ id: 1, name: 'Ida', household_id: household }];
  refreshCache(writer, 'households', [{ id: 10, name: 'Garcia' }]);
  refreshCache(writer, 'accounts', accounts(10));
  const reader = readerWithLinks(file);
  prepare(reader);
  expect(queriedKeys(reader, { search: 'garcia' })).toEqual(['1']);
  refreshCache(writer, 'households', [
    { id: 10, name: 'Smith' },
    { id: 11, name: 'Garcia' },
  ]);
  reader.refresh();
  for (const isPrepared of [false, true]) {
    if (isPrepared) prepare(reader);
    expect(queriedKeys(reader, { search: 'garcia' })).toEqual([]);
    expect(queriedKeys(reader, { search: 'smith' })).toEqual(['1']);
  }
  refreshCache(writer, 'accounts', accounts(11));
  reader.refresh();
  for (const isPrepared of [false, true]) {
    if (isPrepared) prepare(reader);
    expect(queriedKeys(reader, { search: 'garcia' })).toEqual(['1']);
    expect(queriedKeys(reader, { search: 'smith' })).toEqual([]);
  }
});
