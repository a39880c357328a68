import { dragCells } from './cell-drag';
import type { GridModel } from './grid.svelte';
import type { CellPosition } from './range.svelte';
import { HEADER_HEIGHT } from './types';

/** Creates the pointer handlers for the rows of a grid; `rowOf` returns the row that an element shows. */
export function createRowPointerHandlers(
  model: () => GridModel,
  rowOf: (slot: number) => number | undefined,
) {
  let hasDragged = () => false;

  /** Returns the row and column under the pointer; column 0 has the checkboxes. */
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
    /** Opens the menu of the row under the pointer; the selection stays. */
    oncontextmenu: (event: MouseEvent): void => {
      const cell = cellAt(event);
      if (!cell) return;
      event.preventDefault();
      model().moveTo(cell.row, cell.column);
      model().rowMenu = { x: event.clientX, y: event.clientY };
    },
  };
}
