/**
 * Chrome stops laying out boxes at about 33.5 million pixels (half of that at 200% zoom); a million rows of
 * 28 px come close. Above this height the scroll bar is proportional instead of exact.
 */
export const MAX_CANVAS_HEIGHT = 8_000_000;

/** Maps scroll bar positions to list positions. All numbers are CSS pixels. */
export interface ScrollMap {
  /** Height of the scrolled box. */
  readonly canvas: number;
  /** True if one scrolled pixel is one pixel of the list. */
  readonly exact: boolean;
  /** Maximum top of the view in the list. */
  readonly maxTop: number;
  /** Returns the list position for a scroll bar position. */
  toTop(scroll: number): number;
  /** Returns the scroll bar position for a list position. */
  toScroll(top: number): number;
}

/**
 * Maps a list of `rows` rows in a view of `viewHeight` pixels to a scrolled box of at most MAX_CANVAS_HEIGHT pixels. Both
 * ends map to each other, so that the first and the last row can be reached.
 */
export function scrollMap(rows: number, rowHeight: number, viewHeight: number): ScrollMap {
  const full = rows * rowHeight;
  const canvas = Math.min(full, Math.max(MAX_CANVAS_HEIGHT, viewHeight));
  const maxTop = Math.max(0, full - viewHeight);
  const clamp = (top: number) => Math.min(Math.max(top, 0), maxTop);
  if (full <= canvas) return { canvas, exact: true, maxTop, toTop: clamp, toScroll: clamp };
  const ratio = maxTop / (canvas - viewHeight);
  return {
    canvas,
    exact: false,
    maxTop,
    toTop: (scroll) => clamp(scroll * ratio),
    toScroll: (top) => clamp(top) / ratio,
  };
}

/**
 * Returns the first and last visible row, inclusive, extended by `margin` rows on either side. `last` is -1 for an
 * empty list.
 */
export function rowsInView(
  top: number,
  viewHeight: number,
  rows: number,
  rowHeight: number,
  margin = 0,
): { first: number; last: number } {
  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  const last = Math.min(rows - 1, Math.ceil((top + viewHeight) / rowHeight) - 1 + margin);
  return { first: Math.min(first, Math.max(0, rows - 1)), last };
}

/**
 * Returns the position nearest to `top` at which a row is fully visible; the row's start if the view has no
 * height yet.
 */
export function topShowing(row: number, top: number, viewHeight: number, rowHeight: number): number {
  const start = row * rowHeight;
  if (start < top) return start;
  if (start + rowHeight > top + viewHeight) return Math.min(start, start + rowHeight - viewHeight);
  return top;
}

/** Returns the index that a recycled row element shows: each one shows every `pool`-th row. */
export const rowOfSlot = (slot: number, first: number, pool: number): number =>
  first + ((((slot - first) % pool) + pool) % pool);
