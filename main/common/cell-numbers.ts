import { InternTable } from './intern-table';

type Cell = string | number | null;

/** The number of null, and that of the first other cell that is not a small integer; the next ones count down. */
const [NULL, FIRST_OTHER] = [-1, -2];

/**
 * Maps each distinct cell to a 32-bit number. Most cells are IDs, which map to themselves without a lookup.
 */
export class CellNumbers {
  readonly #others = new InternTable();

  numberOf(cell: Cell): number {
    if (cell === null) return NULL;
    return typeof cell === 'number' && cell >= 0 && (cell | 0) === cell
      ? cell
      : FIRST_OTHER - this.#others.put(cell);
  }

  /** Returns the cell that a number was assigned to. */
  cell(number: number): Cell {
    return number >= 0 ? number : number === NULL ? null : this.#others.value(FIRST_OTHER - number);
  }
}
