import Big from 'big.js';
import { divideRounded, effectiveRate, feeOf, type Fee } from '#contract/fees/calculate';
import { ONE_PERCENT, plain } from '#contract/fees/decimal';
import type { FeeTerms } from '#contract/fees/structure';
import type {
  ExpectedAmounts,
  NotCalculatedReason,
  DayCount,
} from '#contract/features/expected-fees/schemas';

/** The day-count conventions, the simplest first. */
export const DAY_COUNTS = ['periods', 'days-365', 'days-366'] as const satisfies readonly DayCount[];

export interface ExpectedFeeInput {
  readonly terms: FeeTerms;
  /** Dollars. */
  readonly balance: Big;
  /** The total of the account's billing group; null if unknown. */
  readonly groupTotal: Big | null;
  readonly debit: Big;
  /** Length of the billed interval. */
  readonly months: number;
  readonly days: number;
}

export type CalculatedFee = Exclude<Fee, { readonly kind: 'none' }>;
export type ExpectedFee =
  | { readonly why: NotCalculatedReason }
  | { readonly fee: CalculatedFee; readonly groupYearly: string | null; readonly amounts: ExpectedAmounts[] };

const NO_FEE = {
  'not-described': 'favor-fee',
  'unknown-calculation': 'no-terms',
  'no-rate': 'no-terms',
  'no-dollars': 'no-terms',
  'no-tiers': 'no-terms',
  'faulty-tiers': 'faulty-tiers',
} as const satisfies Record<string, NotCalculatedReason>;

/** Calculates the fee of one period by each day-count convention, exactly, rounded once to the cent. */
export function expectedFee(input: ExpectedFeeInput): ExpectedFee {
  const { terms, balance, groupTotal, debit, months, days } = input;
  const fee = feeOf(terms, balance);
  if (fee.kind === 'none') return { why: NO_FEE[fee.why] };
  const total = groupTotal?.gt(0) ? groupTotal : null;
  const groupFee = total && feeOf(terms, total);
  // Each account pays its own flat fee, regardless of its group.
  const isPerAccount = fee.kind === 'dollars' && fee.chargedTo === 'account';
  const groupYearly = groupFee && groupFee.kind !== 'none' && !isPerAccount ? groupFee.fee : null;
  const amounts = DAY_COUNTS.map((dayCount): ExpectedAmounts => {
    const [part, parts] = partOfYear(dayCount, months, days);
    const alone = divideRounded(new Big(fee.fee).times(part), new Big(parts), 2);
    const group =
      groupYearly !== null && total
        ? divideRounded(new Big(groupYearly).times(balance).times(part), total.times(parts), 2)
        : null;
    return {
      dayCount,
      alone: alone.toFixed(2),
      group: group && group.toFixed(2),
      match: matchOf(debit, alone, group),
    };
  });
  return { fee, groupYearly: groupYearly === null ? null : plain(new Big(groupYearly)), amounts };
}

/** Returns the interval's share of a year as a fraction. */
export const partOfYear = (
  dayCount: DayCount,
  months: number,
  days: number,
): [part: number, parts: number] =>
  dayCount === 'periods' ? [months, 12] : [days, dayCount === 'days-365' ? 365 : 366];

/** How much a debit may be above its exact fee, because it is rounded to the cent. */
const HALF_CENT = new Big('0.005');

/**
 * Returns a debit as a yearly rate of the balance if that is above the ceiling, a yearly rate in percent; null if it is
 * not, or if the balance is not positive. `partOfYear`: the interval's share of a year.
 */
export function debitRateAboveCeiling(
  debit: Big,
  balance: Big,
  { ceiling, partOfYear: [part, parts] }: { readonly ceiling: string; readonly partOfYear: [number, number] },
): string | null {
  // Compares without dividing: rounding would hide a rate barely above the ceiling.
  const hundredfold = debit.minus(HALF_CENT).times(parts).times(100);
  if (balance.lte(0) || hundredfold.lte(balance.times(ceiling).times(part))) return null;
  return effectiveRate(plain(debit.times(parts)), balance.times(part));
}

/** Returns a debit of an interval as a yearly fee, rounded to a millionth of a dollar. */
export function yearlyOf(debit: Big, dayCount: DayCount, months: number, days: number): Big {
  const [part, parts] = partOfYear(dayCount, months, days);
  return divideRounded(debit.times(parts), new Big(part), 6);
}

/** Within $1, or 1% of the expected amount. */
const isNear = (debit: Big, expected: Big): boolean => {
  const difference = debit.minus(expected).abs();
  return difference.lte(1) || difference.lte(expected.abs().times(ONE_PERCENT));
};

function matchOf(debit: Big, alone: Big, group: Big | null): ExpectedAmounts['match'] {
  const isAlone = isNear(debit, alone);
  const isGroup = group !== null && isNear(debit, group);
  if (isAlone && isGroup) return 'both';
  return isAlone ? 'alone' : isGroup ? 'group' : 'neither';
}
