import type { Cell, RowGroup } from '#contract/query';
import { count } from '../ui/format';
import type { ColumnArrangement } from './arrangement.svelte';
import type { Cursor } from './cursor.svelte';
import type { GridColumn } from './types';
import type { RowWindow } from './window.svelte';

export interface GroupedGrid {
  readonly arrangement: ColumnArrangement;
  readonly cursor: Cursor;
  readonly rows: RowWindow;
}

/** The group headings of a grid: their column, and the one under the cursor. */
export class GridGroups {
  /** The column to group by; null for none. */
  field = $state.raw<string | null>(null);
  readonly #grid: GroupedGrid;
  readonly #collapse: ((value: Cell, isCollapsed: boolean) => void) | undefined;

  constructor(grid: GroupedGrid, collapse: ((value: Cell, isCollapsed: boolean) => void) | undefined) {
    this.#grid = grid;
    this.#collapse = collapse;
  }

  /** The heading under the cursor. */
  get active(): RowGroup | undefined {
    return this.at(this.#grid.cursor.row);
  }

  at(row: number): RowGroup | undefined {
    return row < 0 ? undefined : this.#grid.rows.rowAt(row)?.group;
  }

  /** Collapses or expands a group. */
  toggle({ value, isCollapsed }: RowGroup, collapse = !isCollapsed): void {
    if (collapse !== isCollapsed) this.#collapse?.(value, collapse);
  }

  /** Returns the formatted value of a heading. */
  label({ value }: RowGroup): string {
    if (value === null) return 'Blank';
    return this.#column?.text(value, {}) ?? String(value);
  }

  /** Returns the text to copy: "Charles Schwab (1,234)". */
  text(group: RowGroup): string {
    return `${this.label(group)} (${count(group.count)})`;
  }

  get #column(): GridColumn | undefined {
    return this.#grid.arrangement.columns.find(({ name }) => name === this.field);
  }
}
