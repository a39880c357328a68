import type { DayCount } from '#contract/features/expected-fees/schemas';
import type { DayCountDecision } from '#contract/features/expected-fees/calls';
import { lazy } from '#contract/lazy';
import type { Db } from '#engine/sqlite/open-database';

export interface StoredBalance {
  /** ID of the account. */
  readonly account: string;
  readonly date: string;
  /** Exact decimal text. */
  readonly amount: string;
}

/** The spreadsheet that balances were imported from. */
export interface BalancesImport {
  readonly file: string | null;
  readonly importedAt: string;
  readonly importedBy: string;
}

/** An account's balance of a date, with the file that it came from. */
export type DatedBalance = Pick<StoredBalance, 'account' | 'amount'> & Pick<BalancesImport, 'file'>;

/** Stores imported balances by account and date; the last import wins. */
export function importedBalanceStore(db: Db) {
  let revision = 0;
  const findBalance = lazy(() =>
    db.prepare<[string, string], StoredBalance & BalancesImport>(
      `SELECT b.account, b.date, b.amount, i.file, i.at AS importedAt, i.user AS importedBy
         FROM account_balance b JOIN balance_import i ON i.id = b.import WHERE b.account = ? AND b.date = ?`,
    ),
  );
  return {
    /** Incremented by every import in this process. */
    revision: (): number => revision,
    isEmpty: (): boolean => db.prepare('SELECT 1 FROM account_balance LIMIT 1').get() === undefined,
    add({ file, importedAt, importedBy }: BalancesImport, balances: readonly StoredBalance[]): void {
      db.transaction(() => {
        const { lastInsertRowid } = db
          .prepare('INSERT INTO balance_import (file, at, user) VALUES (?, ?, ?)')
          .run(file, importedAt, importedBy);
        const put = db.prepare('INSERT OR REPLACE INTO account_balance VALUES (?, ?, ?, ?)');
        for (const { account, date, amount } of balances) put.run(account, date, amount, lastInsertRowid);
      })();
      revision += 1;
    },
    balanceOf: (account: string, date: string): (StoredBalance & BalancesImport) | undefined =>
      findBalance().get(account, date),
    /** Returns the next balances of a date after an account, or its first ones, in the order of accounts. */
    ofDate(date: string, after: string, limit: number): DatedBalance[] {
      // Reads the name of each file once, instead of with each of its balances.
      const imports = db.prepare<[], [number, string | null]>('SELECT id, file FROM balance_import').raw();
      const files = new Map(imports.all());
      return db
        .prepare<[string, string, number], [string, string, number]>(
          `SELECT account, amount, import FROM account_balance WHERE date = ? AND account > ?
         ORDER BY account LIMIT ?`,
        )
        .raw()
        .all(date, after, limit)
        .map(([account, amount, importId]) => ({ account, amount, file: files.get(importId) ?? null }));
    },
    /** Returns the dates with their number of accounts and last import, the latest date first. */
    dates: (): (BalancesImport & { readonly date: string; readonly accounts: number })[] =>
      db
        .prepare<[], BalancesImport & { readonly date: string; readonly accounts: number }>(
          `SELECT d.date, d.accounts, i.file, i.at AS importedAt, i.user AS importedBy
         FROM (SELECT date, count(*) AS accounts, max(import) AS last FROM account_balance GROUP BY date) d
         JOIN balance_import i ON i.id = d.last ORDER BY d.date DESC`,
        )
        .all(),
  };
}
export type ImportedBalanceStore = ReturnType<typeof importedBalanceStore>;

/** A balance that the service returned for an account and date (AUM by account). */
export interface ServiceBalance {
  readonly account: string;
  /** Exact decimal text. */
  readonly amount: string;
}

/** Stores the service's balances by date and account; the latest response counts. */
export function serviceBalanceStore(db: Db) {
  let revision = 0;
  const findAmount = lazy(() =>
    db
      .prepare<[string, string], string>('SELECT amount FROM account_aum WHERE date = ? AND account = ?')
      .pluck(),
  );
  return {
    /** Incremented by every response stored in this process. */
    revision: (): number => revision,
    isEmpty: (): boolean => db.prepare('SELECT 1 FROM account_aum LIMIT 1').get() === undefined,
    put(date: string, at: string, balances: readonly ServiceBalance[]): void {
      const put = db.prepare('INSERT OR REPLACE INTO account_aum VALUES (?, ?, ?, ?)');
      db.transaction(() => {
        for (const { account, amount } of balances) put.run(date, account, amount, at);
      })();
      revision += 1;
    },
    balanceOf: (account: string, date: string): string | undefined => findAmount().get(date, account),
    /** Returns the next balances of a date after an account, or its first ones, in the order of accounts. */
    ofDate: (date: string, after: string, limit: number): ServiceBalance[] =>
      db
        .prepare<[string, string, number], ServiceBalance>(
          'SELECT account, amount FROM account_aum WHERE date = ? AND account > ? ORDER BY account LIMIT ?',
        )
        .all(date, after, limit),
    /** Returns the dates with their number of accounts and the latest response, the latest date first. */
    dates: (): { readonly date: string; readonly accounts: number; readonly at: string }[] =>
      db
        .prepare<[], { date: string; accounts: number; at: string }>(
          'SELECT date, count(*) AS accounts, max(at) AS at FROM account_aum GROUP BY date ORDER BY date DESC',
        )
        .all(),
  };
}
export type ServiceBalanceStore = ReturnType<typeof serviceBalanceStore>;

/** Stores the firm's day-count convention, once it has chosen one. */
export const dayCountStore = (db: Db) => ({
  get: (): DayCountDecision | null =>
    db
      .prepare<[], DayCountDecision>('SELECT year AS "dayCount", user AS "by", at FROM year_division')
      .get() ?? null,
  set(dayCount: DayCount, by: string, at: string): void {
    db.prepare('INSERT OR REPLACE INTO year_division VALUES (1, ?, ?, ?)').run(dayCount, by, at);
  },
});
export type DayCountStore = ReturnType<typeof dayCountStore>;
