import { afterEach, beforeEach, expect, it } from 'vitest';
import Database from 'better-sqlite3';
import { accountsByNumber } from '#engine/cache/query/account-lookup';
import { createTables } from '#engine/cache/schema/schema';
import { normalizeAccountNumber } from '#engine/features/reconcile/numbers';

let db: Database.Database;
beforeEach(() => {
  db = new Database(':memory:');
  createTables(db);
});
afterEach(() => db.close());

function put(n: number, number: string | number | null, custodian: string): void {
  db.prepare(
    `INSERT INTO accounts (n, key, title, subtitle, name, number, custodian, status, household_id, payment_source)
     VALUES (?, ?, ?, '', ?, ?, ?, 'funded', 12, 'C')`,
  ).run(n, String(1000 + n), `Name ${n}`, `Name ${n}`, number, custodian);
}

it('finds all accounts with a number, ignoring dashes and case but not leading zeros', () => {
  put(1, 'Z12-345', 'NFS');
  put(2, 'z12345', 'SWB');
  put(3, '0012', 'SWB');
  put(4, null, 'SWB');
  put(5, 77, 'SWB'); // the wire may send numbers (wire facts B3)
  const accounts = accountsByNumber(db, new Set(['Z12345', '12', '77', '99']), normalizeAccountNumber);
  expect([...accounts.keys()].sort()).toEqual(['77', 'Z12345']);
  expect(accounts.get('Z12345')?.map(({ key, custodian }) => [key, custodian])).toEqual([
    ['1001', 'NFS'],
    ['1002', 'SWB'],
  ]);
  expect(accounts.get('77')).toEqual([
    {
      key: '1005',
      name: 'Name 5',
      number: '77',
      status: 'funded',
      custodian: 'SWB',
      household: '12',
      paymentSource: 'C',
      closeDate: null,
    },
  ]);
});
