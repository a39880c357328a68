// Prints the summary of `npm run bench`: each measure over all runs, with its baseline or target.

/**
 * One measurement, as test/bench/numbers.ts notes it.
 * @typedef {{ measure: string, value: number, unit: string, baseline?: number, times?: number, target?: number }} Note
 * `baseline`: the baseline measured with it; `times`: the maximum factor over the baseline; `target`: the maximum
 * value.
 */

/** Formats a number with its unit, in its significant digits. */
export const formatMeasure = (number, unit) =>
  !Number.isFinite(number)
    ? 'not measured'
    : `${Math.abs(number) >= 100 || Number.isInteger(number) ? Math.round(number).toLocaleString('en-US') : number.toPrecision(3)} ${unit}`.trim();

/** Returns the number to judge: the value, or its factor over the baseline. */
const scoreOf = ({ value, baseline }) => (baseline === undefined ? value : value / baseline);
const limit = ({ times, target }) => times ?? target;

/** Returns the median; of an even number of values the upper of the two in the middle. */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Returns 'met' or 'missed' by the median, or 'not measured' if a value is no number; '' without a target. */
export function benchVerdict(notes) {
  const max = limit(notes[0]);
  if (max === undefined) return '';
  // NaN (for example, if nothing was typed) becomes null in JSON and proves nothing.
  if (notes.some(({ value }) => !Number.isFinite(value))) return 'not measured';
  return median(notes.map(scoreOf)) <= max ? 'met' : 'missed';
}

function rowOf(notes) {
  const [{ measure, unit, baseline, times, target }] = notes;
  const values = notes.map(({ value }) => value);
  const ratios = notes.map(scoreOf);
  const [min, max] = [Math.min(...ratios), Math.max(...ratios)];
  const formatRatio = (ratio) => `${ratio.toFixed(2)} ×`;
  const format = baseline === undefined ? (value) => formatMeasure(value, unit) : formatRatio;
  return [
    measure,
    formatMeasure(median(values), unit),
    baseline === undefined
      ? ''
      : `baseline ${formatMeasure(median(notes.map((note) => note.baseline)), unit)}`,
    baseline === undefined ? '' : formatRatio(median(ratios)),
    notes.length > 1 ? `${format(min)} to ${format(max)}` : '',
    times === undefined ? (target === undefined ? '' : `≤ ${formatMeasure(target, unit)}`) : `≤ ${times} ×`,
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
      'target',
      '',
    ],
    ...[...byMeasure.values()].map(rowOf),
  ];
  const used = rows[0]
    .map((_, index) => index)
    .filter((index) => rows.slice(1).some((row) => row[index] !== ''));
  const widths = used.map((index) => Math.max(...rows.map((row) => row[index].length)));
  const table = rows.map((row) =>
    used
      .map((index, position) => row[index].padEnd(widths[position]))
      .join('  ')
      .trimEnd(),
  );
  const verdicts = [...byMeasure.values()].map(benchVerdict);
  const countOf = (word) => verdicts.filter((verdict) => verdict === word).length;
  return [...table, '', `${countOf('met')} met, ${countOf('missed')} missed`].join('\n');
}
