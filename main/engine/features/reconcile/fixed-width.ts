/** Fixed-width texts without separators, as some custodians require. */

/** A column's range in a line; the last one extends to the end. */
interface ColumnRange {
  readonly from: number;
  readonly to: number;
}

/** Maximum width; a longer line has no detectable columns. */
const MAX_WIDTH = 2_000;

/**
 * Returns the columns of a fixed-width text, separated where every line has a space. One column or none means
 * that the text has no detectable columns.
 */
export function detectFixedColumns(lines: readonly string[]): ColumnRange[] {
  const width = lines.reduce((max, line) => Math.max(max, line.trimEnd().length), 0);
  if (width > MAX_WIDTH) return [];
  const filled = Array.from({ length: width }, (_, index) =>
    lines.some((line) => (line[index] ?? ' ').trim() !== ''),
  );
  const ranges: ColumnRange[] = [];
  let from = -1;
  filled.forEach((isFilled, index) => {
    if (isFilled && from < 0) from = index;
    if (from >= 0 && (!isFilled || index === width - 1)) {
      ranges.push({ from, to: isFilled ? index + 1 : index });
      from = -1;
    }
  });
  return ranges;
}

/**
 * Returns the cells of a line. A value wider than in the sampled lines is never cut: its column starts where
 * the value does, so that an amount keeps its first digits. Two values without a space between them become
 * one unreadable cell.
 */
export function splitFixedWidth(line: string, ranges: readonly ColumnRange[]): string[] {
  let minStart = 0;
  const starts = ranges.map(({ from }, index) => {
    if (index === 0) return 0;
    let start = from;
    while (start > minStart && (line[start - 1] ?? ' ').trim() !== '') start -= 1;
    minStart = start;
    return start;
  });
  return starts.map((start, index) => line.slice(start, starts[index + 1]).trim());
}
