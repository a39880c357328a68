import type { PeriodTotal } from '../../../preload/contract/calls/fee-files';

/** One period in the picture: its place and height as shares of the whole, 0 to 1. */
export interface Bar {
  readonly period: PeriodTotal;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 0.35;

/** Bars for amounts; only their heights are rounded, the amounts stay text. A negative total has no height, nor one that nobody tells. */
export function barsOf(periods: readonly PeriodTotal[]): Bar[] {
  const values = periods.map(({ debit }) => Math.max(0, Number(debit ?? 0)));
  const most = Math.max(0, ...values);
  const step = periods.length === 0 ? 0 : 1 / periods.length;
  return periods.map((period, at) => ({
    period,
    left: at * step + (step * GAP) / 2,
    width: step * (1 - GAP),
    height: most === 0 ? 0 : (values[at] ?? 0) / most,
  }));
}
