import type { WorkCounts } from '#contract/calls/backups';
import { COUNTED_TABLES } from '#contract/saved-work-labels';
import { count, formatDateTime } from '../../ui/format';

/** Returns a label, the number in the quarantined work, and the number in the current work, row by row. */
export function comparisonRows(
  quarantined: WorkCounts,
  here: WorkCounts,
): (readonly [label: string, quarantined: string, here: string])[] {
  const dateTimeText = (at: string | null): string => (at === null ? 'None' : formatDateTime(at));
  return [
    ['Last activity', dateTimeText(quarantined.lastAt), dateTimeText(here.lastAt)],
    ...[...COUNTED_TABLES].map(
      ([table, label]) => [label, count(quarantined.rows[table] ?? 0), count(here.rows[table] ?? 0)] as const,
    ),
  ];
}

/** Returns a size in units that users know: "820 KB", "1.4 MB". */
export function sizeText(bytes: number): string {
  const [unit, divisor] = bytes < 1_000_000 ? (['KB', 1_000] as const) : (['MB', 1_000_000] as const);
  const amount = bytes / divisor;
  const text = amount.toLocaleString(undefined, { maximumFractionDigits: amount < 10 ? 1 : 0 });
  return `${text} ${unit}`;
}
