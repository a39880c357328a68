import { describe, expect, it } from 'vitest';
import { FailureError } from '#contract/failure';
import { openEncrypted } from '#engine/sqlite/open-database';
import {
  historyAt,
  CACHE_KEY,
  queriedKeys,
  queryOf,
  readerAt,
  refreshCache,
  tempCacheFile,
  writerAt,
} from './temp-cache';

const account = (id: number, day: number, fields: object = {}) => ({
  id,
  name: `Account ${id}`,
  city: 'Boise',
  last_positions_date: `2026-01-0${day}`,
  last_portfolio_data_date: `2026-01-0${day}T00:00:00Z`,
  status: 'funded',
  updated_at_utc: `2026-01-0${day}T03:04:05Z`,
  ...fields,
});
const firm = (day: number, fieldsById: Record<number, object> = {}) =>
  Array.from({ length: 20 }, (_, id) => account(id, day, fieldsById[id]));

const changesOf = (file: string, runId: number) =>
  historyAt(file)
    .list({ filter: { runId }, offset: 0, limit: 100 })
    .items.map(({ kind, key, fields }) => [kind, key, fields.map(({ field }) => field)]);
const cellsOf = (file: string, columns: string[]) =>
  readerAt(file)
    .window({ query: queryOf({ sort: { field: 'id', descending: false } }), columns, offset: 0, limit: 100 })
    .rows.map(({ cells }) => cells);
/** Returns every block of the search index. */
function indexOf(file: string): unknown[] {
  const db = openEncrypted(file, CACHE_KEY, { readonly: true });
  const rows = db.prepare('SELECT id, hex(block) FROM accounts_fts_data ORDER BY id').raw().all();
  db.close();
  return rows;
}

describe('a night in which every data date changed', () => {
  it('is stored, and lists only the other changes', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', firm(1));
    const night = firm(2, { 3: { city: 'Salem' }, 7: { status: 'stale', city: 'Provo' } });
    const second = refreshCache(writer, 'accounts', night);
    expect(second).toMatchObject({ added: 0, changed: 2, unchanged: 18, removed: 0, distinct: 20 });
    expect(changesOf(file, second.run)).toEqual([
      ['changed', '7', ['city', 'status']],
      ['changed', '3', ['city']],
    ]);
    expect(cellsOf(file, ['id', 'last_portfolio_data_date', 'updated_at_utc', 'city', 'status'])).toEqual(
      night.map((record) => [record.id, '2026-01-02', record.updated_at_utc, record.city, record.status]),
    );
    const reader = readerAt(file);
    for (const record of night)
      expect(reader.get({ resource: 'accounts', key: String(record.id) })?.raw).toBe(JSON.stringify(record));
    expect(queriedKeys(reader, { search: 'salem' })).toEqual(['3']);
    expect(queriedKeys(reader, { search: 'boise' })).toHaveLength(18);
  });

  it('leaves the search index alone if no searched word changed', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', firm(1));
    const before = indexOf(file);
    refreshCache(writer, 'accounts', firm(2, { 3: { payment_source: 'D', notes: 'Moved' } }));
    expect(indexOf(file)).toEqual(before);
    refreshCache(writer, 'accounts', firm(3, { 3: { city: 'Salem' } }));
    expect(indexOf(file)).not.toEqual(before);
  });

  it('is unchanged for the next refresh', () => {
    const writer = writerAt(tempCacheFile());
    refreshCache(writer, 'accounts', firm(1));
    refreshCache(writer, 'accounts', firm(2));
    expect(refreshCache(writer, 'accounts', firm(2))).toMatchObject({ changed: 0, unchanged: 20 });
  });

  it('flags an invalid date, and clears the flag when the date is valid again', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', firm(1));
    const driftedFields = () => readerAt(file).get({ resource: 'accounts', key: '3' })?.drift;
    const odd = firm(2, { 3: { last_positions_date: 20260102, updated_at_utc: null } });
    expect(refreshCache(writer, 'accounts', odd)).toMatchObject({ drifted: 1, changed: 0 });
    expect(driftedFields()).toEqual(['last_positions_date']);
    expect(cellsOf(file, ['updated_at_utc'])[3]).toEqual([null]);
    expect(refreshCache(writer, 'accounts', firm(3))).toMatchObject({ drifted: 0, changed: 0 });
    expect(driftedFields()).toEqual([]);
  });

  it('accepts a date that is removed or was never there', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', firm(1, { 3: { updated_at_utc: undefined } }));
    refreshCache(writer, 'accounts', firm(2, { 5: { updated_at_utc: undefined } }));
    const stamps = cellsOf(file, ['updated_at_utc']);
    expect(stamps[3]).toEqual(['2026-01-02T03:04:05Z']);
    expect(stamps[5]).toEqual([null]);
  });

  it('stores nothing of a page with a record whose date is invalid JSON', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', firm(1));
    const broken = JSON.stringify(account(3, 2)).replace('2026-01-02"', '2026-01-02\\x"');
    const list = firm(2).map((record) => (record.id === 3 ? broken : record));
    expect(() => refreshCache(writer, 'accounts', list)).toThrow(FailureError);
    expect(cellsOf(file, ['updated_at_utc'])).toEqual(firm(1).map((record) => [record.updated_at_utc]));
  });

  it('finds its rows when the list arrives in another order', () => {
    const file = tempCacheFile();
    const writer = writerAt(file);
    refreshCache(writer, 'accounts', firm(1));
    const night = firm(2, { 3: { city: 'Salem' } }).reverse();
    expect(refreshCache(writer, 'accounts', night)).toMatchObject({
      changed: 1,
      unchanged: 19,
      distinct: 20,
    });
    expect(queriedKeys(readerAt(file), { search: 'salem' })).toEqual(['3']);
  });
});
