/** Texts without separators whose columns stand at fixed places, as some custodians want them. */

/** A stretch of a line; the last one reaches to its end. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** No line of such a text is longer: one that is has no columns that can be told. */
const MOST_WIDTH = 2_000;

/**
 * Where the columns of such a text are: between the places at which every line has a space. One column, or none, when
 * there are no such places: then the text has no columns that can be told.
 */
export function stretchesOf(lines: readonly string[]): Stretch[] {
  const width = lines.reduce((most, line) => Math.max(most, line.trimEnd().length), 0);
  if (width > MOST_WIDTH) return [];
  const filled = Array.from({ length: width }, (_, at) =>
    lines.some((line) => (line[at] ?? ' ').trim() !== ''),
  );
  const stretches: Stretch[] = [];
  let from = -1;
  filled.forEach((isFilled, at) => {
    if (isFilled && from < 0) from = at;
    if (from >= 0 && (!isFilled || at === width - 1)) {
      stretches.push({ from, to: isFilled ? at + 1 : at });
      from = -1;
    }
  });
  return stretches;
}

/**
 * The cells of a line. A value that is wider than in the first lines is never cut: a column begins where its value does,
 * so that an amount never loses its first digits; two values without a space between them become one unreadable cell.
 */
export function cut(line: string, stretches: readonly Stretch[]): string[] {
  let least = 0;
  const starts = stretches.map(({ from }, at) => {
    if (at === 0) return 0;
    let start = from;
    while (start > least && (line[start - 1] ?? ' ').trim() !== '') start -= 1;
    least = start;
    return start;
  });
  return starts.map((start, at) => line.slice(start, starts[at + 1]).trim());
}
