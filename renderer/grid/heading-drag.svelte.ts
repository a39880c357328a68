import type { ColumnArrangement } from './arrangement.svelte';
import type { PlacedColumn } from './columns';

/** Pixels before a press becomes a drag. */
const THRESHOLD = 5;

/** Dragging headings: sideways to reorder columns, at the edge to resize them. */
export class HeadingDrag {
  /** The column being moved, and the one it would be put before; `atEnd` puts it last. */
  name = $state.raw<string | null>(null);
  before = $state.raw<string | null>(null);
  atEnd = $state(false);
  /** True for the click that ends a drag, which must be ignored. */
  justDropped = false;

  readonly #arrangement: ColumnArrangement;

  constructor(arrangement: ColumnArrangement) {
    this.#arrangement = arrangement;
  }

  /** Starts tracking a pressed heading. */
  begin(event: PointerEvent, place: PlacedColumn): void {
    if (event.button !== 0) return;
    const heading = event.currentTarget as HTMLElement;
    const row = heading.parentElement;
    const grid = heading.closest('[role=grid], [role=treegrid]');
    const start = event.clientX;
    const name = place.column.name;
    this.justDropped = false;
    trackPointer(heading, event.pointerId, {
      moved: (x) => {
        if (this.name === null && Math.abs(x - start) < THRESHOLD) return;
        this.name = name;
        const target = dropTarget(
          this.#arrangement.placed,
          place,
          x - (row?.getBoundingClientRect().left ?? 0),
          grid?.scrollLeft,
        );
        this.before = target === null || target === name ? null : target;
        this.atEnd = target === null;
      },
      ended: () => {
        if (this.name === null) return;
        this.justDropped = true;
        if (this.before !== null || this.atEnd) this.#arrangement.move(name, this.before);
        this.#cancel();
      },
      canceled: () => this.#cancel(),
    });
  }

  /** Starts tracking a pressed heading edge. */
  resize(event: PointerEvent, place: PlacedColumn): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    const start = event.clientX;
    const width = (x: number) => place.width + x - start;
    let last = place.width;
    const { layout } = this.#arrangement;
    // Not to the width on screen, which may fill spare space: the column would keep it in every window.
    const restoreLayout = () => (this.#arrangement.layout = layout);
    this.#arrangement.freezeWidthsBefore(place.column.name);
    trackPointer(event.currentTarget as HTMLElement, event.pointerId, {
      moved: (x) => this.#arrangement.previewWidth(place.column.name, (last = width(x))),
      ended: () => {
        this.#arrangement.freezeWidthsBefore(null);
        if (last === place.width) restoreLayout();
        else this.#arrangement.resize(place.column.name, last);
      },
      canceled: () => {
        this.#arrangement.freezeWidthsBefore(null);
        restoreLayout();
      },
    });
  }

  #cancel(): void {
    this.name = null;
    this.before = null;
    this.atEnd = false;
  }
}

/**
 * Returns the column before which a dragged one would land, within its part (pinned or not): its own name if it
 * stays, null for last. `x` is in pixels from the left edge of the row, which is scrolled away by `scrollLeft`.
 */
export function dropTarget(
  placed: readonly PlacedColumn[],
  dragged: PlacedColumn,
  x: number,
  scrollLeft = 0,
): string | null {
  const part = placed.filter((place) => place.pinned === dragged.pinned);
  const middleOf = ({ left, width, sticks }: PlacedColumn) => left + width / 2 + (sticks ? scrollLeft : 0);
  const stickyEnd =
    placed.reduce((end, { left, width, sticks }) => (sticks ? left + width : end), 0) + scrollLeft;
  const isCovered = (place: PlacedColumn) => !place.sticks && middleOf(place) < stickyEnd;
  const target = part.find((place) => x < middleOf(place) && !isCovered(place));
  if (target) return target.column.name;
  return part.at(-1) === dragged ? dragged.column.name : afterPart(placed, dragged);
}

const afterPart = (placed: readonly PlacedColumn[], dragged: PlacedColumn): string | null =>
  dragged.pinned ? (placed.find((place) => !place.pinned)?.column.name ?? null) : null;

function trackPointer(
  element: HTMLElement,
  pointer: number,
  on: { moved(x: number): void; ended(): void; canceled(): void },
): void {
  const listening = new AbortController();
  const { signal } = listening;
  element.setPointerCapture(pointer);
  element.addEventListener('pointermove', (event) => on.moved(event.clientX), { signal });
  element.addEventListener(
    'pointerup',
    () => {
      listening.abort();
      on.ended();
    },
    { signal },
  );
  element.addEventListener(
    'pointercancel',
    () => {
      listening.abort();
      on.canceled();
    },
    { signal },
  );
}
