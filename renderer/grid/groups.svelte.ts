import type { Cell, RowGroup } from '../../preload/contract/query';
import { count } from '../kit/format';
import type { GridModel } from './grid.svelte';
import type { GridColumn } from './types';

/** The headings of a grid whose rows stand in groups: of which column, and the one under the cursor. */
export class GridGroups {
  /** The column whose values the groups are of; null: the rows stand in none. */
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

  /** Puts the rows below a heading away, or shows them. */
  fold({ value, isFolded }: RowGroup, away = !isFolded): void {
    if (away !== isFolded) this.#fold?.(value, away);
  }

  /** The value that a heading stands for, in words. */
  words({ value }: RowGroup): string {
    if (value === null) return 'Blank';
    return this.#column?.text(value, {}) ?? String(value);
  }

  /** As it is copied: "Charles Schwab (1,234)". */
  text(group: RowGroup): string {
    return `${this.words(group)} (${count(group.count)})`;
  }

  get #column(): GridColumn | undefined {
    return this.#grid.arrangement.columns.find(({ name }) => name === this.field);
  }
}
