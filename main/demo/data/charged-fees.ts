import { getOrCompute } from '#contract/maps';
import type { Book } from './book';
import { QUARTER_ENDS } from './calendar';
import { FIRST_BILL_QUARTER, feeCases } from './fee-cases';
import { demoFeeStructures } from './fee-structures';
import { owedFee } from './fees';
import { plannedFees, type PlannedFee } from './planned-fees';

const feesByBook = new WeakMap<Book, Map<number, ReadonlyMap<number, PlannedFee>>>();

/**
 * Returns what each account is charged at the end of a quarter, in whole cents. The cases are planted in the
 * latest quarter, except three: one account is above the ceiling in every quarter; in an earlier quarter, an account that
 * closes before the billed interval ends is charged in full, so that a refund is due; the one before the latest has a
 * first bill.
 */
export function chargedFees(book: Book, quarter: number): ReadonlyMap<number, PlannedFee> {
  const charged = getOrCompute(feesByBook, book, () => new Map());
  return getOrCompute(charged, quarter, () => withCases(book, quarter));
}

/** The account above the ceiling is charged this multiple of its fee in every quarter. */
const ABOVE_CEILING_TIMES = 3;

function withCases(book: Book, quarter: number): ReadonlyMap<number, PlannedFee> {
  const cases = feeCases(book);
  const charged = new Map(plannedFees(book, quarter));
  const change = (index: number | null, to: (cents: number) => number): void => {
    const fee = index === null ? undefined : charged.get(index);
    if (index !== null && fee) charged.set(index, { ...fee, cents: to(fee.cents) });
  };
  const high = cases.aboveCeiling === null ? undefined : charged.get(cases.aboveCeiling);
  if (cases.aboveCeiling !== null && high)
    charged.set(cases.aboveCeiling, {
      ...high,
      cents: high.cents * ABOVE_CEILING_TIMES,
      yearly: high.yearly * ABOVE_CEILING_TIMES,
    });
  if (cases.firstBill !== null && quarter < FIRST_BILL_QUARTER) charged.delete(cases.firstBill);
  if (cases.refund?.quarter === quarter) {
    const fee = owedFee(book, cases.refund.account, quarter, demoFeeStructures(book.seed));
    if (fee) charged.set(cases.refund.account, fee);
  }
  // Sorted by account again, because the closed account's fee may have been appended.
  if (quarter !== QUARTER_ENDS.length - 1) return new Map([...charged].sort(([a], [b]) => a - b));
  change(cases.changed, (cents) => Math.round(cents * 1.5));
  change(cases.flat, (cents) => cents + 1_234);
  if (cases.missing !== null) charged.delete(cases.missing);
  for (const index of cases.unbilledGroup) charged.delete(index);
  return charged;
}
