import type { SavedFile, SavedIssue } from '#contract/features/fee-files/schemas';
import type { ColleagueFile, ColleagueSignOff } from '#contract/features/fee-files/colleague-files';
import type { FileJob } from '#contract/features/fee-files/calls';
import type { Decision, FileOutcome } from '#contract/features/reconcile/schemas';
import { DECISION_NAMES } from '#contract/features/reconcile/messages';
import { failureMessage } from '../../ui/failure-messages';
import { count, countOf, formatDateTime, formatMoney } from '../../ui/format';
import type { StateLabel } from '../../ui/tone';

export const SAVED_STATES: Readonly<Record<SavedFile['state'], StateLabel>> = {
  whole: { label: 'Verified', tone: 'good' },
  changed: { label: 'Modified', tone: 'bad' },
  missing: { label: 'Missing', tone: 'warn' },
  unreadable: { label: 'Unreadable', tone: 'bad' },
};

/** Labels of the decisions about a reconciled file. */
export const DECISION_LABELS: Readonly<Record<Decision, StateLabel>> = {
  approved: { label: DECISION_NAMES.approved, tone: 'good' },
  'approved-with-exceptions': { label: DECISION_NAMES['approved-with-exceptions'], tone: 'warn' },
  rejected: { label: DECISION_NAMES.rejected, tone: 'bad' },
};

/** Returns the label of a sign-off; null: signed before decisions existed. */
export const decisionLabel = (decision: Decision | null): StateLabel =>
  decision === null ? { label: 'Signed off', tone: 'quiet' } : DECISION_LABELS[decision];

/** Labels of the seals of colleagues' sign-offs, which are computed again on this computer. */
const COLLEAGUE_SEALS: Readonly<Record<ColleagueSignOff['state'], StateLabel>> = {
  holds: { label: 'Seal verified', tone: 'good' },
  'note-withheld': { label: 'Seal not verified: note not shared', tone: 'warn' },
  'seal-broken': { label: 'Seal broken', tone: 'bad' },
};
export const colleagueSealLabel = (state: ColleagueSignOff['state']): StateLabel => COLLEAGUE_SEALS[state];

type ResultTotals = NonNullable<ColleagueFile['results'][number]['totals']>;
/** "1,204 fees, $12,345.67, 3 need attention" */
export const resultTotalsText = ({ lines, flaggedLines, sum }: ResultTotals): string =>
  [
    countOf(lines, 'fee', 'fees'),
    formatMoney(sum),
    ...(flaggedLines > 0 ? [`${count(flaggedLines)} need${flaggedLines === 1 ? 's' : ''} attention`] : []),
  ].join(', ');

/** Labels of the stored outcomes of a reconciled file. With skipped checks, it may agree, or not have been compared. */
export const FILE_OUTCOME_LABELS: Readonly<Record<FileOutcome, StateLabel>> = {
  agrees: { label: 'Agrees', tone: 'good' },
  differs: { label: 'Differs', tone: 'bad' },
  skipped: { label: 'Checks skipped', tone: 'warn' },
};

/** The state of a saved file, and what to do about it. */
const STATE_TEXTS: Readonly<Record<SavedFile['state'], readonly [what: string, next: string]>> = {
  whole: ['Unchanged since it was saved', ''],
  changed: ['Its contents changed after it was saved', ' Save it again before you rely on it.'],
  missing: [
    'It was moved or deleted, or its drive is not connected',
    ' Connect the drive, save it again, or remove it from the list.',
  ],
  unreadable: ['The system could not read it', ' Check the drive and your permissions.'],
};

/** Returns the result of the last check of a saved file. */
export function stateSentence({ state, checkedAt }: Pick<SavedFile, 'state' | 'checkedAt'>): string {
  const [what, next] = STATE_TEXTS[state];
  return `${what}, ${state === 'whole' ? 'checked' : 'found'} ${formatDateTime(checkedAt)}.${next}`;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Returns a formatted size in powers of 1,000, as file managers show it: 1.2 MB. */
export function fileSizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** Returns a formatted duration: 45 s, 3 min, 2 h. */
export function remainingTimeText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** Returns the progress of a job in one line. */
export function fileJobText(job: FileJob): string {
  const size = fileSizeText(job.bytes);
  const progressText = [
    job.total === null ? size : `${size} of ${fileSizeText(job.total)}`,
    ...(job.rate > 0 ? [`${fileSizeText(job.rate)} a second`] : []),
    ...(job.secondsLeft === null ? [] : [`${remainingTimeText(job.secondsLeft)} left`]),
  ].join(' · ');
  switch (job.state) {
    case 'waiting':
      return 'Waiting';
    case 'running':
      return job.what === 'save' ? progressText : `Comparing: ${progressText}`;
    case 'paused':
      return `Paused at ${size}. After three minutes the service may disconnect; the download then starts over.`;
    case 'checking':
      return `Checking contents: ${size} read`;
    case 'done':
      if (job.what === 'save') return job.hasIssue ? 'Saved; needs attention' : 'Saved and verified';
      return STATE_TEXTS[job.verifiedState ?? 'whole'].join('.');
    case 'failed':
      return job.failure
        ? `${failureMessage(job.failure).title}. ${failureMessage(job.failure).next}`
        : 'Failed';
    case 'canceled':
      return job.what === 'save' ? 'Stopped. Nothing was saved.' : 'Stopped.';
  }
}

/** Returns true if a job has ended and needs attention. */
export const needsAttention = ({ state, verifiedState, hasIssue }: FileJob): boolean =>
  state === 'failed' || hasIssue === true || (verifiedState !== undefined && verifiedState !== 'whole');

/** Returns the heading of running or ended jobs. */
export function jobsHeading(jobs: readonly FileJob[]): string {
  const activeCount = jobs.filter(({ state }) => !['done', 'failed', 'canceled'].includes(state)).length;
  const failedCount = jobs.filter(({ state }) => state === 'failed').length;
  const withIssueCount = jobs.filter((job) => job.hasIssue === true).length;
  const changedCount =
    jobs.filter((job) => job.state === 'done' && needsAttention(job)).length - withIssueCount;
  const doneCount = jobs.filter(({ state }) => state === 'done').length;
  if (activeCount > 0)
    return `${countOf(activeCount, 'file', 'files')} in progress${doneCount > 0 ? `, ${count(doneCount)} done` : ''}`;
  const problems = [
    ...(failedCount > 0 ? [`${countOf(failedCount, 'file was', 'files were')} not saved or checked`] : []),
    ...(changedCount > 0
      ? [`${countOf(changedCount, 'file is', 'files are')} modified, missing or unreadable`]
      : []),
    ...(withIssueCount > 0
      ? [`${countOf(withIssueCount, 'saved archive needs', 'saved archives need')} attention`]
      : []),
  ];
  const stoppedCount = jobs.filter(({ state }) => state === 'canceled').length;
  const stopped = stoppedCount > 0 ? [`${count(stoppedCount)} stopped`] : [];
  if (problems.length > 0) return [...problems, ...stopped].join(', ');
  if (doneCount === 0) return 'Stopped';
  const doneText = countOf(doneCount, 'file', 'files');
  return stoppedCount > 0 ? [`${doneText} done`, ...stopped].join(', ') : `All done: ${doneText}`;
}

/** Returns the progress of a job, 0 to 1; null while its size is unknown, as that of the checked contents is. */
export const jobProgress = (job: FileJob): number | null =>
  job.state === 'done'
    ? 1
    : job.state === 'checking' || job.total === null
      ? job.state === 'waiting' || job.state === 'paused'
        ? 0
        : null
      : job.bytes / job.total;

/** Returns the folder of a path, for display. */
export const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '');

function fileIssueText(issue: SavedIssue): string {
  switch (issue.code) {
    case 'other-count':
      return `It contains ${countOf(issue.files, 'file', 'files')}; its record says ${count(issue.recorded)}.`;
    case 'empty':
      return 'It contains no files.';
    case 'unchecked':
      return `${countOf(issue.files, 'file', 'files')} in it can’t be opened, so could not be checked.`;
    case 'told':
      return issue.text;
  }
}

/** Returns the warnings about a saved archive. */
export const issuesText = (issues: readonly SavedIssue[]): string => issues.map(fileIssueText).join(' ');
