import type { FindingFacts } from '../../../../preload/contract/calls/review';
import type { Cell } from '../../../../preload/contract/query';

/**
 * A short print of what a rule read and found, to tell whether it changed since a person looked. 64 bits of no secret: a
 * cryptographic hash for every finding would cost more than the rules do.
 */
export function fingerprint(cells: readonly Cell[], facts: FindingFacts): string {
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  const take = (text: string): void => {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x85ebca6b) + ((b << 13) | (b >>> 19));
    }
  };
  // The kind of a cell is part of it, and no text is longer than its length says: 1 and "1", "" and null differ.
  for (const cell of cells)
    if (cell === null) take('n');
    else if (typeof cell === 'number') take(`d${cell};`);
    else {
      take(`s${cell.length}:`);
      take(cell);
    }
  take(JSON.stringify(facts));
  return (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');
}
