import type { WorkCounts } from '#contract/calls/backups';
import { count, formatDateTime } from '../../ui/format';

/** The counts of saved work, in the order of the table. */
const COUNTED = [
  ['lines', 'Activity log entries'],
  ['views', 'Saved views'],
  ['drafts', 'Edit drafts'],
  ['jobs', 'Bulk edits and other tasks'],
  ['roiRequests', 'ROI requests'],
  ['reconciliations', 'Reconciliations'],
  ['feeFiles', 'Fee upload files'],
  ['feeHistory', 'Fee files in fee history'],
  ['reviewMarks', 'Review marks'],
  ['agreedTerms', 'Agreed terms'],
  ['balances', 'Imported balances'],
  ['refunds', 'Decisions on refunds'],
  ['signedPeriods', 'Signatures of billing periods'],
  ['standingExports', 'Standing exports'],
] as const;

/** Returns a label, the number in the quarantined work, and the number in the current work, row by row. */
export function comparisonRows(
  quarantined: WorkCounts,
  here: WorkCounts,
): (readonly [label: string, quarantined: string, here: string])[] {
  const dateTimeText = (at: string | null): string => (at === null ? 'None' : formatDateTime(at));
  return [
    ['Last activity', dateTimeText(quarantined.lastAt), dateTimeText(here.lastAt)],
    ...COUNTED.map(([name, label]) => [label, count(quarantined[name]), count(here[name])] as const),
  ];
}

/** Returns a size in units that users know: "820 KB", "1.4 MB". */
export function sizeText(bytes: number): string {
  const [unit, divisor] = bytes < 1_000_000 ? (['KB', 1_000] as const) : (['MB', 1_000_000] as const);
  const amount = bytes / divisor;
  const text = amount.toLocaleString(undefined, { maximumFractionDigits: amount < 10 ? 1 : 0 });
  return `${text} ${unit}`;
}
