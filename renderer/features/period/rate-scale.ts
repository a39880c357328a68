import { appendTo } from '#contract/maps';
import type { FeeRates } from '#contract/features/period/charts';

/** Rates above this multiple of the highest bar are drawn at the end of the scale. */
const MAX_MULTIPLE = 3;

/** Returns the rate at which the scale should end: one extreme rate must not flatten all others. */
export function rateScale({ ranges, outliers }: Pick<FeeRates, 'ranges' | 'outliers'>): number {
  const highestBar = Math.max(0, ...ranges.map(({ high }) => Number(high)));
  const highest = Math.max(highestBar, ...outliers.map(({ rate }) => Number(rate)));
  return highestBar > 0 ? Math.min(highest, highestBar * MAX_MULTIPLE) : highest;
}

type Outliers = FeeRates['outliers'];

/** A dot of the chart: one account, or several that lie too close together to be clicked one by one. */
interface Dot {
  /** Pixels from the start of the scale. */
  readonly left: number;
  readonly accounts: Outliers;
}

/** Minimum distance of two dots, in pixels. */
const DOT_STEP = 26;

/** Returns the dots of a range on a scale of this width, from left to right. */
export function dotsIn(outliers: Outliers, range: number, max: number, width: number): Dot[] {
  const positions = new Map<number, Outliers[number][]>();
  for (const outlier of outliers) {
    if (outlier.range !== range) continue;
    const position = Math.round(((Math.min(Number(outlier.rate), max) / max) * width) / DOT_STEP);
    appendTo(positions, position, outlier);
  }
  return [...positions]
    .sort(([a], [b]) => a - b)
    .map(([position, accounts]) => ({ left: position * DOT_STEP, accounts }));
}
