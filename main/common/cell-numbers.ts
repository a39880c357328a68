import { Slots } from './slots';

type Cell = string | number | null;

/** What stands for null, and the first of those that stand for other cells. */
const [NULL, FIRST] = [-1, -2];

/** A number of 32 bits for each different cell. Most are IDs, which stand for themselves and are not looked up. */
export class CellNumbers {
  readonly #others = new Slots();

  of(cell: Cell): number {
    if (cell === null) return NULL;
    return typeof cell === 'number' && cell >= 0 && (cell | 0) === cell
      ? cell
      : FIRST - this.#others.put(cell);
  }

  /** The cell that a number stands for. */
  cell(number: number): Cell {
    return number >= 0 ? number : number === NULL ? null : this.#others.value(FIRST - number);
  }
}
