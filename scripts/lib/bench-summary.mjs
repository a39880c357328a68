// Prints the summary of `npm run bench`: each measure over all runs, with its baseline or target.

/**
 * One measurement, as test/bench/numbers.ts notes it.
 * @typedef {{ measure: string, value: number, unit: string, baseline?: number, times?: number, aim?: number }} Note
 * `baseline`: the baseline measured with it; `times`: the maximum factor over the baseline; `aim`: the maximum
 * value.
 */

/** Formats a number with its unit, in its significant digits. */
export const formatMeasure = (number, unit) =>
  !Number.isFinite(number)
    ? 'not measured'
    : `${Math.abs(number) >= 100 || Number.isInteger(number) ? Math.round(number).toLocaleString('en-US') : number.toPrecision(3)} ${unit}`.trim();

/** Returns the number to judge: the value, or its factor over the baseline. */
const judged = ({ value, baseline }) => (baseline === undefined ? value : value / baseline);
const limit = ({ times, aim }) => times ?? aim;

/** Returns the median; of an even number of values the upper of the two in the middle. */
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Returns 'met' or 'missed' by the median; '' without a target. */
export function benchVerdict(notes) {
  const most = limit(notes[0]);
  if (most === undefined) return '';
  // A non-number (nothing was typed, say) comes through JSON as null, and proves nothing.
  if (notes.some(({ value }) => !Number.isFinite(value))) return 'not measured';
  return middle(notes.map(judged)) <= most ? 'met' : 'missed';
}

function line(notes) {
  const [{ measure, unit, baseline, times, aim }] = notes;
  const values = notes.map(({ value }) => value);
  const ratios = notes.map(judged);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const inTimes = (ratio) => `${ratio.toFixed(2)} ×`;
  const say = baseline === undefined ? (value) => formatMeasure(value, unit) : inTimes;
  return [
    measure,
    formatMeasure(middle(values), unit),
    baseline === undefined ? '' : `baseline ${formatMeasure(middle(notes.map((one) => one.baseline)), unit)}`,
    baseline === undefined ? '' : inTimes(middle(ratios)),
    notes.length > 1 ? `${say(least)} to ${say(most)}` : '',
    times === undefined ? (aim === undefined ? '' : `≤ ${formatMeasure(aim, unit)}`) : `≤ ${times} ×`,
    benchVerdict(notes),
  ];
}

/**
 * Returns the table of all runs as aligned text; an empty text without notes.
 * @param {readonly Note[]} notes
 */
export function summary(notes) {
  if (notes.length === 0) return '';
  const byMeasure = Map.groupBy(notes, ({ measure }) => measure);
  const runs = Math.max(...[...byMeasure.values()].map(({ length }) => length));
  const rows = [
    [
      'measure',
      runs > 1 ? `median of ${runs}` : 'measured',
      'baseline',
      'ratio',
      runs > 1 ? 'spread' : '',
      'aim',
      '',
    ],
    ...[...byMeasure.values()].map(line),
  ];
  const used = rows[0].map((_, at) => at).filter((at) => rows.slice(1).some((row) => row[at] !== ''));
  const widths = used.map((at) => Math.max(...rows.map((row) => row[at].length)));
  const table = rows.map((row) =>
    used
      .map((at, nth) => row[at].padEnd(widths[nth]))
      .join('  ')
      .trimEnd(),
  );
  const verdicts = [...byMeasure.values()].map(benchVerdict);
  const many = (word) => verdicts.filter((one) => one === word).length;
  return [...table, '', `${many('met')} met, ${many('missed')} missed`].join('\n');
}
