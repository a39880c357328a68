import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { memoize } from '#common/memoize';
import type { Cell } from '#contract/query';

/** Maximum number of prefetched cells: some tens of megabytes. */
const MAX_PREFETCHED_CELLS = 400_000;
/** Rows per step, a few milliseconds of work, after which other tasks can run. */
const ROWS_PER_STEP = 1_000;

/** A row's cells, followed by its row number. */
export type NumberedRow = (Cell | number)[];

/**
 * Yields cells in the given row order, `size` rows at a time. In most orders each row would cost reading and
 * decrypting a page of a dozen rows, so rows are prefetched in storage order; repeated texts share memory.
 * `read` returns rows by ascending number; rows removed since are skipped.
 */
export async function* orderedCells(
  rows: ArrayLike<number>,
  columns: number,
  size: number,
  read: (numbers: readonly number[]) => NumberedRow[],
  maxCells = MAX_PREFETCHED_CELLS,
): AsyncGenerator<Cell[][], void, void> {
  const shared = Array.from({ length: columns }, () => memoize((text: string) => text));
  const chunkRows = Math.max(size, Math.floor(maxCells / Math.max(1, columns)));
  for (let from = 0; from < rows.length; from += chunkRows) {
    const count = Math.min(chunkRows, rows.length - from);
    // Row number and position in one number: sorting them gives storage order.
    const positions = new Float64Array(count);
    for (let offset = 0; offset < count; offset += 1)
      positions[offset] = (rows[from + offset] ?? 0) * chunkRows + offset;
    positions.sort();
    const cells = new Array<Cell[] | undefined>(count);
    for (let offset = 0; offset < count; offset += ROWS_PER_STEP) {
      const numbers: number[] = [];
      for (const position of positions.subarray(offset, offset + ROWS_PER_STEP))
        numbers.push(Math.floor(position / chunkRows));
      let next = 0;
      for (const row of read(numbers)) {
        const n = Number(row.pop());
        while ((numbers[next] ?? Infinity) < n) next += 1;
        for (let column = 0; column < columns; column += 1) {
          const cell = row[column];
          if (typeof cell === 'string') row[column] = shared[column]?.(cell) ?? cell;
        }
        cells[(positions[offset + next] ?? 0) - n * chunkRows] = row;
      }
      await yieldToEventLoop();
    }
    for (let offset = 0; offset < count; offset += size)
      yield cells.slice(offset, offset + size).filter((row) => row !== undefined);
  }
}
