import type { GridModel } from './grid.svelte';
import type { CellPosition } from './range.svelte';
import { HEADER_HEIGHT } from './types';

/** Creates the pointer handlers for the rows of a grid; `rowOf` returns the row that an element shows. */
export function createRowPointerHandlers(
  model: () => GridModel,
  rowOf: (slot: number) => number | undefined,
) {
  let hasDragged = () => false;

  /**
   * Returns the row and column under the pointer; column 0 has the checkboxes. On a group heading, whose cells have no
   * column, the cursor stays in its column.
   */
  function cellAt(event: MouseEvent): CellPosition | null {
    const target = event.target instanceof Element ? event.target : null;
    const rowElement = target?.closest<HTMLElement>('[data-slot]');
    if (!rowElement) return null;
    const cell = target?.closest<HTMLElement>('[data-column]');
    const row = rowOf(Number(rowElement.dataset.slot));
    return row === undefined ? null : { row, column: Number(cell?.dataset.column ?? model().cursor.column) };
  }

  return {
    onpointerdown: (event: PointerEvent): void => {
      hasDragged = () => false;
      if (event.shiftKey || event.ctrlKey || event.metaKey) return;
      const grid = (event.currentTarget as HTMLElement).closest('[role=grid], [role=treegrid]');
      const { left, top, width, height } = grid?.getBoundingClientRect() ?? new DOMRect();
      const visibleArea = new DOMRect(left, top + HEADER_HEIGHT, width, height - HEADER_HEIGHT);
      hasDragged = dragCells(event, {
        cellAt,
        visibleArea: () => visibleArea,
        begin: (start) => model().dragFrom(start),
        onCell: (cell) => model().dragTo(cell),
        scrollBy: (step) => {
          const { row, column } = model().cursor;
          model().dragTo({ row: row + step, column });
        },
      });
    },
    onclick: (event: MouseEvent): void => {
      if (hasDragged()) return; // the click that ends a drag is ignored
      const cell = cellAt(event);
      const modifiers = { isRange: event.shiftKey, isAdditive: event.ctrlKey || event.metaKey };
      if (cell) model().click(cell.row, cell.column, modifiers);
    },
    ondblclick: (event: MouseEvent): void => {
      const cell = cellAt(event);
      if (cell && cell.column > 0) model().openClicked();
    },
    /** Opens the menu of the row under the pointer. */
    oncontextmenu: (event: MouseEvent): void => {
      const cell = cellAt(event);
      if (!cell) return;
      event.preventDefault();
      model().openRowMenu(cell, { x: event.clientX, y: event.clientY });
    },
  };
}

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
function dragCells(event: PointerEvent, drag: Drag): () => boolean {
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
