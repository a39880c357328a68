import type { Cell } from '../../../../preload/contract/query';

/** An id as it is compared: 7 and "7" are one, "007" is another; one beyond 2^53 keeps its digits. */
export type Id = number | string;

export function idOf(cell: Cell | undefined): Id | null {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'number') return cell;
  const number = Number(cell);
  return Number.isSafeInteger(number) && String(number) === cell ? number : cell;
}
