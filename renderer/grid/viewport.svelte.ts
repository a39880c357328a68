import { rowsInView, scrollMap, topShowing, type ScrollMap } from './scroll-map';
import { heightOfLines } from './types';

/** Rows drawn above and below the view, so that scrolling shows no blanks. */
const MARGIN = 10;

/** The drawing origin moves in steps of this many pixels: Chrome draws exactly only up to a few million. */
const ORIGIN_STEP = 1_000_000;

/**
 * The view's position in the list. `top` is authoritative; the scroll bar follows it, and sets it only when
 * dragged.
 */
export class Viewport {
  /** Pixels of the list above the view. */
  top = $state(0);
  /** Height of the visible rows in pixels, without the heading. */
  height = $state(0);
  /** Lines of each row. */
  lines = $state(1);
  /** Height of each row in pixels. */
  readonly rowHeight = $derived.by(() => heightOfLines(this.lines));
  #count: () => number;

  constructor(count: () => number) {
    this.#count = count;
  }

  readonly map: ScrollMap = $derived.by(() => scrollMap(this.#count(), this.rowHeight, this.height));
  /** `top`, but never past the end of a list that became shorter. */
  readonly clampedTop = $derived(Math.min(this.top, this.map.maxTop));
  /** The scroll bar position for the current position. */
  readonly scroll = $derived(this.map.toScroll(this.clampedTop));
  readonly #drawn = $derived.by(() =>
    rowsInView(this.clampedTop, this.height, this.#count(), this.rowHeight, MARGIN),
  );
  /**
   * First and last row drawn, including the margin. Separate numbers, so that scrolling within a row changes
   * nothing.
   */
  readonly first = $derived(this.#drawn.first);
  readonly last = $derived(this.#drawn.last);

  /** First and last visible row, without the margin. */
  readonly visible = $derived.by(() =>
    rowsInView(this.clampedTop, this.height, this.#count(), this.rowHeight),
  );

  /** Number of row elements needed: constant while scrolling, so that they are recycled. */
  readonly pool = $derived.by(() =>
    Math.min(Math.ceil(this.height / this.rowHeight) + 1 + 2 * MARGIN, this.#count()),
  );

  /** First row with an element. */
  readonly poolFirst = $derived.by(() => Math.min(this.first, Math.max(0, this.#count() - this.pool)));

  readonly #base = $derived.by(() =>
    this.map.exact ? 0 : Math.floor(this.clampedTop / ORIGIN_STEP) * ORIGIN_STEP,
  );
  /** Pixels by which all rows are moved together, in lists longer than the scroll bar's range. */
  readonly shift = $derived.by(() => (this.map.exact ? 0 : this.#base - this.clampedTop + this.scroll));

  /** Returns the pixel position of a row from the top of the scrolled box, before `shift`. */
  offsetOf(row: number): number {
    return row * this.rowHeight - this.#base;
  }

  /** Handles a scroll event. Events from our own scrolling are ignored, so that exact steps stay exact. */
  onScroll(position: number): void {
    if (this.map.exact || Math.abs(position - this.scroll) >= 1) this.top = this.map.toTop(position);
  }

  /** Sets the lines of each row; the first visible row stays at the top. */
  setLines(lines: number): void {
    if (lines === this.lines) return;
    const { clampedTop, rowHeight } = this;
    this.lines = lines;
    this.top = (clampedTop / rowHeight) * this.rowHeight;
  }

  scrollBy(pixels: number): void {
    this.top = Math.min(Math.max(this.clampedTop + pixels, 0), this.map.maxTop);
  }

  /** Scrolls no further than needed to show a whole row. */
  reveal(row: number): void {
    this.top = Math.min(topShowing(row, this.clampedTop, this.height, this.rowHeight), this.map.maxTop);
  }

  /** Number of rows for PageUp and PageDown: one row stays visible. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.height / this.rowHeight) - 1);
  }
}
