import type { EntryMapping } from '#contract/features/reconcile/reconciliation';
import type { TeamChange } from '#contract/features/team/change';
import type { Db } from '#engine/sqlite/open-database';

/** Columns that the user confirmed for a custodian, with their headings. */
export interface RememberedColumns {
  readonly accountHeading: string;
  readonly amountHeading: string;
  /** Positions of the columns, counted from 0. */
  readonly account: number;
  readonly amount: number;
  readonly notation: EntryMapping['notation'];
  /** The team member who first confirmed these values, and when; undefined if they are not shared. */
  readonly change?: TeamChange;
}
export type ColumnHeadings = Pick<RememberedColumns, 'accountHeading' | 'amountHeading'>;

/** Queues confirmed columns for the team, in the transaction that stores them. */
export type ShareColumns = (custodian: string, columns: RememberedColumns) => void;

interface StoredColumns {
  readonly custodian: string;
  readonly account_heading: string;
  readonly amount_heading: string;
  readonly account: number;
  readonly amount: number;
  readonly notation: string;
  readonly used: string;
  readonly changed_by: string | null;
  readonly changed_at: string | null;
}

const columnsOf = ({ changed_by: by, changed_at: at, ...stored }: StoredColumns): RememberedColumns => ({
  accountHeading: stored.account_heading,
  amountHeading: stored.amount_heading,
  account: stored.account,
  amount: stored.amount,
  notation: stored.notation as EntryMapping['notation'],
  ...(by !== null && at !== null && { change: { by, at } }),
});

/** Stores columns of custodians' fee files that the user, or a member of the team, confirmed. */
export function feeColumnStore(db: Db, share?: ShareColumns) {
  const find = db.prepare<[string, string, string], StoredColumns>(
    'SELECT * FROM fee_columns WHERE custodian = ? AND account_heading = ? AND amount_heading = ?',
  );
  const put = (
    custodian: string,
    { accountHeading, amountHeading, account, amount, notation, change }: RememberedColumns,
    used: string,
  ): void => {
    db.prepare(
      `INSERT OR REPLACE INTO fee_columns (custodian, account_heading, amount_heading, account, amount, notation,
         used, changed_by, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      ...[custodian, accountHeading, amountHeading, account, amount, notation, used],
      ...[change?.by ?? null, change?.at ?? null],
    );
  };
  return {
    /** Returns the confirmed columns of a custodian, latest first: it may send several kinds of files. */
    confirmed: (custodian: string): RememberedColumns[] =>
      db
        .prepare<[string], StoredColumns>('SELECT * FROM fee_columns WHERE custodian = ? ORDER BY used DESC')
        .all(custodian)
        .map(columnsOf),
    /** Returns the columns of all custodians, and when they were used. */
    all: () =>
      db
        .prepare<[], StoredColumns>('SELECT * FROM fee_columns ORDER BY used')
        .all()
        .map((stored) => ({
          custodian: stored.custodian,
          columns: columnsOf(stored),
          used: stored.used,
        })),
    /** Remembers confirmed columns, and shares them unless they are as before. */
    remember(custodian: string, columns: RememberedColumns, at: string): void {
      db.transaction(() => {
        const stored = find.get(custodian, columns.accountHeading, columns.amountHeading);
        const previous = stored && columnsOf(stored);
        const isSame =
          previous?.account === columns.account &&
          previous.amount === columns.amount &&
          previous.notation === columns.notation;
        put(custodian, isSame ? previous : columns, at);
        if (!isSame) share?.(custodian, columns);
      })();
    },
    /** Stores the columns that the team agreed on last, or removes them (null). Shares nothing. */
    apply(
      custodian: string,
      headings: ColumnHeadings,
      columns: (Omit<RememberedColumns, keyof ColumnHeadings> & { readonly at: string }) | null,
    ): void {
      if (columns) put(custodian, { ...columns, ...headings }, columns.at);
      else
        db.prepare(
          'DELETE FROM fee_columns WHERE custodian = ? AND account_heading = ? AND amount_heading = ?',
        ).run(custodian, headings.accountHeading, headings.amountHeading);
    },
  };
}
export type FeeColumnStore = ReturnType<typeof feeColumnStore>;
