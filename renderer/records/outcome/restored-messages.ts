import { formatDateTime } from '../../ui/format';

/** Where a job or a draft comes from, for a heading or a badge. */
export const restoredText = (backupTime: string): string =>
  `Restored from a backup of ${formatDateTime(backupTime)}`;

/** What the user can rely on before a restored job sends anything. */
export const RESTORED_CHECK =
  'Each row is checked against the service before it is sent: only rows that are missing there can be sent.';
