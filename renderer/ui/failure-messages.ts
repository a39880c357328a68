import { formatDateTime } from './format';
import { CHANGED_SUBJECTS, type ChangedSubject, type Failure, type FailureKind } from '#contract/failure';
import { RESOURCE_NAMES } from '#contract/resources';
import { FAILURE_TEXTS, type FailureMessage } from './failure-texts';

const NO_VERSION: FailureMessage = {
  title: 'The service address has no version',
  meaning: 'A server responds there, but this address has no version at the end. Nothing was changed.',
  next: 'Add the version to the end of the service address, as in https://api.example.com/v2, then try again.',
};
/** Failures typical of a wrong address. */
const WRONG_ADDRESS_KINDS: readonly FailureKind[] = ['part-absent', 'not-found', 'not-the-service'];

/** Returns true if the service address has no version. `where` may also be the name of a list. */
const lacksVersion = ({ kind, where = '' }: Failure): boolean =>
  WRONG_ADDRESS_KINDS.includes(kind) && /^[^/\s]+\/\S/.test(where) && !/\/v\d+(\.\d+)*(\/|$)/i.test(where);

/** "Not found" for a request with many tax IDs or tokens identifies none of them. */
const TAX_ID_LOOKUP_NOT_FOUND: FailureMessage = {
  title: 'The service did not process this request',
  meaning:
    'It answered “not found” to the request as a whole. This doesn’t mean that a tax ID or token is unknown.',
  next: 'Try again. If it keeps happening, ask the service’s support whether tax ID lookups are turned on for your firm.',
};
const isTaxIdLookup = ({ kind, where = '' }: Failure): boolean =>
  kind === 'not-found' && /\/tax-id(\/exchange)?$/.test(where);

/** The keychain lost the key: the file is undamaged, but can't be read without the key. */
const KEY_LOST: FailureMessage = {
  title: 'Your saved work cannot be unlocked',
  meaning: 'Its file is untouched, but views, drafts and the activity log cannot be read without their key.',
  next: 'Use your recovery code or restore a backup. If you connect with an API key, entering the same key again can unlock it, too.',
};

const KEY_CREATED: FailureMessage = {
  title: 'The new API key cannot be used',
  meaning:
    'The service created it, but Firm Desk could not store it, and the service shows its value only once.',
  next: 'Select Manage API keys…, delete the key, then create it again.',
};

/** The address of a connection was changed outside of the app. */
const otherHost = ({ detail }: Failure): FailureMessage => {
  const host = detail?.facts?.['host'] ?? 'another host';
  return {
    title: `This connection now points to ${host}`,
    meaning: 'The saved key or password was not sent there.',
    next: `If ${host} is your firm’s service, enter the key for it. If you don’t recognize it, edit the connection and correct its address.`,
  };
};
const NO_CREDENTIAL: FailureMessage = {
  title: 'Enter the API key or password',
  meaning: 'Nothing was sent. Your saved work and the data on this computer can be used without it.',
  next: 'Enter it to refresh the data or send changes.',
};

/** More records or text than one step allows; a fee file that is too large is named by `where`. */
const TOO_MUCH_AT_ONCE: FailureMessage = {
  title: 'This is too much at once',
  meaning: 'It is more than Firm Desk handles in one step. Nothing was changed or sent.',
  next: 'Select fewer records, then try again.',
};
const isTooMuchAtOnce = ({ kind, where }: Failure): boolean =>
  kind === 'too-large' &&
  (where === undefined || where === 'message' || RESOURCE_NAMES.some((name) => name === where));

/** A connection test has no earlier download to mention. */
const TEST_TIMED_OUT: FailureMessage = {
  title: 'The service took too long to respond',
  meaning: 'The connection could not be tested. Nothing was saved.',
  next: 'Try again. If it keeps happening, check the service address and your network.',
};

const TEAM_VIEWER: FailureMessage = {
  title: 'Viewers can’t change the team’s work',
  meaning: 'Your role on the team is viewer. Nothing was saved.',
  next: 'Ask an admin of the team to make you a member.',
};

/** What was not done because the data changed, by what the failure is about. */
const NOT_DONE: Readonly<Record<ChangedSubject, string>> = {
  signature: 'Nothing was signed.',
  evidence: 'Nothing was saved.',
  decision: 'Nothing was recorded.',
};

function changedSince({ where }: Failure): FailureMessage {
  const texts = FAILURE_TEXTS['changed-since'];
  const subject = CHANGED_SUBJECTS.find((candidate) => candidate === where);
  return subject
    ? { ...texts, meaning: `The data no longer matches what you were shown. ${NOT_DONE[subject]}` }
    : texts;
}

const HANDED_OVER: FailureMessage = {
  title: 'The draft is handed over',
  meaning: 'It was offered to a colleague, or a colleague has it. Nothing was changed or sent.',
  next: 'Take it back on the draft’s page, or ask your colleague.',
};

const APPROVAL_NEEDED: FailureMessage = {
  title: 'A colleague must approve this first',
  meaning:
    'Your team requires a second person for this, and there is no approval of exactly this. Nothing was sent or signed.',
  next: 'Open the page of the draft, the codes or the period, then ask for approval.',
};
/** What the team's database does, by problem; only for problems that Settings can't help with. */
const DATABASE_STATES: Readonly<Record<string, string>> = {
  'host-unknown': 'can’t be reached',
  unreachable: 'can’t be reached',
  timeout: 'does not respond',
  'connection-lost': 'can’t be reached',
  'too-many-connections': 'has no free connection',
  'read-only': 'is read-only at the moment',
  'disk-full': 'has no free disk space',
  locked: 'is locked',
};

/** The database could not be read, so an approval may have been withdrawn. */
function approvalOffline({ detail }: Failure): FailureMessage {
  const { host, problem, asOf } = detail?.facts ?? {};
  const database = `the team’s database${host === undefined ? '' : ` on ${host}`}`;
  const state = DATABASE_STATES[String(problem)];
  const lastRead = asOf === undefined ? '' : ` It was last read on ${formatDateTime(String(asOf))}.`;
  return {
    title: 'The approval can’t be verified',
    meaning: `Your team requires a second person for this, and ${database} ${state ?? 'can’t be used'}.${lastRead} Nothing was sent or signed.`,
    next: state
      ? 'Check the network or VPN, then try again. If it keeps happening, ask the database’s administrator.'
      : 'Open Settings. The Team section says what is wrong and what to do. Then try again.',
  };
}

const LISTS_INCOMPLETE: FailureMessage = {
  title: 'The data on this computer is not complete',
  meaning:
    'A signature covers accounts, fee structures, billing groups and fee upload files, and not all of them are here yet. Nothing was signed.',
  next: 'Run a refresh to the end, then review the period and sign it.',
};

const teamUnreadable = ({ detail }: Failure): FailureMessage => ({
  title: 'This can’t be shared with the team',
  meaning:
    detail?.facts?.['why'] === 'too-large'
      ? 'It is too large for one entry of the team’s log. Nothing was changed or sent.'
      : 'It has values that your colleagues’ Firm Desk could not read, such as a text that is too long. Nothing was changed or sent.',
  next: 'Shorten it or split it, then try again.',
});

const HISTORY_MISSING: FailureMessage = {
  title: 'The history of changes is missing',
  meaning:
    'Its file is no longer on this computer, so a new history was started. Your records and saved work are not affected.',
  next: 'Keep working. Restore a backup if you need the earlier changes.',
};

const DAILY_BACKUP_FORBIDDEN: FailureMessage = {
  title: 'Your organization does not allow daily backups',
  meaning: 'Your work is safe on this computer, but no daily backup is made.',
  next: 'Ask your IT department to check the policy BackupFolder. In Settings, you can back up to a file.',
};

const BACKUP_IS_NEWER: FailureMessage = {
  title: 'A newer version of Firm Desk made this backup',
  meaning: 'This version cannot open it. Your current saved work was not changed.',
  next: 'Install the latest version of Firm Desk, then restore the backup again.',
};

/**
 * Statuses that refer to the content (spec section 7, and 422); no other one can be fixed by correcting it.
 */
const CONTENT_STATUSES: readonly (number | undefined)[] = [400, 422];
const UNEXPLAINED: FailureMessage = {
  title: 'The service rejected the request',
  meaning: 'It did not process the request and did not say why. Nothing was changed.',
  next: 'Try again in a few minutes. If it keeps happening, tell the service’s support what you did and when.',
};

/** Firm Desk rejected it; there is no response from the service. */
const REJECTED_LOCALLY: FailureMessage = {
  title: 'This value isn’t valid',
  meaning: 'Nothing was sent, and nothing was changed.',
  next: 'Correct it, then try again.',
};
const isLocalRejection = ({ kind, status }: Failure): boolean => kind === 'refused' && status === undefined;

/** Returns the message for a failure. */
export function failureMessage(failure: Failure): FailureMessage {
  if (lacksVersion(failure)) return NO_VERSION;
  if (failure.detail?.code === 'key-lost') return KEY_LOST;
  if (failure.detail?.code === 'key-created') return KEY_CREATED;
  if (failure.detail?.code === 'other-host') return otherHost(failure);
  if (failure.detail?.code === 'no-credential') return NO_CREDENTIAL;
  if (failure.detail?.code === 'team-viewer') return TEAM_VIEWER;
  if (failure.detail?.code === 'team-unreadable') return teamUnreadable(failure);
  if (failure.detail?.code === 'handed-over') return HANDED_OVER;
  if (failure.detail?.code === 'approval-needed') return APPROVAL_NEEDED;
  if (failure.detail?.code === 'approval-offline') return approvalOffline(failure);
  if (failure.detail?.code === 'lists-incomplete') return LISTS_INCOMPLETE;
  if (failure.kind === 'timeout' && failure.detail?.code === 'connection-test') return TEST_TIMED_OUT;
  if (failure.detail?.code === 'history-missing') return HISTORY_MISSING;
  if (failure.detail?.code === 'newer-backup') return BACKUP_IS_NEWER;
  if (failure.kind === 'backup-failed' && failure.cause === 'by-policy') return DAILY_BACKUP_FORBIDDEN;
  if (failure.kind === 'changed-since') return changedSince(failure);
  if (isTaxIdLookup(failure)) return TAX_ID_LOOKUP_NOT_FOUND;
  if (isTooMuchAtOnce(failure)) return TOO_MUCH_AT_ONCE;
  if (isLocalRejection(failure)) return REJECTED_LOCALLY;
  const texts = FAILURE_TEXTS[failure.kind];
  if (failure.kind === 'busy' && failure.until !== undefined)
    return {
      ...texts,
      meaning: `It asked for no further requests before ${formatDateTime(failure.until)}.`,
      next: `Try again after ${formatDateTime(failure.until)}.`,
    };
  // Without reasons from the service, there is nothing specific to correct.
  if (failure.kind === 'refused' && !failure.reasons?.length && !failure.detail)
    return CONTENT_STATUSES.includes(failure.status)
      ? { ...texts, next: 'The service did not say why. Check what was entered, then try again.' }
      : UNEXPLAINED;
  return texts;
}
