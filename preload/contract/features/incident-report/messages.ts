import { formatDateTime } from '../../dates';
import { countOf } from '../../format-value';
import type { Incident } from './calls';

/** Returns the limits of the report as sentences; the same on screen, on paper and in the file. */
export const incidentLimits = ({
  unmatched,
  unnamed,
  unreadFiles,
  unmatchedNumbers,
  openEnds,
  asOf,
  logFrom,
}: Omit<Incident, 'states' | 'events' | 'totalEvents'>): string[] => [
  'Firm Desk does not record which records were looked at. Every account on this computer could have been shown while Firm Desk was unlocked.',
  'Exports and copies are recorded with their list and number of rows, not with the records in them. Prints and PDFs of records are not recorded.',
  'Firm Desk does not know what happened outside the app: screenshots, photos, files that were passed on, or other programs and computers.',
  'States are those of the account holders’ current addresses. A person may live in another state; related people are counted with their account.',
  asOf === null
    ? 'The accounts on this computer were never downloaded completely, so some are missing here.'
    : `Accounts are those on this computer, updated ${formatDateTime(asOf)}. Accounts removed earlier are not counted.`,
  logFrom === null
    ? 'The activity log is empty.'
    : `The activity log begins ${formatDateTime(logFrom)}. Nothing before that is known. Verify the log before you rely on this report.`,
  ...(unmatched > 0
    ? [
        `${countOf(unmatched, 'tax ID', 'tax IDs')} in the log ${unmatched === 1 ? 'belongs' : 'belong'} to no account on this computer, and ${unmatched === 1 ? 'is' : 'are'} not counted in any state.`,
      ]
    : []),
  ...(unnamed > 0
    ? [
        `For ${countOf(unnamed, 'looked-up tax ID', 'looked-up tax IDs')}, the log does not say whose ${unnamed === 1 ? 'it is' : 'they are'}. Only tax IDs that were also shown, copied or exported are counted in a state.`,
      ]
    : []),
  ...(unreadFiles > 0
    ? [
        `${countOf(unreadFiles, 'saved fee file', 'saved fee files')} ${unreadFiles === 1 ? 'was' : 'were'} never reconciled, so the accounts in ${unreadFiles === 1 ? 'it' : 'them'} are unknown.`,
      ]
    : []),
  ...(unmatchedNumbers > 0
    ? [
        `${countOf(unmatchedNumbers, 'account number', 'account numbers')} in saved fee files ${unmatchedNumbers === 1 ? 'belongs' : 'belong'} to no account on this computer, or to several, and ${unmatchedNumbers === 1 ? 'is' : 'are'} not counted in any state.`,
      ]
    : []),
  ...(openEnds > 0
    ? [
        `${countOf(openEnds, 'action', 'actions')} began and ${openEnds === 1 ? 'has' : 'have'} no recorded end, so what was written is unknown.`,
      ]
    : []),
];
