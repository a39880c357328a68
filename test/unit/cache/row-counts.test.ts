import { expect, it } from 'vitest';
import { openEncrypted } from '#engine/sqlite/open-database';
import { closeAfterTest } from '../../support/cleanups';
import { CACHE_KEY, readerAt, refreshCache, tempCacheFile, writerAt } from './temp-cache';

const account = (id: number, fields = {}) => ({ id, number: `A-${id}`, name: `Name ${id}`, ...fields });
const DRIFTED = { name: ['no', 'name'] };

it('does not count a list at opening if its rows were counted after the last refresh', () => {
  const file = tempCacheFile();
  const writer = writerAt(file);
  refreshCache(writer, 'accounts', [account(1), account(2, DRIFTED), account(3)]);
  const accountsState = () =>
    readerAt(file)
      .states()
      .find(({ resource }) => resource === 'accounts');
  expect(accountsState()).toMatchObject({ count: 3, drifted: 1 });

  // Bypasses the app: a new count would reveal it.
  closeAfterTest(openEncrypted(file, CACHE_KEY)).exec('DELETE FROM accounts_state WHERE n = 1');
  expect(accountsState()).toMatchObject({ count: 3, drifted: 1 });
  refreshCache(writer, 'billingGroups', []); // counts that list only
  expect(accountsState()).toMatchObject({ count: 3, drifted: 1 });
  writer.putRecords('accounts', [JSON.stringify(account(4)), JSON.stringify(account(5))]);
  expect(accountsState()).toMatchObject({ count: 4, drifted: 1 }); // 2 to 5

  refreshCache(writer, 'accounts', [account(1), account(2)]);
  expect(accountsState()).toMatchObject({ count: 2, drifted: 0 });
});
