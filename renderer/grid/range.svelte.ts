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

/** A corner of a range; its key is undefined until its row is loaded. */
interface RangeCorner extends CellPosition {
  key: string | undefined;
}

interface Deps {
  /** Returns the key of a loaded row. */
  readonly keyAt: (row: number) => string | undefined;
  /** Returns the number of rows. */
  readonly total: () => number;
}

/** The cells between a start cell and the cursor. A single cell is not a range. */
export class CellRange {
  #from = $state.raw<RangeCorner | null>(null);
  #to = $state.raw<RangeCorner | null>(null);
  readonly #deps: Deps;
  /** Number of rows when the range was last changed. */
  #total = 0;
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

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Extends the range from its start, or from `start` if there is none yet. */
  extend(start: CellPosition, to: CellPosition): void {
    this.#from ??= this.#corner(start);
    this.#to = this.#corner(to);
    this.#total = this.#deps.total();
  }

  #corner({ row, column }: CellPosition): RangeCorner {
    return { row, column, key: this.#deps.keyAt(row) };
  }

  /** Called when further rows are loaded: a corner may be among them. */
  onRowsLoaded(): void {
    for (const corner of [this.#from, this.#to]) if (corner) corner.key ??= this.#deps.keyAt(corner.row);
  }

  /**
   * Called after a reload: follows its rows if both ends have moved by as much, else clears the range. An end that was
   * never loaded is assumed not to have moved if the number of rows is the same.
   */
  async onReloaded(locate: (key: string) => Promise<number | null>): Promise<void> {
    const [from, to] = [this.#from, this.#to];
    if (!from || !to) return;
    this.#latestReload += 1;
    const reload = this.#latestReload;
    const total = this.#deps.total();
    const isSameTotal = total === this.#total;
    this.#total = total;
    const rowOf = ({ key, row }: RangeCorner) =>
      key === undefined ? (isSameTotal ? row : null) : locate(key);
    const [fromRow, toRow] = await Promise.all([rowOf(from), rowOf(to)]);
    if (reload !== this.#latestReload || this.#from !== from) return;
    if (fromRow === null) {
      this.clear();
      return;
    }
    // Otherwise extended after the reload, to a row that needs no correction.
    if (this.#to === to) {
      if (toRow === null || toRow - fromRow !== to.row - from.row) {
        this.clear();
        return;
      }
      this.#to = { ...to, row: toRow };
    }
    this.#from = { ...from, row: fromRow };
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
