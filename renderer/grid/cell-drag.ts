import type { CellPosition } from './range.svelte';

/** Time per row of autoscroll beyond the edge of the list. */
const SCROLL_MS = 40;

interface Drag {
  /** Returns the cell under the pointer; null between cells. */
  readonly cellAt: (event: MouseEvent) => CellPosition | null;
  /** Returns the visible area of the rows, without the heading. */
  readonly visibleArea: () => DOMRect;
  readonly begin: (start: CellPosition) => void;
  /** Called with each cell that the drag reaches. */
  readonly onCell: (cell: CellPosition) => void;
  /** Called repeatedly while the pointer is beyond the upper (-1) or lower (1) edge. */
  readonly scrollBy: (step: -1 | 1) => void;
}

/**
 * Tracks a pointer pressed on a cell. It becomes a drag when it reaches another cell, otherwise a click. The
 * returned function reports whether it became a drag.
 */
export function dragCells(event: PointerEvent, drag: Drag): () => boolean {
  const start = drag.cellAt(event);
  let dragging = false;
  if (!start || start.column === 0 || event.button !== 0) return () => false;
  const listening = new AbortController();
  const { signal } = listening;
  let timer: ReturnType<typeof setInterval> | undefined;

  function move(moveEvent: PointerEvent): void {
    clearInterval(timer);
    const { top, bottom } = drag.visibleArea();
    const step = moveEvent.clientY < top ? -1 : moveEvent.clientY > bottom ? 1 : 0;
    if (step !== 0 && dragging) {
      timer = setInterval(() => drag.scrollBy(step), SCROLL_MS);
      return;
    }
    const cell = drag.cellAt(moveEvent);
    if (!start || !cell || cell.column === 0) return;
    if (!dragging) {
      if (cell.row === start.row && cell.column === start.column) return;
      dragging = true;
      drag.begin(start);
    }
    drag.onCell(cell);
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
