import { formatMoment } from '../../ui/format';

/** Where a job or a draft comes from, for a heading or a badge. */
export const restoredText = (made: string): string => `Restored from a backup of ${formatMoment(made)}`;

/** What the user can rely on before a restored job sends anything. */
export const RESTORED_CHECK =
  'Nothing is sent before the service was checked for each row: only what it does not have can be sent.';
