import { expect, it } from 'vitest';
import { historyAt, readerAt, refreshCache, tempCacheFile, writerAt } from './temp-cache';

const balances = (night: number, count = 3) =>
  Array.from({ length: count }, (_, index) => ({
    account_id: 10 + index,
    account_number: `0${index}`,
    reported_date: `2026-01-0${night}`,
    total_value: 1000.1 + night,
    cash_value: night,
  }));
const cells = (file: string) =>
  readerAt(file)
    .window({
      query: {
        resource: 'latestBalances',
        search: '',
        filters: [],
        sort: { field: 'account_id', descending: false },
      },
      columns: ['account_id', 'total_value', 'cash_value', 'reported_date'],
      offset: 0,
      limit: 10,
    })
    .rows.map((row) => row.cells);

it('stores new balances every night, and reports none of them as a change', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  refreshCache(writer, 'latestBalances', balances(1));
  refreshCache(writer, 'latestBalances', balances(2, 4));
  refreshCache(writer, 'latestBalances', balances(3, 2));
  expect(cells(file)).toEqual([
    [10, 1003.1, 3, '2026-01-03'],
    [11, 1003.1, 3, '2026-01-03'],
  ]);
  expect(historyAt(file).list({ filter: {}, offset: 0, limit: 100 }).items).toEqual([]);
});
