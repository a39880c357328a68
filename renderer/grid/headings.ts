import type { ColumnArrangement } from './arrangement.svelte';
import type { Cursor } from './cursor.svelte';
import { withStep } from './sort-steps';
import type { GridSort } from './types';

/** Pixels by which one key press changes a column's width. */
const STEP_WIDTH = 16;

interface SortableGrid {
  readonly arrangement: ColumnArrangement;
  readonly cursor: Cursor;
  readonly sort: GridSort;
  readonly selectedCount: number;
  readonly hiddenSelectedCount: number;
  selectAll(): void;
  clearSelection(): void;
}

/** Actions on column headings: sorting, moving and resizing. */
export class Headings {
  readonly #grid: SortableGrid;
  readonly #onsort: (sort: GridSort) => void;

  constructor(grid: SortableGrid, onsort: (sort: GridSort) => void) {
    this.#grid = grid;
    this.#onsort = onsort;
  }

  /** The heading of the cursor's column; undefined for the checkboxes. */
  get current() {
    return this.#grid.arrangement.placed[this.#grid.cursor.column - 1];
  }

  /** Handles Enter or Space on a heading. */
  press(addsSortKey = false): void {
    const { current } = this;
    if (current && addsSortKey) this.addSort(current.column.name);
    else if (current) this.sortBy(current.column.name);
    else this.toggleAll();
  }

  /** Clears the selection if a listed row is selected; else selects all rows, besides selected ones that are not listed. */
  toggleAll(): void {
    const grid = this.#grid;
    if (grid.selectedCount > grid.hiddenSelectedCount) grid.clearSelection();
    else grid.selectAll();
  }

  /** Sorts by a column: ascending first, then descending. */
  sortBy(field: string, descending?: boolean): void {
    const { sort } = this.#grid;
    if (this.#sortable(field))
      this.#onsort({ field, descending: descending ?? (sort.field === field && !sort.descending) });
  }

  /** Adds a column as a further sort key; reverses or removes one that is a sort key (`withStep`). */
  addSort(field: string): void {
    const { sort } = this.#grid;
    if (sort.field === '' || !this.#sortable(field)) this.sortBy(field);
    else this.#onsort(withStep(sort, field));
  }

  #sortable(field: string): boolean {
    const { placed } = this.#grid.arrangement;
    return !placed.some(({ column }) => column.name === field && column.sortable === false);
  }

  move(step: -1 | 1): void {
    const name = this.current?.column.name;
    if (name === undefined) return;
    const { arrangement, cursor } = this.#grid;
    arrangement.step(name, step);
    cursor.column = arrangement.names.indexOf(name) + 1;
  }

  widen(steps: number): void {
    const { current } = this;
    if (current) this.#grid.arrangement.resize(current.column.name, current.width + steps * STEP_WIDTH);
  }
}
