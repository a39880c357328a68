// The summary of `npm run bench`: each measure over all runs, with its baseline or target.

/**
 * One measurement, as test/bench/numbers.ts notes it.
 * @typedef {{ measure: string, value: number, unit: string, baseline?: number, times?: number, target?: number }} Note
 * `baseline`: the baseline measured with it; `times`: the maximum factor over the baseline; `target`: the maximum
 * value.
 */

/** Formats a number with its unit: an integer from 100 on, otherwise with three digits. */
export const formatMeasure = (number, unit) =>
  !Number.isFinite(number)
    ? 'not measured'
    : `${Math.abs(number) >= 100 || Number.isInteger(number) ? Math.round(number).toLocaleString('en-US') : number.toPrecision(3)} ${unit}`.trim();

/** Returns the number to judge: the value, or its factor over the baseline. */
const scoreOf = ({ value, baseline }) => (baseline === undefined ? value : value / baseline);
/** Returns false without a number: NaN (for example, if nothing was typed) becomes null in JSON. */
const isMeasured = (note) => Number.isFinite(note.value) && Number.isFinite(scoreOf(note));
const limit = ({ times, target }) => times ?? target;

/** Returns the median of the values that are numbers; of an even number of them the upper of the two in the middle. */
function median(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Returns 'met' or 'missed' by the median; 'not measured' if a value or a baseline is no number, which proves nothing;
 * '' without a target.
 */
export function benchVerdict(notes) {
  const max = limit(notes[0]);
  if (max === undefined) return '';
  if (!notes.every(isMeasured)) return 'not measured';
  return median(notes.map(scoreOf)) <= max ? 'met' : 'missed';
}

function rowOf(notes) {
  const [{ measure, unit, baseline, times, target }] = notes;
  const scores = notes.filter(isMeasured).map(scoreOf);
  const [min, max] = [Math.min(...scores), Math.max(...scores)];
  const formatRatio = (ratio) => `${ratio.toFixed(2)} ×`;
  const format = baseline === undefined ? (value) => formatMeasure(value, unit) : formatRatio;
  return [
    measure,
    formatMeasure(median(notes.map(({ value }) => value)), unit),
    baseline === undefined
      ? ''
      : `baseline ${formatMeasure(median(notes.map((note) => note.baseline)), unit)}`,
    baseline === undefined || scores.length === 0 ? '' : formatRatio(median(scores)),
    scores.length > 1 ? `${format(min)} to ${format(max)}` : '',
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
