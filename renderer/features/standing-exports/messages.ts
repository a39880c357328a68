import type { StandingExport, StandingProblem } from '#contract/features/standing-exports/schemas';
import { resourceTitle } from '#contract/screens';
import { countOf, formatDateTime } from '../../ui/format';
import { failureMessage } from '../../ui/failure-messages';
import type { StateLabel } from '../../ui/tone';

/** Returns the name of the view or queue that is exported. */
export const exportTitle = ({ source, name }: Pick<StandingExport, 'source' | 'name'>): string =>
  source.kind === 'review' ? 'Review queue' : `${resourceTitle(source.resource)}: ${name ?? 'removed view'}`;

const PROBLEMS: Readonly<Record<StandingProblem, string>> = {
  'folder-missing': 'The folder was not found. Reconnect its drive, or choose another folder.',
  'folder-read-only':
    'Firm Desk doesn’t have permission to write to this folder. Grant it in the folder’s settings, or choose another folder.',
  'foreign-file':
    'The folder has a file with this name that Firm Desk didn’t write, or that was changed after Firm Desk wrote it. Move or rename it, then try again.',
  'view-removed': 'The saved view was removed. Remove this export, or add one for another view.',
  'by-policy': 'Your organization does not allow exports.',
  canceled: 'Writing was stopped.',
  failed: 'The file could not be written. Select Write now to try again.',
};

/** Returns the state of an export as a label. */
export function standingExportState({ last, isRunning, isDue }: StandingExport): StateLabel {
  if (isRunning) return { label: 'Writing…', tone: 'accent' };
  if (isDue) return { label: 'Due', tone: 'warn' };
  if (!last) return { label: 'Not written yet', tone: 'quiet' };
  return last.how === 'done' ? { label: 'Written', tone: 'good' } : { label: 'Not written', tone: 'bad' };
}

/** Returns the result of the last write, as sentences. */
export function exportSentence({ last, writtenAt }: StandingExport): string {
  if (!last) return 'No file written yet.';
  if (last.how === 'done') return `${countOf(last.rows, 'row', 'rows')}, ${formatDateTime(last.at)}.`;
  const lastFileText =
    writtenAt === null ? 'No file was written.' : `Last written: ${formatDateTime(writtenAt)}.`;
  if (!last.failure) return `${PROBLEMS[last.problem]} ${lastFileText}`;
  const { title, next } = failureMessage(last.failure);
  return `${title}. ${next} ${lastFileText}`;
}
