// What `npm run bench` prints at its end: each measure over all runs, beside what it is judged by.

/**
 * One measurement, as test/bench/numbers.ts notes it.
 * @typedef {{ measure: string, value: number, unit: string, floor?: number, times?: number, aim?: number }} Note
 * `floor`: what was measured beside it; `times`: how many times the floor it may be; `aim`: what it may be at most.
 */

/** A number with its unit, in as many digits as mean something. */
export const shown = (number, unit) =>
  !Number.isFinite(number)
    ? 'not measured'
    : `${Math.abs(number) >= 100 || Number.isInteger(number) ? Math.round(number).toLocaleString('en-US') : number.toPrecision(3)} ${unit}`.trim();

/** What is judged: the value, or how many times its floor it is. */
const judged = ({ value, floor }) => (floor === undefined ? value : value / floor);
const limit = ({ times, aim }) => times ?? aim;

/** The value in the middle; of an even number of values the upper of the two. */
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** 'met' or 'missed' by the median; '' where nothing is aimed at. */
export function verdict(notes) {
  const most = limit(notes[0]);
  if (most === undefined) return '';
  // What is no number (nothing was typed, say) comes through JSON as null, and proves nothing.
  if (notes.some(({ value }) => !Number.isFinite(value))) return 'not measured';
  return middle(notes.map(judged)) <= most ? 'met' : 'missed';
}

function line(notes) {
  const [{ measure, unit, floor, times, aim }] = notes;
  const values = notes.map(({ value }) => value);
  const ratios = notes.map(judged);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  const inTimes = (ratio) => `${ratio.toFixed(2)} ×`;
  const say = floor === undefined ? (value) => shown(value, unit) : inTimes;
  return [
    measure,
    shown(middle(values), unit),
    floor === undefined ? '' : `floor ${shown(middle(notes.map((one) => one.floor)), unit)}`,
    floor === undefined ? '' : inTimes(middle(ratios)),
    notes.length > 1 ? `${say(least)} to ${say(most)}` : '',
    times === undefined ? (aim === undefined ? '' : `≤ ${shown(aim, unit)}`) : `≤ ${times} ×`,
    verdict(notes),
  ];
}

/** The table of all runs as aligned text; an empty text for none. @param {readonly Note[]} notes */
export function summary(notes) {
  if (notes.length === 0) return '';
  const byMeasure = Map.groupBy(notes, ({ measure }) => measure);
  const runs = Math.max(...[...byMeasure.values()].map(({ length }) => length));
  const rows = [
    [
      'measure',
      runs > 1 ? `median of ${runs}` : 'measured',
      'floor',
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
  const verdicts = [...byMeasure.values()].map(verdict);
  const many = (word) => verdicts.filter((one) => one === word).length;
  return [...table, '', `${many('met')} met, ${many('missed')} missed`].join('\n');
}
