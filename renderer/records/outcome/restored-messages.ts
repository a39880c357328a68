import { formatDateTime } from '../../ui/format';

/** Returns the origin of a restored job or draft, for a heading or a badge. */
export const restoredText = (backupTime: string): string =>
  `Restored from a backup of ${formatDateTime(backupTime)}`;

/** The origin of a row whose outcome a rescue of damaged work lost. */
export const OUTCOME_LOST = 'Its outcome was lost with damaged saved work.';

/** Why a job counts as interrupted whose outcomes a rescue of damaged work lost, in part or in full. */
export const OUTCOMES_LOST = 'Outcomes of some records were lost with damaged saved work';

/** Explains what is checked before a restored job sends anything. */
export const RESTORED_CHECK =
  'Each row is checked against the service before it is sent: only rows that are missing there can be sent.';
