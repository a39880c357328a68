import { rowsInView, scrollMap, topShowing, type ScrollMap } from './scroll-map';
import { ROW_HEIGHT } from './types';

/** Rows kept ready above and below what is in view, so that a scroll does not meet emptiness. */
const MARGIN = 10;

/** Rows are drawn at pixels from here on: Chrome draws exactly up to some millions. */
const SPAN = 1_000_000;

/** Where the view stands in the list. `top` is the truth; the scroll bar follows it, and leads only when dragged. */
export class Viewport {
  /** Pixels of the list above the view. */
  top = $state(0);
  /** Pixels of rows in view, heading excluded. */
  height = $state(0);
  #count: () => number;

  constructor(count: () => number) {
    this.#count = count;
  }

  readonly map: ScrollMap = $derived.by(() => scrollMap(this.#count(), ROW_HEIGHT, this.height));
  /** Never past the end, also when the list became shorter. */
  readonly place = $derived(Math.min(this.top, this.map.furthest));
  /** The scroll bar position that belongs to the place. */
  readonly scroll = $derived(this.map.toScroll(this.place));
  readonly #drawn = $derived.by(() => rowsInView(this.place, this.height, this.#count(), ROW_HEIGHT, MARGIN));
  /** First and last row drawn, margin included. Numbers of their own, so that a scroll within a row changes nothing. */
  readonly first = $derived(this.#drawn.first);
  readonly last = $derived(this.#drawn.last);

  /** First and last row in view, without the margin. */
  readonly seen = $derived.by(() => rowsInView(this.place, this.height, this.#count(), ROW_HEIGHT));

  /** Row elements needed: constant while scrolling, so that they are only ever filled again. */
  readonly pool = $derived.by(() =>
    Math.min(Math.ceil(this.height / ROW_HEIGHT) + 1 + 2 * MARGIN, this.#count()),
  );

  /** First row that has an element. */
  readonly poolFirst = $derived.by(() => Math.min(this.first, Math.max(0, this.#count() - this.pool)));

  readonly #base = $derived.by(() => (this.map.exact ? 0 : Math.floor(this.place / SPAN) * SPAN));
  /** Pixels by which all rows together are moved: beyond the reach of the scroll bar they go with it, at one stroke. */
  readonly shift = $derived.by(() => (this.map.exact ? 0 : this.#base - this.place + this.scroll));

  /** Pixels at which a row is drawn, moved by `shift`, from the top of the scrolled box. */
  offsetOf(row: number): number {
    return row * ROW_HEIGHT - this.#base;
  }

  /** The scroll bar was moved. Echoes of our own moves change nothing, so that exact steps stay exact. */
  scrolled(position: number): void {
    if (this.map.exact || Math.abs(position - this.scroll) >= 1) this.top = this.map.toTop(position);
  }

  by(pixels: number): void {
    this.top = Math.min(Math.max(this.place + pixels, 0), this.map.furthest);
  }

  /** Moves no further than needed to have a row wholly in view. */
  reveal(row: number): void {
    this.top = Math.min(topShowing(row, this.place, this.height, ROW_HEIGHT), this.map.furthest);
  }

  /** Rows that PageUp and PageDown move by: one stays in sight. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.height / ROW_HEIGHT) - 1);
  }
}
