import type { FieldChange } from '#contract/features/changes/schemas';
import type { ChangeKind } from '#contract/features/changes/calls';
import { CUSTODIANS } from '#contract/fields';
import type { Cell } from '#contract/query';
import { MAIN_LIST, resourceNamed, type ResourceName } from '#contract/resources';
import type { FoundChange } from '../../history/history-writer';
import type { Db } from '../../sqlite/open-database';
import { cacheTables, type TableSchema } from '../schema/schema';

/**
 * One change, found by a refresh or made in the app, for a row that is in its table (a removed row is still there
 * at this point).
 */
export interface ChangeNote {
  readonly run: number;
  readonly resource: ResourceName;
  readonly n: number;
  readonly key: string;
  readonly title: string;
  readonly kind: ChangeKind;
  readonly fields: readonly FieldChange[];
}

/**
 * Returns a function that records changes in the outbox, in the transaction that stores them. The history
 * reads the outbox later (outbox.ts). Changes in lists that change every night are not recorded.
 */
export function changeRecorder(db: Db): (note: ChangeNote) => void {
  const accounts = new Map(cacheTables.map((table) => [table.name, accountOf(db, table)]));
  const put = db.prepare<[Omit<FoundChange, 'seq'>]>(`INSERT INTO outbox VALUES
    (NULL, @run, @at, @resource, @key, @title, @number, @custodian, @kind, @fields)`);
  return ({ n, fields, ...note }) => {
    if (resourceNamed(note.resource).isNightly) return;
    const { number, custodian } = accounts.get(note.resource)?.(n) ?? NO_ACCOUNT;
    const at = new Date().toISOString();
    put.run({ ...note, at, number, custodian, fields: JSON.stringify(fields) });
  };
}

/** The account that a change concerns. */
interface ChangedAccount {
  readonly number: string | null;
  readonly custodian: string | null;
}
const NO_ACCOUNT: ChangedAccount = { number: null, custodian: null };

/**
 * Returns a reader for the number and custodian of a row's account: its own, or those of the account it references.
 * A row of another list has at most a custodian.
 */
function accountOf(db: Db, { name, columns }: TableSchema): (n: number) => ChangedAccount {
  const accountSql = `SELECT number, custodian FROM ${MAIN_LIST} WHERE n = ?`;
  if (name === MAIN_LIST) {
    const read = db.prepare<[number], ChangedAccount>(accountSql);
    return (n) => read.get(n) ?? NO_ACCOUNT;
  }
  const reference = `${resourceNamed(MAIN_LIST).singular}_id`;
  if (columns.some((column) => column.name === reference)) {
    const readAccountId = db.prepare<[number], Cell>(`SELECT ${reference} FROM ${name} WHERE n = ?`).pluck();
    const read = db.prepare<[string], ChangedAccount>(
      accountSql.replace('= ?', `= (SELECT n FROM ${MAIN_LIST}_state WHERE key = ?)`),
    );
    return (n) => read.get(String(readAccountId.get(n) ?? '')) ?? NO_ACCOUNT;
  }
  const custodian = columns.find((column) => column.labels === CUSTODIANS)?.name;
  if (!custodian) return () => NO_ACCOUNT;
  const read = db.prepare<[number], ChangedAccount>(
    `SELECT NULL AS number, "${custodian}" AS custodian FROM ${name} WHERE n = ?`,
  );
  return (n) => read.get(n) ?? NO_ACCOUNT;
}
