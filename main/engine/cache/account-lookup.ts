import type { Db } from '../sqlite/open-database';

/** What a reconciliation needs to know of an account. */
export interface AccountFound {
  readonly key: string;
  readonly name: string;
  readonly number: string;
  readonly status: string | null;
  readonly custodian: string | null;
  readonly household: string | null;
  /** C: billed at the custodian, D: billed directly (spec 2.1). */
  readonly paymentSource: string | null;
  readonly closeDate: string | null;
}

type Details = [
  n: number,
  key: string,
  title: string,
  number: string | number | null,
  status: string | null,
  custodian: string | null,
  household: string | number | null,
  paymentSource: string | null,
  closeDate: string | null,
];

const textOf = (value: string | number | null): string | null => (value === null ? null : String(value));

/**
 * The accounts whose number, folded, is one of those wanted: by folded number, all that share it. One pass over the
 * index of numbers, whatever the size of the firm; only what was found is read whole.
 */
export function accountsByNumber(
  db: Db,
  wanted: ReadonlySet<string>,
  fold: (number: string) => string,
): Map<string, AccountFound[]> {
  return db.transaction(() => lookUp(db, wanted, fold))(); // numbers and details of one moment
}

function lookUp(
  db: Db,
  wanted: ReadonlySet<string>,
  fold: (number: string) => string,
): Map<string, AccountFound[]> {
  const foldedOf = new Map<number, string>();
  const numbers = db.prepare<[], [number, string | number]>(
    'SELECT n, number FROM accounts WHERE number IS NOT NULL',
  );
  for (const [n, number] of numbers.raw().iterate()) {
    const folded = fold(String(number));
    if (wanted.has(folded)) foldedOf.set(n, folded);
  }
  const found = new Map<string, AccountFound[]>();
  const details = db.prepare<[string], Details>(
    `SELECT n, key, title, number, status, custodian, household_id, payment_source, close_date FROM accounts
     WHERE n IN (SELECT value FROM json_each(?)) ORDER BY n`,
  );
  for (const row of details.raw().iterate(JSON.stringify([...foldedOf.keys()]))) {
    const [n, key, name, number, status, custodian, household, paymentSource, closeDate] = row;
    const account: AccountFound = {
      key,
      name,
      number: textOf(number) ?? '',
      status,
      custodian,
      household: textOf(household),
      paymentSource,
      closeDate,
    };
    const folded = foldedOf.get(n) ?? '';
    const same = found.get(folded);
    if (same) same.push(account);
    else found.set(folded, [account]);
  }
  return found;
}
