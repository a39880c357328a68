/** A cell by its place: rows from 0, columns from 1 as the cursor counts them. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Rows and columns of a range, first and last included. */
export interface RangeBox {
  readonly first: number;
  readonly last: number;
  readonly left: number;
  readonly right: number;
}

/** The cells between the one where a range began and the cursor. One cell alone is no range: it is the cursor. */
export class CellRange {
  #from = $state.raw<CellPlace | null>(null);
  #to = $state.raw<CellPlace | null>(null);

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

  /** From where it began, or from `start` where it only begins now. */
  extend(start: CellPlace, to: CellPlace): void {
    this.#from ??= start;
    this.#to = to;
  }

  clear(): void {
    this.#from = null;
    this.#to = null;
  }
}
