import type { PeriodTotal } from '#contract/features/fee-files/calls';
import { compareTexts } from '#contract/text';
import { amountChange } from '#contract/money';
import { periodBefore, periodLabels, QUARTER_BEFORE, YEAR_BEFORE } from '#contract/dates';
import { custodianOrUnknown } from '#contract/fields';

/** A debited amount, or the reason why it is unknown; an unknown amount is never shown as zero. */
export type Amount =
  | { readonly known: true; readonly sum: string; readonly fileIds: readonly string[] }
  | {
      readonly known: false;
      readonly reason: 'no-file' | 'other-length' | 'no-amount' | 'not-reconciled' | 'absent';
      readonly fileIds: readonly string[];
    };

/** The change from an earlier period, which `label` names. */
export interface PeriodChange {
  readonly label: string;
  readonly before: Amount;
  /** The change; null if one of the two amounts is unknown. */
  readonly difference: { readonly amount: string; readonly percent: string | null } | null;
}

/** A row of the table: a whole period, one custodian in it, or its files that are not reconciled. */
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
  readonly partialSum: { readonly sum: string; readonly filesWithoutAmount: number } | null;
  /** Null if nothing is compared. */
  readonly quarter: PeriodChange | null;
  readonly year: PeriodChange | null;
}

type AmountIn = (period: PeriodTotal | undefined) => Amount;

/** Periods by their end, to compare each with the periods a quarter and a year before. */
class ComparedPeriods {
  readonly #labels: ReturnType<typeof periodLabels>;
  readonly #byEnd: ReadonlyMap<string, PeriodTotal>;

  constructor(periods: readonly PeriodTotal[]) {
    this.#labels = periodLabels(periods.map(({ endDate }) => endDate));
    this.#byEnd = new Map(periods.map((period) => [period.endDate, period]));
  }

  /** Returns what every row of a period shows, with the changes of an amount. */
  facts(period: PeriodTotal, amountIn: AmountIn) {
    return {
      endDate: period.endDate,
      label: this.#labels.get(period.endDate) ?? period.endDate,
      amount: amountIn(period),
      quarter: this.#change(period, QUARTER_BEFORE, amountIn),
      year: this.#change(period, YEAR_BEFORE, amountIn),
    };
  }

  /** Returns the custodians of the period and of those that it is compared with. */
  custodiansOf(period: PeriodTotal): string[] {
    const compared = [
      period,
      ...[QUARTER_BEFORE, YEAR_BEFORE].map((months) => this.#earlier(period, months).period),
    ];
    const codes = new Set(
      compared.flatMap((each) => each?.custodians.map(({ custodian }) => custodian) ?? []),
    );
    return [...codes].sort((a, b) => compareTexts(custodianOrUnknown(a), custodianOrUnknown(b)));
  }

  #earlier({ endDate }: PeriodTotal, months: number) {
    const earlier = periodBefore(endDate, months, this.#labels);
    const period = earlier.endDate === null ? undefined : this.#byEnd.get(earlier.endDate);
    return { label: earlier.label, period, isOtherLength: earlier.isOtherLength ?? false };
  }

  #change(period: PeriodTotal, months: number, amountIn: AmountIn): PeriodChange {
    const earlier = this.#earlier(period, months);
    const now = amountIn(period);
    const before = earlier.isOtherLength ? OTHER_LENGTH : amountIn(earlier.period);
    return {
      label: earlier.label,
      before,
      difference: now.known && before.known ? amountChange(now.sum, before.sum) : null,
    };
  }
}

const wholePeriodRow = (period: PeriodTotal, periods: ComparedPeriods): PeriodRow => ({
  ...periods.facts(period, wholePeriodAmount),
  key: period.endDate,
  kind: 'period',
  custodian: '',
  fileIds: period.fileIds,
  accounts: period.accounts,
  partialSum:
    period.debit !== null && period.filesWithoutAmount > 0
      ? { sum: period.debit, filesWithoutAmount: period.filesWithoutAmount }
      : null,
});

function custodianRow(period: PeriodTotal, custodian: string, periods: ComparedPeriods): PeriodRow {
  const facts = periods.facts(period, (each) => custodianAmount(each, custodian));
  return {
    ...facts,
    key: `${period.endDate} ${custodian}`,
    kind: 'custodian',
    custodian,
    fileIds: facts.amount.fileIds,
    accounts: null,
    partialSum: null,
  };
}

const unreconciledRow = (period: PeriodTotal, periods: ComparedPeriods): PeriodRow => ({
  ...periods.facts(period, () => ({ known: false, reason: 'not-reconciled', fileIds: period.unreconciled })),
  key: `${period.endDate} unreconciled`,
  kind: 'unreconciled',
  custodian: '',
  fileIds: period.unreconciled,
  accounts: null,
  partialSum: null,
  quarter: null,
  year: null,
});

/**
 * Returns the rows of the table, the latest period first; with `byCustodian` each period is followed by its
 * custodians.
 */
export function periodRows(totals: readonly PeriodTotal[], byCustodian: boolean): PeriodRow[] {
  const periods = new ComparedPeriods(totals);
  const detailRows = (period: PeriodTotal): PeriodRow[] =>
    period.unreconciled.length > 0
      ? [unreconciledRow(period, periods)]
      : periods.custodiansOf(period).map((custodian) => custodianRow(period, custodian, periods));
  return totals
    .toReversed()
    .flatMap((period) => [wholePeriodRow(period, periods), ...(byCustodian ? detailRows(period) : [])]);
}

const OTHER_LENGTH: Amount = { known: false, reason: 'other-length', fileIds: [] };

/** Returns the amount of a whole period: unknown if any of its files has no amount. */
function wholePeriodAmount(period: PeriodTotal | undefined): Amount {
  if (!period) return { known: false, reason: 'no-file', fileIds: [] };
  const { debit, fileIds, filesWithoutAmount } = period;
  return debit === null || filesWithoutAmount > 0
    ? { known: false, reason: 'no-amount', fileIds }
    : { known: true, sum: debit, fileIds };
}

function custodianAmount(period: PeriodTotal | undefined, custodian: string): Amount {
  if (!period) return { known: false, reason: 'no-file', fileIds: [] };
  const { fileIds, unreconciled, custodians } = period;
  if (unreconciled.length > 0) return { known: false, reason: 'not-reconciled', fileIds: unreconciled };
  const total = custodians.find((each) => each.custodian === custodian);
  return total
    ? { known: true, sum: total.sum, fileIds: total.fileIds }
    : { known: false, reason: 'absent', fileIds };
}
