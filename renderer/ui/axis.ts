/** An axis: its end and its ticks. It starts at 0. */
export interface Axis {
  readonly max: number;
  readonly ticks: readonly number[];
}

/** Returns round ticks from 0 in at most `maxSteps` steps; `max` is the last one, which reaches `value`. */
export function createAxis(value: number, maxSteps: number): Axis {
  if (!(value > 0)) return { max: 1, ticks: [0, 1] };
  const rough = value / maxSteps;
  const unit = 10 ** Math.floor(Math.log10(rough));
  // The factors just below 1 ignore rounding errors, which would choose a larger step or add a tick.
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * unit >= rough * 0.999) ?? 10) * unit;
  const steps = Math.ceil((value / step) * 0.9999);
  // Steps of 0.1 would add up to 0.30000000000000004.
  const ticks = Array.from({ length: steps + 1 }, (_, index) => Number((index * step).toPrecision(12)));
  return { max: ticks[steps] ?? 1, ticks };
}

/** Returns the position of a value between two pixels. */
export const positionBetween = (
  value: number,
  { max }: Pick<Axis, 'max'>,
  from: number,
  to: number,
): number => from + (value / max) * (to - from);

/** Returns the label of a tick: $250K, $1.5M. */
export function shortMoney(dollars: number): string {
  const [unit, sign] =
    dollars >= 1e9 ? [1e9, 'B'] : dollars >= 1e6 ? [1e6, 'M'] : dollars >= 1e3 ? [1e3, 'K'] : [1, ''];
  return `$${Number((dollars / unit).toPrecision(4))}${sign}`;
}
export const shortPercent = (rate: number): string => `${Number(rate.toPrecision(4))}%`;
