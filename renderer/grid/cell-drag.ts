import type { CellPlace } from './range.svelte';

/** Beyond the edge of the list it scrolls on, a row at a time. */
const SCROLL_MS = 40;

interface Drag {
  /** The cell under the pointer; null between cells. */
  readonly cellAt: (event: MouseEvent) => CellPlace | null;
  /** The box in which the rows are seen, heading excluded. */
  readonly seen: () => DOMRect;
  readonly begin: (start: CellPlace) => void;
  readonly over: (cell: CellPlace) => void;
  /** Beyond the upper (-1) or lower (1) edge, again and again while it stays there. */
  readonly beyond: (step: -1 | 1) => void;
}

/**
 * Follows a pointer that was pressed on a cell. It is a drag once it comes to another cell, and a click otherwise.
 * The answer tells at any time whether it became one.
 */
export function dragCells(event: PointerEvent, drag: Drag): () => boolean {
  const start = drag.cellAt(event);
  let dragging = false;
  if (!start || start.column === 0 || event.button !== 0) return () => false;
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setInterval> | undefined;

  function move(moved: PointerEvent): void {
    clearInterval(timer);
    const { top, bottom } = drag.seen();
    const step = moved.clientY < top ? -1 : moved.clientY > bottom ? 1 : 0;
    if (step !== 0 && dragging) {
      timer = setInterval(() => drag.beyond(step), SCROLL_MS);
      return;
    }
    const cell = drag.cellAt(moved);
    if (!start || !cell || cell.column === 0) return;
    if (!dragging) {
      if (cell.row === start.row && cell.column === start.column) return;
      dragging = true;
      drag.begin(start);
    }
    drag.over(cell);
  }
  function end(): void {
    clearInterval(timer);
    listening.abort();
  }
  document.addEventListener('pointermove', move, { signal });
  document.addEventListener('pointerup', end, { signal });
  document.addEventListener('pointercancel', end, { signal });
  return () => dragging;
}
