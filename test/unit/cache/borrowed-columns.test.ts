import { expect, it } from 'vitest';
import type { Filter, Query } from '#contract/query';
import type { CacheReader } from '#engine/cache/query/reader';
import { queryOf, readerAt, refreshCache, tempCacheFile, writerAt } from './temp-cache';

const ACCOUNTS = [1, 2, 3, 4].map((id) => ({ id, name: `Account ${id}`, custodian: 'SWB' }));
const balance = (account_id: number | string, total_value: number | null, reported_date = '2026-11-19') => ({
  account_id,
  account_number: `00${account_id}`,
  total_value,
  reported_date,
});

function setUp() {
  const file = tempCacheFile();
  const writer = writerAt(file);
  refreshCache(writer, 'accounts', ACCOUNTS);
  // The ID may come as text; one account has no balance, and one balance no account.
  refreshCache(writer, 'latestBalances', [
    balance(1, 300.1),
    balance('2', 20),
    balance(3, 1000, '2026-11-18'),
    balance(9, 5),
  ]);
  return { writer, reader: readerAt(file) };
}
const byValue = (overrides: Partial<Query> = {}): Query => ({
  ...queryOf({ sort: { field: 'total_value', descending: false } }),
  ...overrides,
});
const rowsOf = (reader: CacheReader, query: Query) =>
  reader
    .window({ query, columns: ['name', 'total_value'], offset: 0, limit: 100 })
    .rows.map(({ cells }) => cells);
const keysOf = (reader: CacheReader, filters: Filter[]) =>
  reader.keys({ query: byValue({ filters }), offset: 0, limit: 100 }).keys;

it('sorts accounts by a column of another list, accounts without a value last', () => {
  const { reader } = setUp();
  expect(rowsOf(reader, byValue())).toEqual([
    ['Account 2', 20],
    ['Account 1', 300.1],
    ['Account 3', 1000],
    ['Account 4', null],
  ]);
  const falling = byValue({ sort: { field: 'total_value', descending: true } });
  expect(rowsOf(reader, falling).map(([, value]) => value)).toEqual([1000, 300.1, 20, null]);
});

it('filters, counts, sums and exports a column of another list', async () => {
  const { reader } = setUp();
  expect(keysOf(reader, [{ op: 'range', field: 'total_value', from: '100' }])).toEqual(['1', '3']);
  expect(keysOf(reader, [{ op: 'in', field: 'total_value', values: [null] }])).toEqual(['4']);
  expect(keysOf(reader, [{ op: 'range', field: 'reported_date', to: '2026-11-18' }])).toEqual(['3']);
  expect(reader.facets({ query: byValue(), field: 'reported_date', contains: '', limit: 9 }).values).toEqual([
    { value: '2026-11-19', count: 2 },
    { value: '2026-11-18', count: 1 },
    { value: null, count: 1 },
  ]);
  expect(reader.extent({ resource: 'accounts', field: 'total_value' })).toEqual({ from: '20', to: '1000' });
  const selection = { kind: 'all' as const, except: [] };
  expect(reader.totals({ query: byValue(), selection, columns: ['total_value'] })).toEqual([
    { name: 'total_value', count: 3, sum: '1320.1' },
  ]);
  const exported: unknown[] = [];
  for await (const batch of reader
    .selection({ query: byValue(), selection })
    .batches(['name', 'total_value']))
    exported.push(...batch);
  expect(exported).toHaveLength(4);
  expect(exported[0]).toEqual(['Account 2', 20]);
});

it('updates the order when only the other list was refreshed', () => {
  const { reader, writer } = setUp();
  expect(keysOf(reader, [])).toEqual(['2', '1', '3', '4']);
  refreshCache(writer, 'latestBalances', [balance(4, 1), balance(2, 5000)]);
  reader.refresh();
  expect(keysOf(reader, [])).toEqual(['4', '2', '1', '3']);
  expect(keysOf(reader, [{ op: 'range', field: 'total_value', from: '0' }])).toEqual(['4', '2']);
});
