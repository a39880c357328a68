import { setImmediate as turn } from 'node:timers/promises';
import { kept } from '../../common/kept';
import type { Cell } from '../../../preload/contract/query';

/** Cells that are read ahead: some tens of megabytes. */
const ROOM = 400_000;
/** Rows read at once, a few milliseconds' work: others have their turn after them. */
const STRETCH = 1_000;

/** The cells of a row and its number as the last of them. */
export type NumberedRow = (Cell | number)[];

/**
 * The cells of rows in the given order, `size` at a time. In any order but their own they lie all over the table, and for
 * each of them a page would be read and decrypted that holds a dozen: so many are read ahead, in the order in which they
 * are stored, and texts that come again and again are held once. `read` answers rows in the order of their numbers; those
 * that went in the meantime are left out.
 */
export async function* orderedCells(
  rows: ArrayLike<number>,
  columns: number,
  size: number,
  read: (numbers: readonly number[]) => NumberedRow[],
  room = ROOM,
): AsyncGenerator<Cell[][], void, void> {
  const shared = Array.from({ length: columns }, () => kept((text: string) => text));
  const ahead = Math.max(size, Math.floor(room / Math.max(1, columns)));
  for (let from = 0; from < rows.length; from += ahead) {
    const count = Math.min(ahead, rows.length - from);
    // Number and place in one: sorted as numbers they are in the order of the table.
    const places = new Float64Array(count);
    for (let at = 0; at < count; at += 1) places[at] = (rows[from + at] ?? 0) * ahead + at;
    places.sort();
    const cells = new Array<Cell[] | undefined>(count);
    for (let at = 0; at < count; at += STRETCH) {
      const numbers: number[] = [];
      for (const place of places.subarray(at, at + STRETCH)) numbers.push(Math.floor(place / ahead));
      let next = 0;
      for (const row of read(numbers)) {
        const n = Number(row.pop());
        while ((numbers[next] ?? Infinity) < n) next += 1;
        for (let column = 0; column < columns; column += 1) {
          const cell = row[column];
          if (typeof cell === 'string') row[column] = shared[column]?.(cell) ?? cell;
        }
        cells[(places[at + next] ?? 0) - n * ahead] = row;
      }
      await turn();
    }
    for (let at = 0; at < count; at += size)
      yield cells.slice(at, at + size).filter((row) => row !== undefined);
  }
}
