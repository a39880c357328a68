import Big from 'big.js';
import { feeOf } from './calculate';
import { closeGaps } from './tiers';
import type { FeeTerms } from './structure';

/** A point of a chart, in doubles because it ends as pixels. `rate` in percent of the balance. */
export interface CurvePoint {
  readonly balance: number;
  readonly fee: number;
  readonly rate: number;
}

/** Returns the balances at which a fee's slope changes, where tiers end: dollars, ascending. */
export function breakpoints(terms: FeeTerms): number[] {
  if (terms.calculation !== 'T' && terms.calculation !== 'D') return [];
  return (closeGaps(terms.tiers) ?? []).flatMap(({ to }) => (to === null ? [] : [Number(to)]));
}

/**
 * Returns a fee's curve up to `maxBalance`: at `steps` even balances, and at each breakpoint and a cent above it.
 * Empty if no fee can be calculated.
 */
export function curveOf(terms: FeeTerms, maxBalance: number, steps = 60): CurvePoint[] {
  const marks = breakpoints(terms).filter((mark) => mark < maxBalance);
  const whole = Array.from({ length: steps }, (_, step) => Math.round((maxBalance * (step + 1)) / steps));
  const even = whole.filter((balance) => balance > 0); // a zero balance has no rate
  // A rate applies from the first cent; flat dollars would be an infinite percentage there.
  const start = terms.calculation === 'A' || terms.calculation === 'G' ? [] : [0.01];
  const balances = [...new Set([...start, ...even, ...marks.flatMap((mark) => [mark, mark + 0.01])])];
  const points = balances.toSorted((a, b) => a - b).flatMap((balance) => pointAt(terms, balance) ?? []);
  return points;
}

export function pointAt(terms: FeeTerms, balance: number): CurvePoint | null {
  const fee = feeOf(terms, new Big(balance));
  if (fee.kind === 'none') return null;
  const dollars = Number(fee.fee);
  return { balance, fee: dollars, rate: (dollars / balance) * 100 };
}

/** Returns a round balance for the end of the charts: above the last breakpoint, and above the marked balance. */
export function maxChartBalance(all: readonly FeeTerms[], markedBalance = 0): number {
  const last = Math.max(0, ...all.flatMap(breakpoints));
  const wanted = Math.max(last * 1.6, markedBalance * 1.15, last === 0 ? 2_000_000 : 0);
  const unit = 10 ** Math.floor(Math.log10(wanted));
  const factor = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((multiple) => multiple * unit >= wanted) ?? 10;
  return factor * unit;
}
