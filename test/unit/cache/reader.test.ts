import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filter } from '#contract/query';
import { openWriter } from '#engine/cache/ingest/writer';
import { SAMPLE_ACCOUNTS } from './sample-accounts';
import {
  readerWith,
  CACHE_KEY,
  queriedKeys,
  queryOf,
  readerAt,
  refreshCache,
  storeRun,
  tempCacheFile,
  writerAt,
} from './temp-cache';

const firm = () => readerWith({ accounts: SAMPLE_ACCOUNTS });
const sortBy = (field: string, descending = false) => ({ sort: { field, descending } });
const where = (...filters: Filter[]) => ({ filters });

describe('the values of a field', () => {
  it('are counted under the other filters, without the field’s own, most frequent first', () => {
    const reader = firm();
    const query = queryOf(
      where(
        { op: 'in', field: 'custodian', values: ['NFS'] },
        { op: 'in', field: 'status', values: ['funded'] },
      ),
    );
    expect(reader.facets({ query, field: 'custodian', contains: '', limit: 10 })).toEqual({
      values: [
        { value: 'NFS', count: 1 },
        { value: 'SWB', count: 1 },
      ],
      distinct: 2,
    });
    expect(
      reader.facets({ query: queryOf(), field: 'fee_structures_ids', contains: '', limit: 10 }).values,
    ).toEqual([
      { value: '5', count: 2 },
      { value: null, count: 2 },
      { value: '4', count: 1 },
    ]);
  });

  it('are found by their labels', () => {
    const facets = firm().facets({ query: queryOf(), field: 'custodian', contains: 'schw', limit: 10 });
    expect(facets).toEqual({ values: [{ value: 'SWB', count: 2 }], distinct: 1 });
  });

  it('have a minimum and a maximum', () => {
    const reader = firm();
    expect(reader.extent({ resource: 'accounts', field: 'inception_date' })).toEqual({
      from: '1999-12-31',
      to: '2021-06-30',
    });
    expect(reader.extent({ resource: 'accounts', field: 'required_cash' })).toEqual({
      from: '-5',
      to: '100',
    });
    expect(reader.extent({ resource: 'accounts', field: 'nickname' })).toEqual({ from: null, to: null });
  });

  it('of numbers ignore text that is not a number, in ranges and as the maximum', () => {
    const reader = readerWith({
      accounts: [
        { id: 1, required_cash: 20 },
        { id: 2, required_cash: 'N/A' },
        { id: 3, required_cash: '12345678901234567890' },
      ],
    });
    expect(reader.extent({ resource: 'accounts', field: 'required_cash' })).toEqual({ from: '20', to: '20' });
    const above20 = where({ op: 'range', field: 'required_cash', from: '20', exclusive: true });
    expect(queriedKeys(reader, above20)).toEqual(['3']);
  });
});

it('knows the lists that the service refused when it last read or skipped them', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  storeRun(writer, { accounts: 'done', billingGroups: 'skipped', feeStructures: 'skipped' });
  storeRun(writer, { billingGroups: 'failed', feeStructures: 'done' });
  writer.startRun(['billingGroups'], '2026-01-02T03:04:05.000Z'); // not ended
  expect(readerAt(file).refusedLists()).toEqual(['billingGroups']);
});

describe('a window', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({
    id: index + 1,
    name: `N${String(index % 50).padStart(2, '0')}`,
  }));

  it('at any offset has the rows of that offset', () => {
    const reader = readerWith({ accounts: many });
    const all = queriedKeys(reader);
    fc.assert(
      fc.property(fc.nat(520), fc.integer({ min: 1, max: 60 }), (offset, limit) => {
        const window = reader.window({ query: queryOf(), columns: ['name', 'id'], offset, limit });
        expect(window.total).toBe(500);
        expect(window.rows.map((row) => row.key)).toEqual(all.slice(offset, offset + limit));
        for (const row of window.rows) expect(row.cells[1]).toBe(Number(row.key));
      }),
    );
  });

  it('agrees with the position of a record, even in a search', () => {
    const reader = readerWith({ accounts: many });
    for (const request of [{}, sortBy('id', true), { search: 'n07' }]) {
      const keys = queriedKeys(reader, request);
      for (const index of [0, 3, keys.length - 1])
        expect(reader.position({ query: queryOf(request), key: keys[index] ?? '' })).toEqual({ index });
    }
    expect(reader.position({ query: queryOf({ search: 'n07' }), key: '1' })).toEqual({ index: null });
    expect(reader.position({ query: queryOf(), key: 'none' })).toEqual({ index: null });
  });

  it('shows the records of a refresh after the reader refreshes', () => {
    const file = tempCacheFile();
    const writer = openWriter(file, CACHE_KEY);
    refreshCache(writer, 'accounts', [{ id: 1, name: 'A' }]);
    const reader = readerAt(file);
    expect(reader.refresh()).toBe(false);
    expect(queriedKeys(reader)).toEqual(['1']);
    const { version } = reader;
    refreshCache(writer, 'accounts', [
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
    ]);
    writer.close();
    expect(reader.refresh()).toBe(true);
    expect(reader.version).toBeGreaterThan(version);
    expect(queriedKeys(reader)).toEqual(['1', '2']);
    expect(reader.states()[0]).toMatchObject({ count: 2, asOf: '2026-01-02T03:04:05.000Z' });
  });
});

describe('a selection', () => {
  const cells = (request: Parameters<ReturnType<typeof firm>['selected']>[0], limit = 100) =>
    [...firm().selected(request, limit)].map(([cell]) => cell);
  it('of single records has the order of the grid', () => {
    expect(
      cells({
        query: queryOf(),
        selection: { kind: 'keys', keys: ['4', '1', '2', 'none'] },
        columns: ['id'],
      }),
    ).toEqual([2, 1, 4]);
    expect(
      cells({
        query: queryOf(sortBy('id', true)),
        selection: { kind: 'keys', keys: ['1', '4'] },
        columns: ['id'],
      }),
    ).toEqual([4, 1]);
  });
  it('of all matches omits exclusions and respects its limit', () => {
    const query = queryOf({ search: 'schwab' });
    expect(cells({ query, selection: { kind: 'all', except: [] }, columns: ['id'] })).toEqual([2, 1]);
    expect(cells({ query, selection: { kind: 'all', except: ['2'] }, columns: ['id'] })).toEqual([1]);
    expect(cells({ query: queryOf(), selection: { kind: 'all', except: [] }, columns: ['id'] }, 3)).toEqual([
      2, 3, 1,
    ]);
  });
  it('of records returns them as they were sent', () => {
    const records = [
      ...firm().selectedRecords({ query: queryOf(), selection: { kind: 'keys', keys: ['3'] } }, 10),
    ];
    expect(records).toEqual([
      expect.objectContaining({ raw: JSON.stringify(SAMPLE_ACCOUNTS[2]), title: 'Jean-Luc Moreau' }),
    ]);
  });
});
