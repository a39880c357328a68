import { GridModel } from '../../grid/grid.svelte';
import { memorySource, sortedRows, type MemoryRow } from '../../grid/memory-source';
import type { GridColumn } from '../../grid/types';
import { EMPTY, isEmptyValue } from '../../ui/format';
import { copyText } from '../../ui/copy-text';

/** A grid over rows in memory: sorted here, rendered one window at a time. */
export class MemoryList {
  readonly grid: GridModel;
  readonly #rows: () => readonly MemoryRow[];
  readonly #columns: readonly GridColumn[];
  #hasSource = false;

  constructor(
    rows: () => readonly MemoryRow[],
    columns: readonly GridColumn[],
    onopen: (key: string) => void,
  ) {
    this.#rows = rows;
    this.#columns = columns;
    this.grid = new GridModel({
      onsort: (sort) => {
        this.grid.sort = sort;
        this.grid.reorder(this.#source());
      },
      onlayout: () => undefined, // column widths are not saved
      onopen,
      onescape: () => false,
    });
    this.grid.arrangement.use(columns, null);
  }

  /** Updates the grid after the rows changed; the selection stays on remaining rows. */
  updateRows(): void {
    if (this.#hasSource) this.grid.refresh();
    else this.grid.load(this.#source());
    this.#hasSource = true;
  }

  /** Shows new rows and clears the selection. */
  replaceRows(): void {
    this.#hasSource = true;
    this.grid.load(this.#source());
  }

  /** Keys of the selected rows. */
  get selectedKeys(): string[] {
    const { value } = this.grid.selection;
    if (value.kind === 'keys') return value.keys;
    const except = new Set(value.except);
    return this.#rows().flatMap(({ key }) => (except.has(key) ? [] : [key]));
  }

  stop(): void {
    this.grid.stop();
  }

  #source() {
    const { sort } = this.grid;
    const isSorted = this.#columns.some(({ name }) => name === sort.field);
    return memorySource(
      () => (isSorted ? sortedRows(this.#rows(), sort, this.#columns) : this.#rows()),
      () => this.#columns,
      copyText,
    );
  }
}

/** Returns a text column. */
export const textColumn = (
  name: string,
  label: string,
  width: number,
  text: (cell: string) => string = (cell) => cell,
): GridColumn => ({
  name,
  label,
  width,
  shown: true,
  numeric: false,
  filterable: false,
  text: (cell) => (isEmptyValue(cell) ? EMPTY : text(String(cell))),
});
