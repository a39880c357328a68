import type { BilledPeriod, FeeHistory } from '#contract/features/fee-history/calls';
import { periodBefore, periodLabels, periodMonths } from '#contract/dates';
import { minus } from '#contract/money';

/** A period of the table; a period whose files have no line of these accounts has no fees. */
export interface FeeHistoryRow {
  readonly key: string;
  readonly label: string;
  readonly billed: BilledPeriod | null;
  /** The change from the prior period of the same length; null if there is none or nothing is compared. */
  readonly change: FeeChange | null;
}

export interface FeeChange {
  /** Name of the prior period. */
  readonly label: string;
  /** Null if the prior period's files have no line of these accounts. */
  readonly by: { readonly amount: string; readonly before: string } | null;
}

const NO_END = 'No period end';

const isUncertain = ({ unreadable, mayCountTwice }: BilledPeriod): boolean => unreadable > 0 || mayCountTwice;

/**
 * Returns the periods from the first to the last fee, the earliest first, including those with no fee; fees of files
 * without a period end are last.
 */
export function feeHistoryRows({ periods, allEndDates }: FeeHistory): FeeHistoryRow[] {
  const labels = periodLabels(allEndDates);
  const months = periodMonths(allEndDates);
  const byEnd = new Map(periods.map((period) => [period.endDate, period]));
  const billedEnds = periods.flatMap(({ endDate }) => endDate ?? []);
  const [first, last] = [billedEnds[0] ?? '', billedEnds.at(-1) ?? ''];
  const changeFrom = (endDate: string, billed: BilledPeriod): FeeChange | null => {
    const length = months.get(endDate) ?? null;
    if (length === null) return null;
    const before = periodBefore(endDate, length, labels);
    if (before.endDate === null) return null;
    const earlier = byEnd.get(before.endDate) ?? null;
    // A sum without some of its lines, or with fees that may count twice, is not compared.
    if (isUncertain(billed) || (earlier && isUncertain(earlier))) return null;
    return {
      label: before.label,
      by: earlier && { amount: minus(billed.sum, earlier.sum), before: earlier.sum },
    };
  };
  const dated = allEndDates
    .filter((endDate) => endDate >= first && endDate <= last)
    .map((endDate): FeeHistoryRow => {
      const billed = byEnd.get(endDate) ?? null;
      return {
        key: endDate,
        label: labels.get(endDate) ?? endDate,
        billed,
        change: billed && changeFrom(endDate, billed),
      };
    });
  const undated = byEnd.get(null);
  return undated ? [...dated, { key: '', label: NO_END, billed: undated, change: null }] : dated;
}
