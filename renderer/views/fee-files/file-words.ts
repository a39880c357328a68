import type { FileJob, SavedFile } from '../../../preload/contract/errands/fee-files';
import { wordsFor } from '../../../preload/contract/failure';
import { formatMoment } from '../../kit/format';
import type { Tone } from '../../kit/tone';

interface Said {
  readonly word: string;
  readonly tone: Tone;
}

export const SAVED_STATES: Readonly<Record<SavedFile['state'], Said>> = {
  whole: { word: 'Whole', tone: 'good' },
  changed: { word: 'Changed since', tone: 'bad' },
  missing: { word: 'Not there', tone: 'warn' },
  unreadable: { word: 'Not readable', tone: 'bad' },
};

/** What was found of a saved file, as a sentence. */
export function stateSentence(file: SavedFile): string {
  const when = formatMoment(file.checkedAt);
  switch (file.state) {
    case 'whole':
      return `The same as it was saved, checked ${when}.`;
    case 'changed':
      return `Its contents are not what was saved, found ${when}. Save it again before you rely on it.`;
    case 'missing':
      return `It was moved or deleted, found ${when}. Save it again, or take it off the list.`;
    case 'unreadable':
      return `The system did not let it be read, found ${when}. Check the drive and your permissions.`;
  }
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes for people, in thousands as file managers count them: 1.2 MB. */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** Seconds for people: 45 s, 3 min, 2 h. */
export function timeText(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

/** What a job is doing, in a line. */
export function jobText(job: FileJob): string {
  const size = sizeText(job.bytes);
  const pace = [
    job.total === null ? size : `${size} of ${sizeText(job.total)}`,
    ...(job.rate > 0 ? [`${sizeText(job.rate)} a second`] : []),
    ...(job.secondsLeft === null ? [] : [`${timeText(job.secondsLeft)} left`]),
  ].join(' · ');
  switch (job.state) {
    case 'waiting':
      return 'Waiting for its turn';
    case 'running':
      return job.what === 'save' ? pace : `Comparing: ${pace}`;
    case 'paused':
      return `Paused at ${size}. After three minutes the service may hang up; it then begins anew.`;
    case 'checking':
      return `Checking every file in it: ${size} read`;
    case 'done':
      return job.what === 'save' ? 'Saved and found whole' : 'Compared with what was saved';
    case 'failed':
      return job.failure ? `${wordsFor(job.failure).title}. ${wordsFor(job.failure).next}` : 'It failed';
    case 'cancelled':
      return 'Stopped; nothing of it was kept';
  }
}

export const jobTone = (job: FileJob): Tone =>
  job.state === 'failed' ? 'bad' : job.state === 'done' ? 'good' : 'quiet';

/** How far a job is, 0 to 1; null while it goes on without an end in sight. */
export const jobShare = (job: FileJob): number | null =>
  job.state === 'done'
    ? 1
    : job.state === 'checking' || job.total === null
      ? job.state === 'waiting' || job.state === 'paused'
        ? 0
        : null
      : job.bytes / job.total;

/** The folder of a path, for people. */
export const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, '');
