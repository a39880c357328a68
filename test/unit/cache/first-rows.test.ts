import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Filter, Query } from '#contract/query';
import { createReader } from '#engine/cache/query/reader';
import { closeAfterTest } from '../../support/cleanups';
import { CACHE_KEY, queriedKeys, queryOf, refreshCache, tempCacheFile, writerAt } from './temp-cache';

const NAMES = ['Ira Smith', 'Irene Schwab', 'Otto Łukasz', 'smith trust', null, 'Zoe Iris', 'Ida 1007'];
const accounts = Array.from({ length: 120 }, (_, index) => ({
  id: index + 1,
  number: `A-${1000 + index}`,
  name: NAMES[index % NAMES.length],
  nickname: index % 3 === 0 ? `Nick ${index % 5}` : null,
  city: index % 4 === 0 ? 'Salem' : 'Boise',
}));

const salem: Filter = { op: 'in', field: 'city', values: ['Salem'] };
const someNick: Filter = { op: 'not-in', field: 'nickname', values: [null] };
const queries: fc.Arbitrary<Partial<Query>> = fc.record({
  // No digits: only short lists rank rows with an exact number first.
  search: fc.constantFrom('', 'i', 's', 'smith', 'ir s', 'lukasz', 'b', 'x'),
  filters: fc.subarray([salem, someNick]),
  sort: fc.record({
    field: fc.constantFrom('name', 'nickname', 'city', 'number'),
    descending: fc.boolean(),
  }),
});

it('returns the first rows and the count of a long list as a full sort does', () => {
  const file = tempCacheFile();
  refreshCache(writerAt(file), 'accounts', accounts);
  /** Treats lists of two rows or more as long. */
  const reader = closeAfterTest(createReader(file, CACHE_KEY, { commonRows: 8, longResultRows: 1 }));
  /** Always sorts a list completely. */
  const plain = closeAfterTest(createReader(file, CACHE_KEY, { longResultRows: Infinity }));
  fc.assert(
    fc.property(
      queries,
      fc.nat(130),
      fc.integer({ min: 1, max: 130 }),
      fc.boolean(),
      (request, offset, limit, isPrepared) => {
        while (isPrepared && reader.prepare(0));
        const query = queryOf(request);
        const all = plain.window({ query, columns: ['name'], offset: 0, limit: 1_000 });
        const some = reader.window({ query, columns: ['name'], offset, limit });
        expect(some.total).toBe(all.total);
        expect(some.rows).toEqual(all.rows.slice(offset, offset + limit));
      },
    ),
    { numRuns: 400 },
  );
});

it('repeats no row and shows no newly stored row while it uses an older order', () => {
  const changedFile = tempCacheFile();
  const changedWriter = writerAt(changedFile);
  refreshCache(changedWriter, 'accounts', accounts);
  const older = closeAfterTest(createReader(changedFile, CACHE_KEY, { longResultRows: 1 }));
  queriedKeys(older);
  refreshCache(changedWriter, 'accounts', [
    ...accounts,
    { id: 500, number: 'B-1', name: 'Ira New', city: 'Reno' },
  ]);
  const { rows, total } = older.window({
    query: queryOf({ search: 'ira' }),
    columns: [],
    offset: 0,
    limit: 200,
  });
  expect(rows).toHaveLength(total);
  expect(rows.map(({ key }) => key)).not.toContain('500');
  expect(queriedKeys(older, { search: 'ira' })).toEqual(rows.map(({ key }) => key));
  older.refresh();
  expect(queriedKeys(older, { search: 'ira' })).toContain('500');
});
