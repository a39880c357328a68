import type { Book } from './book';
import { QUARTER_ENDS } from './calendar';
import { feeCases } from './fee-cases';
import { plannedFees, type PlannedFee } from './planned-fees';

const latest = new WeakMap<Book, ReadonlyMap<number, PlannedFee>>();

/**
 * Returns what each account is charged at the end of a quarter, in whole cents. The latest quarter has one case of
 * each finding about fee files.
 */
export function chargedFees(book: Book, quarter: number): ReadonlyMap<number, PlannedFee> {
  const planned = plannedFees(book, quarter);
  if (quarter !== QUARTER_ENDS.length - 1) return planned;
  let charged = latest.get(book);
  if (!charged) latest.set(book, (charged = withCases(book, planned)));
  return charged;
}

function withCases(book: Book, planned: ReadonlyMap<number, PlannedFee>): ReadonlyMap<number, PlannedFee> {
  const cases = feeCases(book);
  const charged = new Map(planned);
  const change = (index: number | null, to: (cents: number) => number): void => {
    const fee = index === null ? undefined : charged.get(index);
    if (index !== null && fee) charged.set(index, { ...fee, cents: to(fee.cents) });
  };
  change(cases.changed, (cents) => Math.round(cents * 1.5));
  change(cases.flat, (cents) => cents + 1_234);
  if (cases.missing !== null) charged.delete(cases.missing);
  for (const index of cases.unbilledGroup) charged.delete(index);
  return charged;
}
