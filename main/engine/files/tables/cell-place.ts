/** Excel's own bounds of a sheet. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;

/** Names a cell of a sheet by one number; row and column are from 0. */
export const placeOf = (row: number, column: number): number => row * MAX_COLUMNS + column;

/** Returns whether ascending places include one. */
export function includesPlace(places: Float64Array, place: number): boolean {
  let from = 0;
  let to = places.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((places[middle] ?? 0) < place) from = middle + 1;
    else to = middle;
  }
  return places[from] === place;
}
