import { codeJobFacts, codeLine, type CodeLine } from '#contract/features/advisor-codes/schemas';
import type { CodeIssue } from '#contract/features/advisor-codes/calls';
import type { Connection } from '#contract/connection';
import type { FailureKind } from '#contract/failure';
import { advisorCodeTerm } from '#contract/fields';
import {
  unsentCount,
  type Job,
  type JobRow,
  type OUTCOME_ISSUES,
  type RowIssue,
  type RowState,
} from '#contract/job';
import { count, countOf, formatDateTime } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';
import { namedFirmText } from '../../records/names/names.svelte';
import { doneWord, listedCounts, ROW_STATES, unfinishedLabel } from '../../records/outcome/outcome-messages';
import type { OutcomeTexts } from '../../records/outcome/outcome-view';
import { OUTCOME_LOST } from '../../records/outcome/restored-messages';
import { codesText, custodianLabel } from './messages';

type Application = Pick<Connection, 'application'>;
type CountedJob = Pick<Job, 'kind' | 'counts' | 'verified'>;

export const isCreate = ({ kind }: Pick<Job, 'kind'>): boolean => kind.operation === 'create';
export const isCodesJob = ({ kind }: Pick<Job, 'kind'>): boolean => kind.resource === 'advisorCodes';
export const codeLineOf = (row: JobRow): CodeLine => codeLine.parse(row.input);

/**
 * Returns true if the mapping changed although the connection is labeled a sandbox, where it never changes
 * (spec 4.5).
 */
export const isSandboxChanged = (
  { verified }: Pick<Job, 'verified'>,
  { application }: Application,
): boolean => application === 'sandbox' && verified.yes > 0;

const LINE_STATES: Readonly<Record<Exclude<RowState, 'done'>, StateLabel>> = {
  ...ROW_STATES,
  planned: { label: 'Ready', tone: 'quiet' },
  skipped: { label: 'Error', tone: 'bad' },
};

/**
 * Returns the label of a state in the filter of lines; "done" is the service's response, regardless of what the
 * mapping shows.
 */
export const codeLineStateLabel = (
  state: RowState,
  job: Pick<Job, 'kind'>,
  { application }: Application,
): string =>
  state !== 'done' ? LINE_STATES[state].label : application === 'sandbox' ? 'Accepted' : doneWord(job);

/** Returns the state of a line from the service's response and from the mapping as read afterward. */
export function lineStateLabel(
  { state, verified }: Pick<JobRow, 'state' | 'verified'>,
  job: Pick<Job, 'kind'>,
  { application }: Application,
): StateLabel {
  if (state !== 'done') return LINE_STATES[state];
  const label = doneWord(job);
  if (application === 'sandbox')
    return verified ? { label, tone: 'bad' } : { label: 'Accepted', tone: 'quiet' };
  if (verified === false) return { label: `Not ${label.toLowerCase()}`, tone: 'warn' };
  return { label, tone: 'good' };
}

/** Returns the message shown next to a line's state. */
export function lineMessage(
  row: Pick<JobRow, 'state' | 'issue' | 'verified' | 'input'>,
  job: Pick<Job, 'kind' | 'checkedAt'>,
  { application }: Application,
): string | null {
  const { state, verified, issue } = row;
  const line = codeLine.parse(row.input);
  const issueText = issue === null ? null : codeIssueText(issue, line, job);
  const readOn = job.checkedAt === null ? '' : ` read on ${formatDateTime(job.checkedAt)}`;
  // `verified`: the mapping confirms the creation or deletion. It is never null where the sentence is used.
  const isMapped = isCreate(job) === verified;
  const mappingSentence = `The mapping${readOn} ${isMapped ? (isCreate(job) ? 'has it' : 'still has it') : isCreate(job) ? 'does not have it' : 'no longer has it'}.`;
  if (state === 'unknown')
    return verified === null
      ? joined(issueText ?? 'The response was lost.', 'Check the mapping before you send it again.')
      : joined(
          issueText,
          mappingSentence,
          issue?.code === 'outcome-lost'
            ? null
            : 'It may still be in progress: check again before you resend it.',
        );
  if (state === 'done' && application === 'sandbox' && verified !== null)
    return verified
      ? `${mappingSentence} A sandbox would not have changed.`
      : 'Sandbox: the mapping has not changed.';
  if (state === 'done' && verified === false)
    return `The service accepted the request, but: ${mappingSentence}`;
  if (state === 'refused' && issue?.code === 'message') return joined(issueText, mappingSentence);
  return issueText;
}

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' ');

type OutcomeCode = (typeof OUTCOME_ISSUES)[number] | FailureKind;

/** Messages of outcomes for which the service gave no reasons. */
const OUTCOME_TEXTS: Partial<Record<OutcomeCode, (create: boolean) => string>> = {
  found: (create) =>
    create
      ? 'The response did not show it, but the mapping has it.'
      : 'The response did not show it, but the mapping no longer has it.',
  'found-after-error': (create) =>
    create
      ? 'The service answered with an error, but the mapping has it.'
      : 'The service answered with an error, but the mapping no longer has it.',
  'none-deleted': () => 'The service answered that it deleted nothing.',
  'turned-away': () => 'The service rejected the request.',
  unnamed: () => 'The service’s response did not mention it.',
  'so-already': (create) => (create ? 'The mapping already has it.' : 'The mapping no longer has it.'),
  'refused-together': () => 'Rejected together with other lines.',
  restored: () => 'Restored from a backup.',
  'outcome-lost': () => OUTCOME_LOST,
  'not-found': () => 'The service no longer has it.',
  conflict: () => 'Someone changed it after you started.',
  'not-allowed': () => 'Your key has no permission for this.',
  refused: () => 'The service did not say why.',
};

const CODE_ISSUE_TEXTS: Readonly<
  Record<CodeIssue, (facts: NonNullable<RowIssue['facts']>, line: CodeLine) => string>
> = {
  'tax-id': () =>
    'This could be a tax ID, so the line was not saved. Firm Desk never saves tax IDs: remove it from the list.',
  'no-code': (_, { custodian }) => `The ${advisorCodeTerm(custodian ?? '')} is missing.`,
  characters: ({ characters }) =>
    `Codes with ${quotedCharacters(String(characters))} can’t be sent. Contact the service’s support.`,
  'no-custodian': () => 'No custodian is given.',
  'unknown-custodian': ({ custodian }) => `Unknown custodian “${String(custodian)}”.`,
  'no-firm': () => 'No firm is given.',
  'unknown-firm': ({ firm }) => `Unknown firm “${String(firm)}”.`,
  'foreign-firm': ({ firm }) => `${String(firm)} is not a firm of this application.`,
  duplicate: ({ line }) => (line === null ? 'Duplicate line.' : `Duplicate of line ${String(line)}.`),
  mapped: ({ firm }) =>
    firm === null ? 'Already mapped.' : `Already mapped, for ${namedFirmText(String(firm))}.`,
  'strange-firm': ({ firm }) => `No record on this computer belongs to ${namedFirmText(String(firm))}.`,
  'other-case': ({ code, custodian }) =>
    `${custodianLabel(String(custodian))} has ${String(code)} mapped with different capitalization.`,
  gone: () => 'No longer in the data on this computer.',
  'no-id': () => 'It has no ID, so it can’t be deleted through the service.',
};

const quotedCharacters = (characters: string): string =>
  Array.from(characters, (character) => (character.trim() === '' ? 'space' : `“${character}”`)).join(', ');

function codeIssueText({ code, facts = {}, reasons = [] }: RowIssue, line: CodeLine, job: Pick<Job, 'kind'>) {
  if (reasons.length > 0) return reasons.join(' ');
  if (Object.hasOwn(CODE_ISSUE_TEXTS, code)) return CODE_ISSUE_TEXTS[code as CodeIssue](facts, line);
  return Object.hasOwn(OUTCOME_TEXTS, code)
    ? (OUTCOME_TEXTS[code as OutcomeCode]?.(isCreate(job)) ?? null)
    : null;
}

/** Returns the note before sending, about what a sandbox application does with the request. */
export const sandboxBefore = (action: 'creating' | 'deleting' | 'creating and deleting'): string =>
  `This is a sandbox: the service accepts the request, but ${action} codes changes nothing there.`;

/** Returns the note after sending, by the state of the mapping. */
export function sandboxAfter(job: Pick<Job, 'kind' | 'counts' | 'verified' | 'checkedAt'>): string {
  const done = doneWord(job).toLowerCase();
  const acceptedSentence = `Sandbox: the service accepted the request as if the codes were ${done}.`;
  if (job.checkedAt === null) return `${acceptedSentence} The mapping has not been read since.`;
  if (job.verified.no < job.counts.done)
    return `${acceptedSentence} The mapping could not be read in full, so it is unknown whether it has changed.`;
  return `Sandbox: the service accepted the request, and the mapping has not changed.`;
}

/** Returns the warning that the mapping of a "sandbox" changed. */
export const sandboxAlarmMessage = ({ kind, verified }: Pick<Job, 'kind' | 'verified'>) => ({
  title: 'This is not a sandbox: the mapping has changed',
  meaning: `This connection is labeled as a sandbox, where nothing should change. But the mapping shows that ${countOf(verified.yes, 'code', 'codes')} ${verified.yes === 1 ? 'was' : 'were'} ${doneWord({ kind }).toLowerCase()}. It is most likely the production application.`,
  next: 'Correct the label, and tell the person who set up the connection. Then undo the changes.',
});

/** Returns the count of each state: "50 created, 3 rejected, 10 not sent". */
export function stateCountsText(
  { counts, verified, ...job }: CountedJob,
  { application }: Application,
): string {
  const sandbox = application === 'sandbox';
  const done = doneWord(job).toLowerCase();
  const contradicted = sandbox ? 0 : verified.no;
  const confirmed = sandbox ? verified.yes : counts.done - contradicted;
  const parts: [number, string][] = [
    [confirmed, done],
    [sandbox ? counts.done - verified.yes : 0, 'accepted'],
    [contradicted, `not ${done} although accepted by the service`],
    [counts.refused, 'rejected'],
    [counts.unknown, 'outcome unknown'],
    [unsentCount({ counts }), 'not sent'],
    [counts.skipped, 'skipped'],
  ];
  return listedCounts(parts);
}

/** Returns the summary of a plan: what will be sent, and how many lines will be skipped. */
export function codesPlanText(job: Pick<Job, 'kind' | 'counts' | 'total' | 'facts'>): string {
  const { planned, skipped } = job.counts;
  const skippedSentence =
    skipped === 0
      ? ''
      : ` ${countOf(skipped, 'line has an error and', 'lines have errors and')} will be skipped.`;
  if (planned === 0)
    return job.total === 1 ? 'The line has an error.' : `All ${count(job.total)} lines have errors.`;
  if (!isCreate(job)) {
    const { accounts } = codeJobFacts.parse(job.facts);
    const accountsSentence =
      accounts === null
        ? 'It is unknown which accounts have them: the accounts were never fully downloaded.'
        : accounts === 0
          ? 'No accounts have them.'
          : `${countOf(accounts, 'account', 'accounts')} ${accounts === 1 ? 'has' : 'have'} ${planned === 1 ? 'it' : 'them'}. A code that is not mapped brings in no accounts.`;
    return `${codesText(planned)} will be removed from this application’s mapping. ${accountsSentence}${skippedSentence}`;
  }
  return `${codesText(planned)} can be created.${skippedSentence}`;
}

/**
 * Returns the heading of an ended job: its worst outcome, and success only if the mapping does not contradict
 * it.
 */
export function codesJobEndLabel(job: Job, connection: Application): StateLabel {
  const { counts, verified } = job;
  const sandbox = connection.application === 'sandbox';
  if (isSandboxChanged(job, connection))
    return { label: 'The mapping of this “sandbox” has changed', tone: 'bad' };
  const unfinished = unfinishedLabel(job, codesText);
  if (unfinished) return unfinished;
  if (!sandbox && verified.no > 0) {
    const where = isCreate(job) ? 'not in the mapping' : 'still in the mapping';
    return {
      label: `${codesText(verified.no)} ${verified.no === 1 ? 'is' : 'are'} ${where}`,
      tone: 'warn',
    };
  }
  if (counts.done === 0) return { label: `The service rejected ${codesText(counts.refused)}`, tone: 'bad' };
  if (counts.refused > 0) return { label: 'Some codes were rejected', tone: 'warn' };
  if (sandbox) return { label: 'The service accepted the request', tone: 'quiet' };
  return { label: `${codesText(counts.done)} ${doneWord(job).toLowerCase()}`, tone: 'good' };
}

/**
 * Returns true if a job has ended with unsent rows or unknown outcomes, which the user must still see or
 * decide about.
 */
export const hasUnresolvedRows = (job: Job): boolean =>
  job.state !== 'running' && job.state !== 'planned' && (unsentCount(job) > 0 || job.counts.unknown > 0);

/** Returns true if no line without an error has been sent. */
export const hasSentNothing = (job: Pick<Job, 'total' | 'counts'>): boolean =>
  unsentCount(job) === job.total - job.counts.skipped;

/** Returns the texts of the outcome page of lists of codes. */
export const codesJobTexts = (connection: Application): OutcomeTexts => ({
  page: 'Advisor codes',
  back: 'Back to advisor codes',
  removed: {
    title: 'This list is no longer saved',
    text: 'The activity log shows what was sent; the list of codes shows the current mapping.',
  },
  conflict: 'Another list of codes is being sent. Wait until it ends, then try again.',
  title: (job) => (isCreate(job) ? 'Create advisor codes' : 'Delete advisor codes'),
  end: (job) => codesJobEndLabel(job, connection),
  counts: (job) => stateCountsText(job, connection),
  where: 'in the mapping',
  checked: ({ isChecking, checkedAt, counts }) => {
    if (isChecking) return 'Checking the service’s mapping…';
    if (checkedAt !== null) return `Checked against the mapping of ${formatDateTime(checkedAt)}.`;
    return isAnswered({ counts }) ? 'The mapping has not been checked since.' : '';
  },
  resume: (job) => `${isCreate(job) ? 'Create' : 'Delete'} the remaining ${codesText(unsentCount(job))}`,
  check: (job) =>
    isAnswered(job) && (job.counts.unknown > 0 || job.checkedAt === null) ? 'Check the mapping again' : null,
});

const isAnswered = ({ counts }: Pick<Job, 'counts'>): boolean => counts.done + counts.unknown > 0;
