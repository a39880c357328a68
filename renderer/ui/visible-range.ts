/** Rows drawn beyond each edge, so that fast scrolling shows no blanks. */
const MARGIN = 8;

/** Returns the first and last row (exclusive) to draw in a list with a fixed row height. */
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

/** Returns the row that a key moves to, or undefined for other keys. `page` is the number of visible rows. */
export function moveByKey(key: string, current: number, total: number, page: number): number | undefined {
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
