import { expect, it } from 'vitest';
import { feeFilesContract } from '#contract/features/fee-files/calls';
import { reconcileContract } from '#contract/features/reconcile/calls';
import { MAX_FILES_TOGETHER, type ComparedOutcome } from '#contract/features/reconcile/reconciliation';
import { periodRangeText, periodSummary } from '../../../../renderer/features/reconcile/period-summary';
import { summarizedFileOf } from './samples';

const households = { title: 'Households', reason: 'Not determined: unknown.' };
const textsOf = (summary: ReturnType<typeof periodSummary>, title: string) =>
  summary.sections.find((section) => section.title === title)?.texts;

it('totals the files, the worst first, and says what differs, was skipped and is open', () => {
  const summary = periodSummary(
    [
      summarizedFileOf('38', { outcome: 'skipped', skipped: [households] }),
      summarizedFileOf('39', {
        outcome: 'differs',
        flaggedLines: 41,
        skipped: [households],
        differences: ['Total fees: the file total is $725.98 higher.'],
        signed: { ...summarizedFileOf('39').signed, decision: 'rejected', note: 'Sent back.' },
      }),
    ],
    [
      { name: 'Q2 2026, file 40', isOfColleague: false },
      { name: 'Q2 2026, file 41', isOfColleague: true },
    ],
    ['Q2 2026, file 41: Approved by Ada Park'],
    ['Q2 2026, file 42'],
  );
  expect(summary.title).toBe('Reconciliation summary, Q2 2026');
  expect(summary.about).toContain('2 fee upload files, $200.20 in all.');
  expect(summary.about).toContain('1 differs, 0 agree, 1 has skipped checks.');
  expect(summary.rows.map(({ name, outcome, decision }) => [name, outcome, decision])).toEqual([
    ['Q2 2026, file 39', 'Differs', 'Rejected'],
    ['Q2 2026, file 38', 'Agrees (checks skipped)', 'Approved'],
  ]);
  expect(summary.rows[0]).toMatchObject({
    signedBy: 'pat',
    signedAt: expect.stringContaining('Nov 21, 2026') as string,
  });
  expect(summary.total).toEqual({ accounts: '20', sum: '$200.20', attention: '41' });
  expect(textsOf(summary, 'Differences from the record')).toEqual([
    'Q2 2026, file 39. Total fees: the file total is $725.98 higher.',
  ]);
  expect(textsOf(summary, 'Skipped checks')).toEqual(['Households in all 2 files']);
  expect(textsOf(summary, 'Open')).toEqual([
    'Not signed off, so not in this pack: Q2 2026, file 40.',
    'Saved again since they were signed off, so not in this pack: Q2 2026, file 42.',
    'Signed off by colleagues only, so their results are not in this pack: Q2 2026, file 41.',
    'Rejected: Q2 2026, file 39.',
    '41 lines need attention in 1 of 2 files; lines.csv of each file lists them.',
  ]);
  expect(textsOf(summary, 'Sign-off notes')).toEqual([
    'Q2 2026, file 39: Sent back.',
    'Q2 2026, file 38: Checked.',
  ]);
  expect(textsOf(summary, 'Signed off by colleagues')).toEqual(['Q2 2026, file 41: Approved by Ada Park']);
  // A fee file shows neither that a fee was paid nor that it is right.
  expect(JSON.stringify(summary)).not.toMatch(/collected|correct/);
});

it('lists files that differ first, then those with skipped checks, the latest first', () => {
  const file = (name: string, outcome: ComparedOutcome, endDate = '2026-06-30') =>
    summarizedFileOf('1', { name, outcome, endDate });
  const { rows } = periodSummary(
    [file('c', 'agrees'), file('b', 'skipped'), file('a2', 'differs'), file('a1', 'differs', '2026-09-30')],
    [],
  );
  expect(rows.map(({ name }) => name)).toEqual(['a1', 'a2', 'b', 'c']);
});

it('counts a file that was not compared with its record apart from those that agree', () => {
  const summary = periodSummary([summarizedFileOf('38', { outcome: 'not-compared' })], []);
  expect(summary.about).toContain('0 differ, 0 agree, 1 was not compared.');
  expect(summary.rows[0]?.outcome).toBe('Not compared');
});

it('fits one page with any number of files, and counts what it leaves out', () => {
  const files = Array.from({ length: 60 }, (_, index) =>
    summarizedFileOf(String(index + 1), {
      outcome: 'differs',
      differences: ['Accounts: the file has 1 more account.'],
    }),
  );
  const summary = periodSummary(files, []);
  expect(summary.rows).toHaveLength(40);
  expect(summary.moreFilesText).toBe('And 20 more files, in files.csv.');
  expect(summary.total.sum).toBe('$6,006.00');
  expect(textsOf(summary, 'Differences from the record')).toHaveLength(4);
  expect(textsOf(summary, 'Differences from the record')?.at(-1)).toBe('And 57 more, in files.csv.');
  expect(textsOf(summary, 'Open')).toEqual(['None.']);
  expect(textsOf(summary, 'Signed off by colleagues')).toBeUndefined();
});

it('names a range of periods by its first and last', () => {
  expect(periodRangeText(['2026-06-30', null, '2025-12-31'])).toBe('Q4 2025 to Q2 2026');
  expect(periodRangeText([null])).toBe('');
});

it('can be written for all files that can be reconciled together', () => {
  const fileIds = Array.from({ length: MAX_FILES_TOGETHER }, (_, index) => String(index));
  const input = { fileIds, signed: [], summaryPdf: '', grant: 'g' };
  for (const call of [
    reconcileContract.periodSummary,
    reconcileContract.periodEvidence,
    feeFilesContract.colleagueSignOffs,
  ])
    expect(call['~orpc'].inputSchema?.safeParse(input).success).toBe(true);
});
