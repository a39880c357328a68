import type { Db } from '../../sqlite/open-database';
import { cellText } from '#common/cell-text';
import { appendTo } from '#contract/maps';

/** The account fields that reconciliation needs. */
export interface FoundAccount {
  readonly key: string;
  readonly name: string;
  readonly number: string;
  readonly status: string | null;
  readonly custodian: string | null;
  readonly household: string | null;
  /** C: billed at the custodian; D: billed directly (spec 2.1). */
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

/**
 * Finds the accounts whose folded number is in `wanted`, grouped by it; `fold` removes differences in notation,
 * such as dashes. Scans the number index once, and reads full details only for matches.
 */
export function accountsByNumber(
  db: Db,
  wanted: ReadonlySet<string>,
  fold: (number: string) => string,
): Map<string, FoundAccount[]> {
  return db.transaction(() => lookUp(db, wanted, fold))(); // reads numbers and details from one snapshot
}

function lookUp(
  db: Db,
  foldedNumbers: ReadonlySet<string>,
  fold: (number: string) => string,
): Map<string, FoundAccount[]> {
  const foldedOf = new Map<number, string>();
  const numbers = db.prepare<[], [number, string | number]>(
    'SELECT n, number FROM accounts WHERE number IS NOT NULL',
  );
  for (const [n, number] of numbers.raw().iterate()) {
    const folded = fold(String(number));
    if (foldedNumbers.has(folded)) foldedOf.set(n, folded);
  }
  const found = new Map<string, FoundAccount[]>();
  const details = db.prepare<[string], Details>(
    `SELECT n, key, title, number, status, custodian, household_id, payment_source, close_date FROM accounts
     WHERE n IN (SELECT value FROM json_each(?)) ORDER BY n`,
  );
  for (const row of details.raw().iterate(JSON.stringify([...foldedOf.keys()]))) {
    const [n, key, name, number, status, custodian, household, paymentSource, closeDate] = row;
    const account: FoundAccount = {
      key,
      name,
      number: cellText(number) ?? '',
      status,
      custodian,
      household: cellText(household),
      paymentSource,
      closeDate,
    };
    appendTo(found, foldedOf.get(n) ?? '', account);
  }
  return found;
}
