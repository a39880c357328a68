import { describe, expect, it } from 'vitest';
import { openEncrypted } from '#engine/sqlite/open-database';
import { closeAfterTest } from '../../support/cleanups';
import {
  CACHE_KEY,
  queriedKeys,
  queryOf,
  readerAt,
  refreshCache,
  tempCacheFile,
  writerAt,
} from './temp-cache';

const account = (id: number, name: string, fields = {}) => ({ id, number: `A-${id}`, name, ...fields });
const ACCOUNTS = [account(1, 'Ada', { household_id: 7 }), account(2, 'Bea', { household_id: 8 })];
const HOUSEHOLDS = [
  { id: 7, name: 'North' },
  { id: 8, name: 'South' },
];

/** Creates a cache whose reader has both orders of the accounts in memory. */
function firm() {
  const file = tempCacheFile();
  const writer = writerAt(file);
  refreshCache(writer, 'accounts', ACCOUNTS);
  refreshCache(writer, 'households', HOUSEHOLDS);
  const reader = readerAt(file);
  const byName = () => queriedKeys(reader);
  const byHousehold = () => queriedKeys(reader, { sort: { field: 'household_id', descending: false } });
  expect([byName(), byHousehold()]).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
  return { file, writer, reader, byName, byHousehold };
}

describe('a reader’s cached order of a list', () => {
  it('is kept while another list is stored, and after a refresh in which nothing changed', () => {
    const { file, writer, reader, byName } = firm();
    // Bypasses the app: rereading the list would reveal it.
    const db = closeAfterTest(openEncrypted(file, CACHE_KEY));
    db.exec(`UPDATE accounts SET name = 'Zoe' WHERE n = 1`);
    refreshCache(writer, 'advisorCodes', [{ id: 1, code: 'A' }]);
    expect(reader.refresh()).toBe(true);
    expect(byName()).toEqual(['1', '2']);
    refreshCache(writer, 'accounts', ACCOUNTS); // nothing changed
    expect(reader.refresh()).toBe(true);
    expect(byName()).toEqual(['1', '2']);
  });

  it('is reread after a page with another record, text or date', () => {
    const { writer, reader, byName } = firm();
    refreshCache(writer, 'accounts', [...ACCOUNTS, account(3, 'Abe')]);
    reader.refresh();
    expect(byName()).toEqual(['3', '1', '2']);
    refreshCache(writer, 'accounts', [...ACCOUNTS, account(3, 'Cal')]);
    reader.refresh();
    expect(byName()).toEqual(['1', '2', '3']);
    const latestDate = () => reader.extent({ resource: 'accounts', field: 'last_portfolio_data_date' }).to;
    refreshCache(writer, 'accounts', [
      ...ACCOUNTS,
      account(3, 'Cal', { last_portfolio_data_date: '2026-01-02T00:00:00Z' }),
    ]);
    reader.refresh();
    const dateCounts = () =>
      reader.facets({ query: queryOf(), field: 'last_portfolio_data_date', contains: '', limit: 9 }).values;
    const countsBefore = dateCounts();
    refreshCache(writer, 'accounts', [
      ...ACCOUNTS,
      account(3, 'Cal', { last_portfolio_data_date: '2026-01-03T00:00:00Z' }),
    ]);
    reader.refresh();
    expect(latestDate()).toBe('2026-01-03');
    expect(dateCounts()).not.toEqual(countsBefore);
  });

  it('is reread after a refresh removes a record, and after the app writes or deletes one', () => {
    const { writer, reader, byName } = firm();
    refreshCache(writer, 'accounts', ACCOUNTS.slice(1));
    reader.refresh();
    expect(byName()).toEqual(['2']);
    writer.putRecords('accounts', [JSON.stringify(account(4, 'Amy'))]);
    reader.refresh();
    expect(byName()).toEqual(['4', '2']);
    writer.removeRecords('accounts', ['2']);
    reader.refresh();
    expect(byName()).toEqual(['4']);
  });

  it('is sorted again when the names of its IDs have changed', () => {
    const { writer, reader, byHousehold } = firm();
    refreshCache(writer, 'households', [HOUSEHOLDS[0], { id: 8, name: 'East' }]);
    reader.refresh();
    expect(byHousehold()).toEqual(['2', '1']);
  });
});
