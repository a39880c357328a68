import { note } from './numbers';

const measured = new Map<string, number>();

/**
 * Takes what something took in the smaller firm and then in one ten times as large, and notes how many times as much that
 * is. `most`: how many times it may be; null where nothing is aimed at.
 */
export function grown(what: string, value: number, most: number | null): void {
  const before = measured.get(what);
  measured.set(what, value);
  if (before !== undefined)
    note(
      `growth, 1,000,000 ÷ 100,000 accounts: ${what}`,
      value / before,
      '×',
      most === null ? null : { aim: most },
    );
}
