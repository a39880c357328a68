import type { Cell } from '../../../../preload/contract/query';

/** An id as it is compared: 7 and "7" are one, "007" is another; one beyond 2^53 keeps its digits. */
export type Id = number | string;

/** Digits of which a number keeps every one. */
const EXACT = 15;
const [ZERO, NINE] = [48, 57];

export function idOf(cell: Cell | undefined): Id | null {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'number') return cell;
  return numberOf(cell) ?? cell;
}

/** The number that a text is, written as numbers are; a plan reads hundreds of thousands. */
function numberOf(text: string): number | null {
  if (text.length > EXACT || (text.startsWith('0') && text.length > 1) || text.startsWith('-'))
    return longNumberOf(text);
  let number = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return null;
    number = number * 10 + code - ZERO;
  }
  return number;
}

function longNumberOf(text: string): number | null {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : null;
}
