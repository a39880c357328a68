/** Rows drawn beyond each edge, so that a quick scroll does not meet a blank. */
const MARGIN = 8;

/** First and last row (exclusive) to draw in a list of rows of one height. */
export function visibleRange(
  scrollTop: number,
  height: number,
  rowHeight: number,
  total: number,
): { first: number; last: number } {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - MARGIN);
  const last = Math.min(total, Math.ceil((scrollTop + height) / rowHeight) + MARGIN);
  return { first: Math.min(first, last), last };
}

/** Where a key moves to in a list, or undefined for keys that do not move. `page`: rows in sight. */
export function movedBy(key: string, current: number, total: number, page: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -total,
    End: total,
  };
  const step = steps[key];
  if (step === undefined || total === 0) return undefined;
  return Math.min(total - 1, Math.max(0, current + step));
}
