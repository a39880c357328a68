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

/** A corner of a range; its key is undefined if its row was not loaded. */
interface RangeCorner extends CellPosition {
  readonly key: string | undefined;
}

/** The cells between a start cell and the cursor. A single cell is not a range. */
export class CellRange {
  #from = $state.raw<RangeCorner | null>(null);
  #to = $state.raw<RangeCorner | null>(null);
  readonly #keyAt: (row: number) => string | undefined;
  #latestReload = 0;

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

  /** `keyAt` returns the key of a loaded row. */
  constructor(keyAt: (row: number) => string | undefined) {
    this.#keyAt = keyAt;
  }

  /** Extends the range from its start, or from `start` if there is none yet. */
  extend(start: CellPosition, to: CellPosition): void {
    this.#from ??= this.#corner(start);
    this.#to = this.#corner(to);
  }

  #corner({ row, column }: CellPosition): RangeCorner {
    return { row, column, key: this.#keyAt(row) };
  }

  /** Called after a reload: follows its rows if both ends have moved by as much, else clears the range. */
  async onReloaded(locate: (key: string) => Promise<number | null>): Promise<void> {
    const [from, to] = [this.#from, this.#to];
    if (!from || !to) return;
    this.#latestReload += 1;
    const reload = this.#latestReload;
    const rowOf = ({ key }: RangeCorner) => (key === undefined ? null : locate(key));
    const [fromRow, toRow] = await Promise.all([rowOf(from), rowOf(to)]);
    if (reload !== this.#latestReload || this.#from !== from) return;
    if (this.#to !== to || fromRow === null || toRow === null || toRow - fromRow !== to.row - from.row) {
      this.clear();
      return;
    }
    this.#from = { ...from, row: fromRow };
    this.#to = { ...to, row: toRow };
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
