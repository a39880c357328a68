/** Excel's own bounds of a sheet. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** Returns a number that identifies a cell of a sheet; row and column are from 0. */
export const cellIndexOf = (row: number, column: number): number => row * MAX_COLUMNS + column;

/** Returns whether ascending cell indexes include one. */
export function includesCell(cells: Float64Array, cell: number): boolean {
  let from = 0;
  let to = cells.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((cells[middle] ?? 0) < cell) from = middle + 1;
    else to = middle;
  }
  return cells[from] === cell;
}
