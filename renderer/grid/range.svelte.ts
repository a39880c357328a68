/** A cell by its position: rows from 0, columns from 1 like the cursor. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** First and last row and column of a range, inclusive. */
export interface RangeBox {
  readonly first: number;
  readonly last: number;
  readonly left: number;
  readonly right: number;
}

/** The cells between a start cell and the cursor. A single cell is not a range. */
export class CellRange {
  #from = $state.raw<CellPosition | null>(null);
  #to = $state.raw<CellPosition | null>(null);

  readonly box: RangeBox | null = $derived.by(() => {
    const [from, to] = [this.#from, this.#to];
    if (!from || !to || (from.row === to.row && from.column === to.column)) return null;
    return {
      first: Math.min(from.row, to.row),
      last: Math.max(from.row, to.row),
      left: Math.min(from.column, to.column),
      right: Math.max(from.column, to.column),
    };
  });

  /** Extends the range from its start, or from `start` if there is none yet. */
  extend(start: CellPosition, to: CellPosition): void {
    this.#from ??= start;
    this.#to = to;
  }

  contains({ row, column }: CellPosition): boolean {
    const { box } = this;
    return box !== null && row >= box.first && row <= box.last && column >= box.left && column <= box.right;
  }

  clear(): void {
    this.#from = null;
    this.#to = null;
  }
}
