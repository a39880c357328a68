import type { PeriodTotal } from '#contract/features/fee-files/calls';
import { compareTexts } from '#contract/text';
import { changeOf } from '#contract/money';
import { periodBefore, periodLabels, QUARTER_BEFORE, YEAR_BEFORE } from '#contract/dates';
import { custodianOrUnknown } from '#contract/fields';

/** A debited amount, or the reason why it is unknown; an unknown amount is never shown as zero. */
export type Amount =
  | { readonly known: true; readonly sum: string; readonly fileIds: readonly string[] }
  | {
      readonly known: false;
      readonly why: 'no-file' | 'other-length' | 'no-amount' | 'not-reconciled' | 'absent';
      readonly fileIds: readonly string[];
    };

/** The change from an earlier period, which `label` names. */
export interface PeriodChange {
  readonly label: string;
  readonly before: Amount;
  /** Null if one of the two amounts is unknown. */
  readonly by: { readonly amount: string; readonly percent: string | null } | null;
}

/** A row of the table: a whole period, one custodian in it, or its files of unknown custodians. */
export interface PeriodRow {
  readonly key: string;
  readonly kind: 'period' | 'custodian' | 'unreconciled';
  readonly endDate: string;
  readonly label: string;
  /** Custodian code; empty if the files do not specify it, and for other kinds of rows. */
  readonly custodian: string;
  readonly fileIds: readonly string[];
  /** For a whole period; null if its records do not have the number. */
  readonly accounts: number | null;
  readonly amount: Amount;
  /** The sum of the files with an amount, if other files have none. */
  readonly partly: { readonly sum: string; readonly filesWithoutAmount: number } | null;
  /** Null if nothing is compared. */
  readonly quarter: PeriodChange | null;
  readonly year: PeriodChange | null;
}

/**
 * Returns the rows of the table, the latest period first; with `byCustodian` each period is followed by its
 * custodians.
 */
export function periodRows(periods: readonly PeriodTotal[], byCustodian: boolean): PeriodRow[] {
  const labels = periodLabels(periods.map(({ endDate }) => endDate));
  const byEnd = new Map(periods.map((period) => [period.endDate, period]));
  const earlierPeriod = ({ endDate }: PeriodTotal, months: number) => {
    const found = periodBefore(endDate, months, labels);
    const period = found.endDate === null ? undefined : byEnd.get(found.endDate);
    return { label: found.label, period, isOtherLength: found.isOtherLength ?? false };
  };
  const compared = (
    period: PeriodTotal,
    months: number,
    amountIn: (period?: PeriodTotal) => Amount,
  ): PeriodChange => {
    const earlier = earlierPeriod(period, months);
    const now = amountIn(period);
    const previous = earlier.isOtherLength ? OTHER_LENGTH : amountIn(earlier.period);
    return {
      label: earlier.label,
      before: previous,
      by: now.known && previous.known ? changeOf(now.sum, previous.sum) : null,
    };
  };
  const facts = (period: PeriodTotal, amountIn: (period?: PeriodTotal) => Amount) => ({
    endDate: period.endDate,
    label: labels.get(period.endDate) ?? period.endDate,
    amount: amountIn(period),
    quarter: compared(period, QUARTER_BEFORE, amountIn),
    year: compared(period, YEAR_BEFORE, amountIn),
  });

  const wholePeriodRow = (period: PeriodTotal): PeriodRow => ({
    ...facts(period, wholePeriodAmount),
    key: period.endDate,
    kind: 'period',
    custodian: '',
    fileIds: period.fileIds,
    accounts: period.accounts,
    partly:
      period.debit !== null && period.filesWithoutAmount > 0
        ? { sum: period.debit, filesWithoutAmount: period.filesWithoutAmount }
        : null,
  });
  const custodianRow = (period: PeriodTotal, custodian: string): PeriodRow => {
    const rowFacts = facts(period, (each) => custodianAmount(each, custodian));
    return {
      ...rowFacts,
      key: `${period.endDate} ${custodian}`,
      kind: 'custodian',
      custodian,
      fileIds: rowFacts.amount.fileIds,
      accounts: null,
      partly: null,
    };
  };
  const unreconciledRow = (period: PeriodTotal): PeriodRow => ({
    ...facts(period, () => ({ known: false, why: 'not-reconciled', fileIds: period.unreconciled })),
    key: `${period.endDate} unreconciled`,
    kind: 'unreconciled',
    custodian: '',
    fileIds: period.unreconciled,
    accounts: null,
    partly: null,
    quarter: null,
    year: null,
  });
  /** Returns the custodians of the period and of the periods a quarter and a year before. */
  const custodiansOf = (period: PeriodTotal): string[] => {
    const comparedPeriods = [
      period,
      ...[QUARTER_BEFORE, YEAR_BEFORE].map((months) => earlierPeriod(period, months).period),
    ];
    const codes = new Set(
      comparedPeriods.flatMap((each) => each?.custodians.map(({ custodian }) => custodian) ?? []),
    );
    return [...codes].sort((a, b) => compareTexts(custodianOrUnknown(a), custodianOrUnknown(b)));
  };

  return [...periods].reverse().flatMap((period) => {
    if (!byCustodian) return [wholePeriodRow(period)];
    if (period.unreconciled.length > 0) return [wholePeriodRow(period), unreconciledRow(period)];
    return [
      wholePeriodRow(period),
      ...custodiansOf(period).map((custodian) => custodianRow(period, custodian)),
    ];
  });
}

const OTHER_LENGTH: Amount = { known: false, why: 'other-length', fileIds: [] };

/** Returns the amount of a whole period: unknown if any of its files has no amount. */
function wholePeriodAmount(period?: PeriodTotal): Amount {
  if (!period) return { known: false, why: 'no-file', fileIds: [] };
  const { debit, fileIds, filesWithoutAmount } = period;
  return debit === null || filesWithoutAmount > 0
    ? { known: false, why: 'no-amount', fileIds }
    : { known: true, sum: debit, fileIds };
}

function custodianAmount(period: PeriodTotal | undefined, custodian: string): Amount {
  if (!period) return { known: false, why: 'no-file', fileIds: [] };
  const { fileIds, unreconciled, custodians } = period;
  if (unreconciled.length > 0) return { known: false, why: 'not-reconciled', fileIds: unreconciled };
  const found = custodians.find((each) => each.custodian === custodian);
  return found
    ? { known: true, sum: found.sum, fileIds: found.fileIds }
    : { known: false, why: 'absent', fileIds };
}
