import type { Db } from '#engine/sqlite/open-database';

export interface StoredBalance {
  /** ID of the account. */
  readonly account: string;
  readonly date: string;
  /** Exact decimal text. */
  readonly amount: string;
}

/** The spreadsheet that balances came with. */
export interface BalancesImport {
  readonly file: string | null;
  readonly importedAt: string;
  readonly importedBy: string;
}

/** Imported balances by account and date; what was imported last counts. */
export const importedBalanceStore = (db: Db) => ({
  add({ file, importedAt, importedBy }: BalancesImport, balances: readonly StoredBalance[]): void {
    db.transaction(() => {
      const { lastInsertRowid } = db
        .prepare('INSERT INTO balance_import (file, at, user) VALUES (?, ?, ?)')
        .run(file, importedAt, importedBy);
      const put = db.prepare('INSERT OR REPLACE INTO account_balance VALUES (?, ?, ?, ?)');
      for (const { account, date, amount } of balances) put.run(account, date, amount, lastInsertRowid);
    })();
  },
  of: (account: string, date: string): (StoredBalance & BalancesImport) | undefined =>
    db
      .prepare<[string, string], StoredBalance & BalancesImport>(
        `SELECT b.account, b.date, b.amount, i.file, i.at AS importedAt, i.user AS importedBy
         FROM account_balance b JOIN balance_import i ON i.id = b.import WHERE b.account = ? AND b.date = ?`,
      )
      .get(account, date),
  /** Returns the dates with their number of accounts and last import, the latest date first. */
  dates: (): (BalancesImport & { readonly date: string; readonly accounts: number })[] =>
    db
      .prepare<[], BalancesImport & { readonly date: string; readonly accounts: number }>(
        `SELECT d.date, d.accounts, i.file, i.at AS importedAt, i.user AS importedBy
         FROM (SELECT date, count(*) AS accounts, max(import) AS last FROM account_balance GROUP BY date) d
         JOIN balance_import i ON i.id = d.last ORDER BY d.date DESC`,
      )
      .all(),
});
export type ImportedBalanceStore = ReturnType<typeof importedBalanceStore>;
