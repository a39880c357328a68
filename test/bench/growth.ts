import { note } from './numbers';

const measured = new Map<string, number>();

/**
 * Records a measure of the small firm; called again for a firm ten times as large, notes the factor between them.
 * `limit`: the maximum factor; null if there is no target.
 */
export function noteGrowth(measure: string, value: number, limit: number | null): void {
  const smallFirmValue = measured.get(measure);
  measured.set(measure, value);
  if (smallFirmValue !== undefined)
    note(
      `growth, 1,000,000 ÷ 100,000 accounts: ${measure}`,
      value / smallFirmValue,
      '×',
      limit === null ? null : { target: limit },
    );
}
