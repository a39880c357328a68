/** The amount of one period: exact decimal text, null if unknown or absent. */
export interface PeriodAmount {
  readonly key: string;
  readonly label: string;
  readonly amount: string | null;
  /** Shown instead of an absent amount. */
  readonly noAmountText?: string;
}

/** One period in the chart: position and height as fractions of the whole, 0 to 1. */
export interface PeriodBar {
  readonly period: PeriodAmount;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Share of a period’s width that is the gap between two bars. */
const GAP = 0.35;

/**
 * Returns bars for amounts; only heights are rounded, amounts stay text. A negative or unknown amount has
 * no height.
 */
export function barsOf(periods: readonly PeriodAmount[]): PeriodBar[] {
  const values = periods.map(({ amount }) => Math.max(0, Number(amount ?? 0)));
  const maxValue = Math.max(0, ...values);
  const step = periods.length === 0 ? 0 : 1 / periods.length;
  return periods.map((period, index) => ({
    period,
    left: index * step + (step * GAP) / 2,
    width: step * (1 - GAP),
    height: maxValue === 0 ? 0 : (values[index] ?? 0) / maxValue,
  }));
}
