import type { Cell } from '#contract/query';

/** Returns a cell as text, or null if it has no value. */
export const cellText = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined ? null : String(cell);
