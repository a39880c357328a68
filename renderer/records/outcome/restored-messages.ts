import { formatDateTime } from '../../ui/format';

/** Returns the origin of a restored job or draft, for a heading or a badge. */
export const restoredText = (backupTime: string): string =>
  `Restored from a backup of ${formatDateTime(backupTime)}`;

/** Explains what is checked before a restored job sends anything. */
export const RESTORED_CHECK =
  'Each row is checked against the service before it is sent: only rows that are missing there can be sent.';
