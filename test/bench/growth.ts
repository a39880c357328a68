import { note } from './numbers';

const measured = new Map<string, number>();

/**
 * Records a measure of the small firm; called again for a firm ten times as large, notes the factor between them.
 * `limit`: the maximum factor; null if there is no target.
 */
export function noteGrowth(measure: string, value: number, limit: number | null): void {
  const before = measured.get(measure);
  measured.set(measure, value);
  if (before !== undefined)
    note(
      `growth, 1,000,000 ÷ 100,000 accounts: ${measure}`,
      value / before,
      '×',
      limit === null ? null : { target: limit },
    );
}
