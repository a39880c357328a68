import { z } from 'zod';
import type { DependentGroup } from '#contract/calls/dependents';
import { editedFields, fieldEdit, type FieldEdit } from '#contract/edit';
import type { JobManifest } from '#contract/feature';
import {
  CREATED_INCOMPLETE,
  JOB_MANIFESTS,
  OUTCOMES_LOST_FACT,
  unsentCount,
  type Job,
  type JobKind,
  type JobOperation,
  type JobRow,
  type RowState,
} from '#contract/job';
import { resourceNamed } from '#contract/resources';
import { count, countOf, formatDateTime } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';
import { fieldName } from '../changes/change-messages';
import { editText } from './change-text';
import type { OutcomeTexts } from './outcome-view';
import { OUTCOMES_LOST, restoredText } from './restored-messages';
import { hasRival, rowIssueText } from './row-issue-messages';

type Kind = Pick<Job, 'kind'>;
const manifestOf = ({ operation }: Pick<JobKind, 'operation'>): JobManifest => JOB_MANIFESTS[operation];

/** Returns true for jobs that edit, create or delete records, and that no feature shows as its own. */
export const isEditsJob = ({ kind }: Kind): boolean =>
  !resourceNamed(kind.resource).ownJobs && !manifestOf(kind).outcomeRoute;

const recordsText = ({ kind }: Kind, records: number): string => {
  const { singular, plural } = manifestOf(kind).rows ?? resourceNamed(kind.resource);
  return countOf(records, singular, plural);
};
export const doneWord = ({ kind }: Kind): string => manifestOf(kind).labels.done;

/** "Edit 5,000 accounts", "Undo edit of Harbor Trust". */
export function jobTitleText({ kind, total, facts }: Pick<Job, 'kind' | 'total' | 'facts'>): string {
  const { title = null, origin } = facts;
  const { labels, reversed } = manifestOf(kind);
  const subject = typeof title === 'string' ? title : recordsText({ kind }, total);
  return origin === 'undo' ? `Undo ${reversed} ${subject}` : `${labels.verb} ${subject}`;
}
/** Returns the job's shared edits; empty if each record had its own. */
export function sharedEdits({ facts }: Pick<Job, 'facts'>): FieldEdit[] {
  const { edits } = facts;
  return typeof edits === 'string' ? z.array(fieldEdit).parse(JSON.parse(edits)) : [];
}
/** "Editing accounts". */
export const jobDoing = ({ kind }: Kind): string =>
  `${manifestOf(kind).labels.doing} ${resourceNamed(kind.resource).plural}`;

export const ROW_STATES: Readonly<Record<Exclude<RowState, 'done'>, StateLabel>> = {
  planned: { label: 'Waiting', tone: 'quiet' },
  skipped: { label: 'Skipped', tone: 'quiet' },
  'in-flight': { label: 'Being sent', tone: 'accent' },
  refused: { label: 'Rejected', tone: 'bad' },
  unknown: { label: 'Outcome unknown', tone: 'warn' },
  conflict: { label: 'Conflict', tone: 'warn' },
  'not-taken': { label: 'Not applied', tone: 'warn' },
  'not-sent': { label: 'Not sent', tone: 'quiet' },
};

/** Returns the label of rows that the service reported as done, but did not show as done when it was read. */
export const contradictedLabel = (operation: JobOperation): StateLabel => ({
  label: manifestOf({ operation }).labels.notDone,
  tone: 'warn',
});
const isContradicted = ({ state, verified }: Pick<JobRow, 'state' | 'verified'>): boolean =>
  state === 'done' && verified === false;

/** Returns the number of rows that the service reported as done, but did not show as done when it was read. */
export const contradictedCount = ({ verified }: Pick<Job, 'verified'>): number => verified.no;

/**
 * Returns true if records may still have to be created or deleted. Edits do not count: a record that differs
 * later may have been edited since.
 */
const hasOpenContradictions = (job: Pick<Job, 'kind' | 'verified'>): boolean =>
  contradictedCount(job) > 0 && job.kind.operation !== 'edit';

/** Returns the label of a row's state. Unsent rows of an ended job are not waiting. */
export function rowStateLabel(
  state: RowState,
  { kind, state: jobState }: Pick<Job, 'kind' | 'state'>,
): StateLabel {
  if (state === 'done') return { label: doneWord({ kind }), tone: 'good' };
  return ROW_STATES[state === 'planned' && jobState !== 'running' ? 'not-sent' : state];
}

/** State of a record that exists without the values written after its creation. */
export const INCOMPLETE: StateLabel = { label: 'Created in part', tone: 'warn' };
export const isIncomplete = ({ state, issue }: Pick<JobRow, 'state' | 'issue'>): boolean =>
  state === 'refused' && issue?.code === CREATED_INCOMPLETE;

/**
 * Labels of rows whose issue says more than their state: not sent, because the record could not be read with
 * certainty, or applied in part.
 */
const BY_ISSUE: Readonly<Record<string, StateLabel>> = {
  'incomplete-reading': { label: 'Not sent', tone: 'warn' },
  unreadable: { label: 'Not sent', tone: 'warn' },
  'another-record': { label: 'Not sent', tone: 'warn' },
  'not-listed': { label: 'Not sent', tone: 'warn' },
  'refused-in-part': { label: 'Applied in part', tone: 'warn' },
};
export const labelByIssue = ({ state, issue }: Pick<JobRow, 'state' | 'issue'>): StateLabel | undefined =>
  state === 'refused' || state === 'not-taken' ? BY_ISSUE[issue?.code ?? ''] : undefined;

/** Returns the state of a row with an outcome; unconfirmed values are only "sent". */
export const rowOutcomeLabel = (
  { state, issue, verified }: Pick<JobRow, 'state' | 'issue' | 'verified'>,
  job: Pick<Job, 'kind' | 'state'>,
): StateLabel =>
  isIncomplete({ state, issue })
    ? INCOMPLETE
    : isContradicted({ state, verified })
      ? contradictedLabel(job.kind.operation)
      : state === 'done' && issue?.code === 'not-confirmed'
        ? { label: 'Sent, not confirmed', tone: 'warn' }
        : (labelByIssue({ state, issue }) ?? rowStateLabel(state, job));

/**
 * Returns a note that a field may never be shown by the service, so that the number of changes is uncertain.
 */
export function writeOnlyNote({
  kind,
  facts,
  counts,
}: Pick<Job, 'kind' | 'facts' | 'counts'>): string | null {
  const resource = resourceNamed(kind.resource);
  const writeOnly = editedFields(facts, resource).flatMap((name) => {
    const field = resource.fields[name];
    return field?.mayBeAbsent ? [field.label] : [];
  });
  return writeOnly.length === 0 || counts.done === 0
    ? null
    : `The service may accept ${writeOnly.join(', ').toLowerCase()} without showing it. Values that it did not show are “Sent, not confirmed”.`;
}

const SHOWED: Readonly<Record<JobManifest['shows'], Readonly<Record<'yes' | 'no', string>>>> = {
  present: { yes: 'had it', no: 'did not have it' },
  absent: { yes: 'no longer had it', no: 'still had it' },
  replaced: { yes: 'had new groups', no: 'still had the old groups' },
};
/** Returns what reading the service showed of a row, as the end of "The service …". */
export const showedText = (operation: JobOperation, verified: boolean | null): string =>
  SHOWED[manifestOf({ operation }).shows][verified ? 'yes' : 'no'];

const RETRY_ADVICE: Readonly<Record<JobManifest['retry'], string>> = {
  send: 'Check again before you send it again.',
  create: 'Check again before you create it again.',
  delete: 'Check again before you delete it again.',
};
export const retryAdvice = (operation: JobOperation): string => RETRY_ADVICE[manifestOf({ operation }).retry];

/** Returns the issue shown next to a row's state. */
export function outcomeIssue(
  { state, verified, issue }: Pick<JobRow, 'state' | 'verified' | 'issue'>,
  { kind, checkedAt, restored }: Pick<Job, 'kind' | 'checkedAt' | 'restored'>,
): string | null {
  const { resource, operation } = kind;
  const issueText = issue === null ? null : rowIssueText(resource, issue);
  const showed = showedText(operation, verified);
  const when = checkedAt === null ? '' : ` when it was checked ${formatDateTime(checkedAt)}`;
  if (isContradicted({ state, verified })) {
    if (issue?.code === 'contradicted') return issueText;
    return [issueText, `The service answered without an error, but ${showed}${when}.`, retryAdvice(operation)]
      .filter((text) => text !== null)
      .join(' ');
  }
  if (state !== 'unknown') return issueText;
  const lostText = issueText ?? 'The response was lost.';
  if (restored && issue?.code === 'restored')
    return verified === null
      ? `${restoredText(restored)}. The service was not checked for it yet.`
      : `${restoredText(restored)}. The service has another record with this name. Check it before you create it again.`;
  if (hasRival(issue)) return lostText;
  if (verified === null) return `${lostText} Check again before you send it again.`;
  const showedSentence = `${lostText} The service ${showed}${when}.`;
  if (issue?.code === 'outcome-lost') return showedSentence;
  return `${showedSentence} It may still be in progress: check again.`;
}

/** Returns the number of rows with an outcome, without skipped ones. */
export const settledCount = ({ counts }: Pick<Job, 'counts'>): number =>
  counts.done + failedCount({ counts }) + counts.unknown + counts['not-sent'];

/** "4,950 changed, 40 rejected, 10 not sent". */
export function countsText({
  counts,
  kind,
  verified,
  incomplete = 0,
}: Pick<Job, 'counts' | 'kind' | 'incomplete' | 'verified'>): string {
  const contradicted = contradictedCount({ verified });
  const parts: [number, string][] = [
    [counts.done - contradicted, doneWord({ kind }).toLowerCase()],
    [contradicted, contradictedLabel(kind.operation).label.toLowerCase()],
    [incomplete, 'created in part'],
    [counts.refused - incomplete, 'rejected'],
    [counts.conflict, counts.conflict === 1 ? 'conflict' : 'conflicts'],
    [counts['not-taken'], 'not applied by the service'],
    [counts.unknown, 'outcome unknown'],
    [unsentCount({ counts }), 'not sent'],
    [counts.skipped, 'skipped'],
  ];
  return listedCounts(parts);
}

/** Joins the counts above zero. */
export const listedCounts = (parts: readonly (readonly [number, string])[]): string =>
  parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${count(number)} ${word}`)
    .join(', ');

/** Returns true if a rescue of damaged saved work lost outcomes of the job, which counts as interrupted since. */
export const hasLostOutcomes = ({ facts, state }: Pick<Job, 'facts' | 'state'>): boolean =>
  state === 'interrupted' && facts[OUTCOMES_LOST_FACT] === true;

/** Returns how a job ended, as a heading: its worst outcome. */
export function endLabel(job: Job): StateLabel {
  const { counts } = job;
  const unfinished = unfinishedLabel(job, (records) => recordsText(job, records));
  if (unfinished) return unfinished;
  const contradicted = contradictedCount(job);
  const done = counts.done - contradicted;
  if (contradicted > 0) {
    const { label, tone } = contradictedLabel(job.kind.operation);
    return {
      label: `${recordsText(job, contradicted)} ${contradicted === 1 ? 'is' : 'are'} ${label.toLowerCase()}`,
      tone,
    };
  }
  const failed = failedCount(job);
  const { incomplete = 0 } = job;
  if (incomplete > 0 && incomplete === failed)
    return {
      label: `${recordsText(job, incomplete)} ${incomplete === 1 ? 'is' : 'are'} not complete`,
      tone: 'warn',
    };
  // Part of an edit that was not applied as sent may be applied.
  const notTaken = counts['not-taken'];
  if (done + incomplete + notTaken === 0)
    return { label: `Nothing was ${doneWord(job).toLowerCase()}`, tone: 'bad' };
  if (failed > 0)
    return {
      label: `${recordsText(job, failed - incomplete)} ${failed - incomplete === 1 ? 'was' : 'were'} not ${doneWord(job).toLowerCase()}${notTaken > 0 ? ' as requested' : ''}`,
      tone: 'warn',
    };
  const skippedText = counts.skipped > 0 ? `; ${count(counts.skipped)} skipped` : '';
  return { label: `${recordsText(job, done)} ${doneWord(job).toLowerCase()}${skippedText}`, tone: 'good' };
}

/** Returns the heading of a job with unknown outcomes or unsent rows; null if each row has an outcome. */
export function unfinishedLabel(job: Job, recordsLabel: (records: number) => string): StateLabel | null {
  const { counts, state } = job;
  if (counts.unknown > 0)
    return { label: `The outcome of ${recordsLabel(counts.unknown)} is unknown`, tone: 'warn' };
  if (unsentCount(job) === 0) return null;
  if (state === 'canceled') return { label: 'Stopped at your request', tone: 'quiet' };
  if (hasLostOutcomes(job)) return { label: 'Not completed', tone: 'warn' };
  if (job.restored) return { label: 'Restored from a backup', tone: 'warn' };
  return { label: 'Interrupted', tone: state === 'interrupted' ? 'warn' : 'bad' };
}

/** Returns a job's state in a word next to its title. */
export function jobStatusLabel(job: Job): StateLabel {
  if (job.state === 'running') return { label: manifestOf(job.kind).labels.doing, tone: 'accent' };
  return endLabel(job);
}

/** Returns true if a job has ended with unsent rows, unknown outcomes or contradictions left to settle. */
export const isUnresolved = (job: Job): boolean =>
  job.state !== 'running' &&
  job.state !== 'planned' &&
  (unsentCount(job) > 0 || job.counts.unknown > 0 || hasOpenContradictions(job));

/** Returns the number of rows that certainly failed or conflicted, which can be drafted again. */
export const failedCount = ({ counts }: Pick<Job, 'counts'>): number =>
  counts.refused + counts.conflict + counts['not-taken'];

/**
 * Returns the message for a job that was interrupted when the app ended, restored from a backup, or lost outcomes with
 * damaged saved work.
 */
export function interruptedMessage(
  job: Job,
  recordsLabel: (records: number) => string = (records) => recordsText(job, records),
): { title: string; meaning: string; next: string } {
  const notSentCount = unsentCount(job);
  const { unknown } = job.counts;
  const parts = [
    notSentCount > 0
      ? `${count(notSentCount)} of ${recordsLabel(job.total - job.counts.skipped)} ${notSentCount === 1 ? 'was' : 'were'} not sent`
      : '',
    unknown > 0 ? `the outcome of ${recordsLabel(unknown)} is not known yet` : '',
  ].filter(Boolean);
  if (hasLostOutcomes(job))
    return {
      title: `${jobDoing(job)}: outcomes lost`,
      meaning: `${[OUTCOMES_LOST, ...parts].join('; ')}.`,
      next: 'Nothing has been re-sent.',
    };
  if (job.restored)
    return {
      title: `${jobDoing(job)}: restored from a backup`,
      meaning:
        [`${restoredText(job.restored)}. It may have been sent after the backup`, ...parts].join('; ') + '.',
      next: 'Nothing was sent. Open it to see the service’s current values.',
    };
  return {
    title: `${jobDoing(job)} was interrupted`,
    meaning:
      parts.length > 0
        ? `Firm Desk closed before it was finished: ${parts.join(', and ')}.`
        : 'Firm Desk closed before it was finished.',
    next: 'Nothing has been re-sent.',
  };
}

/** "Send the remaining 960". */
export const resumeText = (job: Pick<Job, 'kind' | 'counts'>): string =>
  `Send the remaining ${count(unsentCount(job))}`;

/**
 * Returns the label of the button that drafts failed rows again; null if there are none. Rows of unknown outcome
 * count only if a read shows them not as wanted.
 */
export function retryText(
  job: Pick<Job, 'kind' | 'counts' | 'incomplete' | 'missing' | 'verified'>,
): string | null {
  const failed = failedCount(job);
  const { incomplete = 0, missing = 0 } = job;
  if (missing > 0 || hasOpenContradictions(job)) return `Retry records not ${doneWord(job).toLowerCase()}…`;
  if (incomplete > 0 && incomplete === failed)
    return incomplete === 1 ? 'Complete the record…' : `Complete ${count(incomplete)} partial records…`;
  if (failed === 0) return null;
  const how = job.counts.conflict === failed ? 'in conflict' : 'that failed';
  return `Retry the ${failed === 1 ? 'one' : count(failed)} ${how}…`;
}

/** Returns whether a job may have sent any row: conflicts are found before a row is sent. */
const hasSentRows = (job: Pick<Job, 'total' | 'counts'>): boolean =>
  job.total > unsentCount(job) + job.counts.skipped + job.counts.conflict;

/** Returns what was sent and when, below its title; with `inFull`, everything for the tooltip. */
export function jobAbout(
  job: Pick<Job, 'kind' | 'startedAt' | 'createdAt' | 'facts' | 'total' | 'counts'>,
  inFull = false,
): string {
  const { resource } = job.kind;
  const { file } = job.facts;
  const edits = sharedEdits(job).map((edit) => editText(resource, edit, inFull));
  return [
    `${hasSentRows(job) ? 'Sent' : 'Started'} ${formatDateTime(job.startedAt ?? job.createdAt)}`,
    ...(typeof file === 'string' ? [file] : []),
    ...(edits.length > 0 ? [edits.join('; ')] : []),
  ].join(' · ');
}

/** Returns when the service was read for the outcomes. */
export function verifiedText({
  isChecking,
  checkedAt,
  counts,
}: Pick<Job, 'isChecking' | 'checkedAt' | 'counts'>): string {
  if (isChecking) return 'Checking with the service…';
  if (checkedAt !== null) return `Checked against the service ${formatDateTime(checkedAt)}.`;
  return counts.unknown > 0 ? 'Not checked against the service since.' : '';
}

/** The outcome page of jobs that write records. */
export const RECORD_JOB_TEXTS: OutcomeTexts = {
  page: 'Edits',
  back: 'Back to edits',
  removed: {
    title: 'This outcome is no longer saved',
    text: 'The activity log shows what was sent; the lists show the current values.',
  },
  conflict: 'Other edits of the same records are being sent. Wait until they finish, then try again.',
  title: jobTitleText,
  about: jobAbout,
  end: endLabel,
  counts: countsText,
  where: 'in the service',
  checked: verifiedText,
  resume: resumeText,
  check: ({ counts }) => (counts.done + counts.unknown > 0 ? 'Check again' : null),
};

/** "12 accounts still refer to the deleted ID (Fee structures)." */
export function replacedText({
  resource,
  field,
  total,
}: Pick<DependentGroup, 'resource' | 'field' | 'total'>): string {
  const { singular, plural } = resourceNamed(resource);
  return `${countOf(total, singular, plural)} still ${total === 1 ? 'refers' : 'refer'} to the deleted ID (${fieldName(resource, field)}).`;
}
