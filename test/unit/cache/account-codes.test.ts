import { afterEach, beforeEach, expect, it } from 'vitest';
import Database from 'better-sqlite3';
import { accountCodes } from '#engine/cache/query/account-codes';
import { extractor } from '#engine/cache/schema/extract';
import { createTables, tableNamed } from '#engine/cache/schema/schema';
import { TableReader } from '#engine/cache/query/table-reader';

const table = tableNamed('accounts');
let db: Database.Database;
beforeEach(() => {
  db = new Database(':memory:');
  createTables(db);
});
afterEach(() => db.close());

/** Inserts accounts in the service's form, as a refresh does. */
function insertAccounts(accounts: readonly object[]): void {
  const put = db.prepare(
    `INSERT INTO accounts VALUES (?, ?, '', '', NULL${', ?'.repeat(table.stored.length)})`,
  );
  const state = db.prepare(
    `INSERT INTO accounts_state (n, key, hash, dates, generation, drifted) VALUES (?, ?, '', '', 1, 0)`,
  );
  const extract = extractor(table);
  db.transaction(() => {
    for (const [n, account] of accounts.entries()) {
      const { cells } = extract(JSON.stringify({ id: n, ...account }));
      put.run(n, String(n), ...cells);
      state.run(n, String(n));
    }
  })();
}
const readCodes = () =>
  accountCodes(new TableReader(db, table)).sort(
    (a, b) => a.custodian.localeCompare(b.custodian) || a.codes.length - b.codes.length,
  );

it('counts accounts by custodian and codes, whether records send one code or several', () => {
  insertAccounts([
    { custodian: 'PER', advisor_code: '7AB', advisor_codes: ['7AB'] },
    { custodian: 'PER', advisor_code: '7AB' },
    { custodian: 'PER', advisor_code: '7AB', advisor_codes: [] },
    { custodian: 'PER', advisor_code: '7AB', advisor_codes: ['7AB', '7AC'] },
    { custodian: 'SWB', advisor_codes: ['0042'] },
    { custodian: 'SWB', advisor_code: null, advisor_codes: [] },
    { custodian: null, advisor_code: '7AB' },
  ]);
  expect(readCodes()).toEqual([
    { custodian: 'PER', codes: ['7AB'], accounts: 3 },
    { custodian: 'PER', codes: ['7AB', '7AC'], accounts: 1 },
    { custodian: 'SWB', codes: ['0042'], accounts: 1 },
  ]);
});

it('counts an account once for a code that it names twice', () => {
  insertAccounts([
    { custodian: 'PER', advisor_codes: ['4UJ', '4UJ'] },
    { custodian: 'PER', advisor_codes: ['4UJ', '7AB'] },
  ]);
  const everything = { search: '', filters: [], sort: { field: 'name', descending: false } };
  expect(new TableReader(db, table).counts(everything, 'advisor_codes')).toEqual([
    { value: '4UJ', count: 2 },
    { value: '7AB', count: 1 },
  ]);
  expect(readCodes()).toEqual([
    { custodian: 'PER', codes: ['4UJ'], accounts: 1 },
    { custodian: 'PER', codes: ['4UJ', '7AB'], accounts: 1 },
  ]);
});

it('finds the accounts of a code among those with several', () => {
  insertAccounts([
    { custodian: 'PER', advisor_codes: ['7AB', '7AC'] },
    { custodian: 'PER', advisor_code: '7AC' },
    { custodian: 'PER', advisor_code: 'X7AC' },
  ]);
  const found = [...new TableReader(db, table).rowsWith('advisor_codes', ['7AC'])];
  expect(found.sort((a, b) => a - b)).toEqual([0, 1]);
});
