import { formatDate, formatDateTime } from '../../dates';
import { DECISION_NAMES } from '../reconcile/messages';
import type { SignOffEvidence } from './colleague-files';

/** Sentences about sign-offs of colleagues, the same on the screen and in an evidence pack. */

/** What was verified of a colleague’s seal. */
export const SEAL_CHECKS: Readonly<Record<SignOffEvidence['state'], string>> = {
  holds: 'Seal verified on this computer',
  'note-withheld': 'Seal not verified: the note stays on the signer’s computer',
  'seal-broken': 'Seal broken: does not count',
};

/** What is known of the file that a colleague signed off. */
export const COPY_CHECKS: Readonly<Record<SignOffEvidence['copy'], string>> = {
  same: 'On this computer, the same as signed',
  damaged: 'Saved on this computer, but changed, missing or unreadable now',
  other: 'Not on this computer: the file saved here is another version',
  none: 'Not on this computer',
};

/** "Ada Park on Nov 28, 2026, 9:00 AM: Approved. All fees agree" */
export const colleagueSignOffText = ({
  by,
  signedAt,
  decision,
  note,
}: Pick<SignOffEvidence, 'by' | 'signedAt' | 'decision' | 'note'>): string =>
  [
    `${by} on ${formatDateTime(signedAt)}${decision === null ? '.' : `: ${DECISION_NAMES[decision]}.`}`,
    note ?? '',
  ]
    .filter(Boolean)
    .join(' ');

/** "Seal verified on this computer. File: not on this computer." */
export const signOffChecksText = ({
  state,
  copy,
  comparedAt,
}: Pick<SignOffEvidence, 'state' | 'copy' | 'comparedAt'>): string => {
  const compared = comparedAt === null ? '' : `, last compared ${formatDateTime(comparedAt)}`;
  return `${SEAL_CHECKS[state]}. File: ${COPY_CHECKS[copy].replace(/^./, (first) => first.toLowerCase())}${compared}.`;
};

const SHORT_SEAL_CHECKS: Readonly<Record<SignOffEvidence['state'], string>> = {
  holds: 'seal verified',
  'note-withheld': 'seal not verified',
  'seal-broken': 'seal broken, does not count',
};
const SHORT_COPY_CHECKS: Readonly<Record<SignOffEvidence['copy'], string>> = {
  same: 'file on this computer',
  damaged: 'file changed, missing or unreadable',
  other: 'file not on this computer',
  none: 'file not on this computer',
};

/** "Approved by Ada Park, Nov 28, 2026; seal verified, file not on this computer" */
export const shortSignOffText = ({
  by,
  signedAt,
  decision,
  state,
  copy,
}: Pick<SignOffEvidence, 'by' | 'signedAt' | 'decision' | 'state' | 'copy'>): string =>
  `${decision === null ? 'Signed off' : DECISION_NAMES[decision]} by ${by}, ${formatDate(signedAt)}; ${SHORT_SEAL_CHECKS[state]}, ${SHORT_COPY_CHECKS[copy]}`;
