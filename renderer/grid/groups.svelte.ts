import type { Cell, RowGroup } from '#contract/query';
import { count } from '../ui/format';
import type { GridModel } from './grid.svelte';
import type { GridColumn } from './types';

/** The group headings of a grid: their column, and the one under the cursor. */
export class GridGroups {
  /** The column to group by; null for none. */
  field = $state.raw<string | null>(null);
  readonly #grid: GridModel;
  readonly #fold: ((value: Cell, isFolded: boolean) => void) | undefined;

  constructor(grid: GridModel, fold: ((value: Cell, isFolded: boolean) => void) | undefined) {
    this.#grid = grid;
    this.#fold = fold;
  }

  /** The heading under the cursor. */
  get active(): RowGroup | undefined {
    return this.at(this.#grid.cursor.row);
  }

  at(row: number): RowGroup | undefined {
    return row < 0 ? undefined : this.#grid.rows.rowAt(row)?.group;
  }

  /** Folds or unfolds a group. */
  fold({ value, isFolded }: RowGroup, away = !isFolded): void {
    if (away !== isFolded) this.#fold?.(value, away);
  }

  /** Returns the formatted value of a heading. */
  words({ value }: RowGroup): string {
    if (value === null) return 'Blank';
    return this.#column?.text(value, {}) ?? String(value);
  }

  /** Returns the text to copy: "Charles Schwab (1,234)". */
  text(group: RowGroup): string {
    return `${this.words(group)} (${count(group.count)})`;
  }

  get #column(): GridColumn | undefined {
    return this.#grid.arrangement.columns.find(({ name }) => name === this.field);
  }
}
