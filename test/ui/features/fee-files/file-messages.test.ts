import { describe, expect, it } from 'vitest';
import type { FileJob } from '#contract/features/fee-files/calls';
import { barsOf } from '../../../../renderer/ui/period-bars';
import {
  folderOf,
  jobProgress,
  jobsHeading,
  fileJobText,
  fileSizeText,
  stateSentence,
  remainingTimeText,
} from '../../../../renderer/features/fee-files/file-messages';

const job = (overrides: Partial<FileJob>): FileJob => ({
  id: 1,
  what: 'save',
  fileId: '40',
  name: 'x.zip',
  state: 'running',
  bytes: 0,
  total: null,
  rate: 0,
  secondsLeft: null,
  ...overrides,
});

describe('job text', () => {
  it('shows the speed and the remaining time as far as known', () => {
    expect(fileJobText(job({ bytes: 1_250_000, total: 5_000_000, rate: 250_000, secondsLeft: 15 }))).toBe(
      '1.3 MB of 5.0 MB · 250 kB a second · 15 s left',
    );
    expect(fileJobText(job({ bytes: 999 }))).toBe('999 bytes');
  });

  it('explains a failure and what to do', () => {
    expect(fileJobText(job({ state: 'failed', failure: { kind: 'disk-full' } }))).toBe(
      'The disk is full. Free some space, then try again.',
    );
    expect(fileJobText(job({ state: 'failed', failure: { kind: 'cut-short' } }))).toBe(
      'Connection lost. Try again.',
    );
  });

  it('says for a stopped save, but not for a stopped check, that nothing was saved', () => {
    expect(fileJobText(job({ state: 'canceled' }))).toBe('Stopped. Nothing was saved.');
    expect(fileJobText(job({ what: 'verify', state: 'canceled' }))).toBe('Stopped.');
  });

  it('shows the result of a check', () => {
    const checkText = (verifiedState: FileJob['verifiedState']) =>
      fileJobText(job({ what: 'verify', state: 'done', verifiedState }));
    expect(checkText('whole')).toBe('Unchanged since it was saved.');
    expect(checkText('changed')).toBe(
      'Its contents changed after it was saved. Save it again before you rely on it.',
    );
    expect(checkText('missing')).toMatch(/^It was moved or deleted, or its drive is not connected\. Connect/);
  });
});

describe('heading of all jobs', () => {
  it.each([
    ['2 files in progress, 1 done', [job({}), job({ state: 'waiting' }), job({ state: 'done' })]],
    [
      'All done: 2 files',
      [job({ state: 'done' }), job({ what: 'verify', state: 'done', verifiedState: 'whole' })],
    ],
    [
      '1 file was not saved or checked, 2 files are modified, missing or unreadable',
      [
        job({ state: 'failed' }),
        job({ what: 'verify', state: 'done', verifiedState: 'changed' }),
        job({ what: 'verify', state: 'done', verifiedState: 'missing' }),
        job({ what: 'verify', state: 'done', verifiedState: 'whole' }),
      ],
    ],
    ['1 saved archive needs attention', [job({ state: 'done', hasIssue: true }), job({ state: 'done' })]],
    ['Stopped', [job({ state: 'canceled' })]],
    [
      '1 file done, 2 stopped',
      [job({ state: 'done' }), job({ state: 'canceled' }), job({ state: 'canceled' })],
    ],
    [
      '1 file was not saved or checked, 1 stopped',
      [job({ state: 'failed' }), job({ state: 'done' }), job({ state: 'canceled' })],
    ],
  ])('reads %j', (heading, jobs) => expect(jobsHeading(jobs)).toBe(heading));
});

it('draws a progress bar only as far as the progress is known', () => {
  expect(jobProgress(job({ state: 'running', bytes: 1, total: 4 }))).toBe(0.25);
  expect(jobProgress(job({ state: 'running', bytes: 1 }))).toBeNull();
  expect(jobProgress(job({ state: 'checking', bytes: 9, total: 4 }))).toBeNull();
});

it('formats sizes, times and folders', () => {
  expect([0, 999, 1_000, 15_960, 524_288_160].map(fileSizeText)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '16.0 kB',
    '524 MB',
  ]);
  expect([0, 59, 90, 7_200].map(remainingTimeText)).toEqual(['1 s', '59 s', '2 min', '2 h']);
  expect(folderOf('C:\\Fees\\x.zip')).toBe('C:\\Fees');
  expect(folderOf('/srv/fees/x.zip')).toBe('/srv/fees');
});

it('shows the state of a saved file with the time of its check', () => {
  const checkedAt = '2026-11-21T08:00:00.000Z';
  expect(stateSentence({ state: 'whole', checkedAt })).toMatch(
    /^Unchanged since it was saved, checked Nov 21, 2026, .*\.$/,
  );
  expect(stateSentence({ state: 'changed', checkedAt })).toMatch(/, found Nov 21, 2026, .*\. Save it again/);
});

it('draws bars in proportion to amounts, and none for missing or refunded amounts', () => {
  const period = (amount: string | null) => ({ key: '2026-09-30', label: 'Q3 2026', amount });
  expect(
    barsOf([period('100'), period('25.00'), period(null), period('-5')]).map(({ height }) => height),
  ).toEqual([1, 0.25, 0, 0]);
  expect(barsOf([period('0')])[0]?.height).toBe(0);
});
