import { note } from './numbers';

const measured = new Map<string, number>();

/**
 * Takes a measure in the small firm and then in one ten times as large, and notes the factor between them.
 * `most`: the maximum factor; null if there is no target.
 */
export function noteGrowth(what: string, value: number, limit: number | null): void {
  const before = measured.get(what);
  measured.set(what, value);
  if (before !== undefined)
    note(
      `growth, 1,000,000 ÷ 100,000 accounts: ${what}`,
      value / before,
      '×',
      limit === null ? null : { aim: limit },
    );
}
