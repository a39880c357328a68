import { describe, expect, it } from 'vitest';
import type { Decision } from '#contract/features/reconcile/schemas';
import type { Reconciliation } from '#contract/features/reconcile/reconciliation';
import type { SignedState } from '#contract/features/reconcile/calls';
import type { Comparison } from '#contract/features/reconcile/findings';
import { formatSignedMoney } from '#contract/format-value';
import { encodeLineIssue } from '#contract/line-issues';
import {
  comparisonText,
  differencesText,
  lineIssuesText,
  feeFileName,
  shortTitle,
  skippedChecksText,
  comparedValueText,
} from '#contract/features/reconcile/messages';
import {
  comparisonOutcomeLabel,
  resultNoteText,
  reconciliationVerdict,
} from '../../../../renderer/features/reconcile/comparison-messages';
import { guessText } from '../../../../renderer/features/reconcile/guess-messages';
import { accountInKey, reconciledLineColumns } from '../../../../renderer/features/reconcile/line-columns';
import {
  columnLabel,
  entryLabel,
  kindChoices,
  signOffCaveats,
  signOffLabel,
} from '../../../../renderer/features/reconcile/reconcile-messages';
import { entryPreviewOf, guessOf } from './samples';

const comparison = (overrides: Partial<Comparison> = {}): Comparison => ({
  what: 'accounts',
  outcome: 'agrees',
  expected: '3',
  found: '3',
  atMost: null,
  leftOut: 0,
  changed: null,
  why: null,
  ...overrides,
});

const result = (comparisons: Comparison[], kinds: Reconciliation['kinds'] = []): Reconciliation => ({
  file: {
    id: '40',
    endDate: '2026-09-30',
    sha256: 'ab',
    bytes: 1,
    name: '40.zip',
    record: { files: 1, custodians: 1, accounts: 3, households: 3, periodDebit: '1' },
  },
  accountsAsOf: null,
  before: null,
  mappings: [],
  lines: 1206,
  worthALook: 3,
  accounts: 1205,
  sum: '1467721.90',
  comparisons,
  kinds,
  custodians: [],
  remarks: [],
  probablyMissing: [],
  linesSha256: 'cd',
});

describe('verdict', () => {
  it('is good only if every comparison with the record agrees', () => {
    expect(reconciliationVerdict(result([comparison()]))).toMatchObject({
      tone: 'good',
      label: 'The file agrees with its record',
    });
    const withSkipped = result([comparison(), comparison({ outcome: 'unsaid' })]);
    expect(reconciliationVerdict(withSkipped)).toMatchObject({
      tone: 'warn',
      label: 'The file agrees with its record, with 1 check skipped: accounts',
    });
    expect(reconciliationVerdict(withSkipped, false).label).toBe(
      'The file agrees with its record, with 1 check skipped',
    );
  });

  it('does not say that a file agrees if nothing was compared', () => {
    expect(reconciliationVerdict(result([comparison({ outcome: 'unsaid' })]))).toMatchObject({
      tone: 'warn',
      label: 'The file was not compared with its record',
    });
  });

  it('names the differences and the totals', () => {
    const verdict = reconciliationVerdict(
      result([
        comparison({ what: 'period-debit', outcome: 'differs' }),
        comparison({ outcome: 'differs' }),
        comparison({ what: 'files' }),
      ]),
    );
    expect(verdict.label).toBe('The file differs from its record in total fees and accounts');
    expect(verdict.text).toBe('1,206 lines for 1,205 accounts, $1,467,721.90 in all.');
  });

  it('is not affected by a change since the previous period', () => {
    const changeSinceBefore = comparison({ what: 'before-sum', outcome: 'differs' });
    expect(reconciliationVerdict(result([comparison(), changeSinceBefore])).tone).toBe('good');
    expect(comparisonOutcomeLabel(changeSinceBefore)).toEqual({ label: 'Changed', tone: 'accent' });
    expect(comparisonOutcomeLabel({ ...changeSinceBefore, outcome: 'agrees' })).toEqual({
      label: 'Unchanged',
      tone: 'quiet',
    });
    expect(comparisonOutcomeLabel(comparison({ outcome: 'differs' })).tone).toBe('bad');
    expect(shortTitle(changeSinceBefore)).toBe('Total');
  });
});

it('shows a valid sign-off by its decision, in green only if it approves', () => {
  const label = (decision: Decision | null, state: SignedState = 'holds') =>
    signOffLabel({ state, decision });
  expect(label('approved')).toEqual({ label: 'Approved', tone: 'good' });
  expect(label('approved-with-exceptions').tone).toBe('warn');
  expect(label('rejected')).toEqual({ label: 'Rejected', tone: 'bad' });
  expect(label(null)).toMatchObject({ label: 'Signed off', tone: 'quiet' });
  expect(label('approved', 'other-file')).toMatchObject({ label: 'Modified', tone: 'bad' });
});

describe('comparison', () => {
  const differenceText = (overrides: Partial<Comparison>) =>
    comparisonText(comparison({ outcome: 'differs', ...overrides }));
  const undeterminedText = (why: Comparison['why'], subject: Comparison['what'] = 'accounts') =>
    comparisonText(comparison({ outcome: 'unsaid', what: subject, why }));

  it('has no text if it agrees', () => expect(comparisonText(comparison())).toBe(''));

  it('is listed in one line with all others that differ from the record', () => {
    const debit = comparison({ what: 'period-debit', outcome: 'differs', expected: '12.30', found: '10.00' });
    const accounts = comparison({ outcome: 'differs', expected: '3', found: '2' });
    const changeSinceBefore = comparison({
      what: 'before-sum',
      outcome: 'differs',
      expected: '1.00',
      found: '10.00',
    });
    expect(differencesText({ comparisons: [debit, comparison(), accounts, changeSinceBefore] })).toBe(
      'Total fees: the file total is $2.30 lower · Accounts: the file has 1 fewer account',
    );
  });

  it('shows the exact difference and its direction', () => {
    expect(differenceText({ what: 'period-debit', expected: '0.10', found: '1234567890123456.30' })).toBe(
      'The file total is $1,234,567,890,123,456.20 higher.',
    );
    expect(differenceText({ expected: '1205', found: '1204', leftOut: 2 })).toBe(
      'The file has 1 fewer account. 2 files of the archive were skipped.',
    );
    expect(differenceText({ what: 'households', expected: '9', found: '4', atMost: '6' })).toBe(
      'The file’s accounts belong to at least 3 fewer households.',
    );
    expect(differenceText({ what: 'households', expected: '3', found: '5' })).toBe(
      'The file’s accounts belong to 2 more households.',
    );
    expect(differenceText({ what: 'before-accounts', changed: { added: 1, gone: 2 } })).toBe(
      '1 new account and 2 removed accounts.',
    );
    expect(differenceText({ what: 'before-sum', expected: '100.00', found: '101.20' })).toBe(
      'Up $1.20 (1.20%).',
    );
    expect(differenceText({ what: 'before-sum', expected: '101.20', found: '100.00' })).toBe(
      'Down $1.20 (1.19%).',
    );
  });

  it('explains why it is undetermined', () => {
    expect(undeterminedText({ code: 'not-in-record' }, 'households')).toBe(
      'the record has no count of households.',
    );
    expect(undeterminedText({ code: 'not-in-record' }, 'period-debit')).toBe('the record has no total fees.');
    expect(undeterminedText({ code: 'unread-amounts', count: 1 })).toBe('1 amount could not be read.');
    expect(undeterminedText({ code: 'unsure-custodian', entry: 'fees.csv', endDate: '2026-06-30' })).toMatch(
      /^the custodian of fees\.csv of .*2026 is unknown\.$/,
    );
    expect(undeterminedText({ code: 'unsure-columns', entry: 'SWB.csv', endDate: '2026-06-30' })).toMatch(
      /^the columns of SWB\.csv of .*2026 could not be recognized with certainty\.$/,
    );
  });

  it('formats money, counts and ranges', () => {
    expect(comparedValueText({ what: 'before-sum' }, '1234.50')).toBe('$1,234.50');
    expect(comparedValueText({ what: 'households' }, '1205', '1300')).toBe('1,205 to 1,300');
    expect(comparedValueText({ what: 'files' }, null)).toBe('—');
  });
});

it('names everything that supports a guess', () => {
  expect(
    guessText({
      confidence: 'sure',
      reasons: [
        { code: 'heading', heading: 'Acct' },
        { code: 'known-accounts', share: 0.987, examples: 100 },
      ],
    }),
  ).toBe('The heading is “Acct”. 98% of 100 examples are numbers of your accounts.');
  expect(guessText({ confidence: 'unsure', reasons: [] })).toContain('best match of all columns');
  const remembered = (change?: { by: string; at: string }) =>
    guessText({ confidence: 'sure', reasons: [{ code: 'remembered', ...(change && { change }) }] });
  expect(remembered()).toBe('You confirmed this for this custodian before.');
  expect(remembered({ by: 'Ada Park', at: '2026-11-21T16:14:00Z' })).toMatch(
    /^Confirmed for this custodian by Ada Park on Nov 21, 2026, .+\.$/,
  );
});

it('names the file in an issue of the result', () => {
  expect(resultNoteText({ code: 'left-out', entry: 'notes.txt' })).toBe(
    'notes.txt was skipped and is not counted.',
  );
});

it('shows coded issues of a line as sentences, and other text unchanged', () => {
  const allIssues = [
    encodeLineIssue('no-account-number'),
    encodeLineIssue('no-amount', '12;5 % x'),
    encodeLineIssue('several-accounts', 1205),
    encodeLineIssue('held-at', 'NFS'),
    encodeLineIssue('closed-later'),
    encodeLineIssue('closed-earlier'),
    encodeLineIssue('zeros-lost', '00 12'),
    encodeLineIssue('repeated', 1, 2),
  ].join('; ');
  expect(lineIssuesText(allIssues)).toBe(
    [
      'No account number.',
      '“12;5 % x” is not an amount.',
      '1,205 accounts have this number.',
      'The account is held at Fidelity.',
      'Closed after the period ended.',
      'Closed before the period ended.',
      'Leading zeros may be missing: account 00 12 exists.',
      'Line 1 of 2 for this account.',
    ].join(' '),
  );
  expect(
    reconciledLineColumns()
      .find(({ name }) => name === 'issue')
      ?.text(allIssues),
  ).toBe(lineIssuesText(allIssues));
  expect(lineIssuesText('The account is held at Fidelity.')).toBe('The account is held at Fidelity.');
});

it('lists the kinds of lines: all, needing attention, then each existing kind', () => {
  const kinds = kindChoices(result([], [{ kind: 'duplicate', lines: 2, sum: '1205.06' }]));
  expect(kinds.map(({ kind, label, count, sum }) => [kind, label, count, sum])).toEqual([
    [null, 'All lines', '1,206', '$1,467,721.90'],
    ['any', 'Needs attention', '3', ''],
    ['duplicate', 'Billed twice', '2', '$1,205.06'],
  ]);
});

it('rates a file by its least certain column or custodian, unless remembered or skipped', () => {
  expect(entryLabel(entryPreviewOf()).label).toBe('Recognized');
  expect(entryLabel(entryPreviewOf({ amount: guessOf('likely') })).label).toBe('Likely');
  expect(entryLabel(entryPreviewOf({ amount: guessOf('unsure') })).label).toBe('Check');
  expect(entryLabel(entryPreviewOf({ notation: guessOf('unsure') })).label).toBe('Check');
  expect(entryLabel(entryPreviewOf({ isRemembered: true })).label).toBe('As before');
  expect(entryLabel(entryPreviewOf({ mapping: { ...entryPreviewOf().mapping, custodian: '' } })).label).toBe(
    'Check',
  );
  expect(entryLabel(entryPreviewOf({ mapping: { ...entryPreviewOf().mapping, leftOut: true } })).label).toBe(
    'Skipped',
  );
});

it('names columns without headings as in spreadsheets', () => {
  expect([0, 25, 26, 52].map((index) => columnLabel('', index))).toEqual([
    'Column A',
    'Column Z',
    'Column AA',
    'Column BA',
  ]);
  expect(columnLabel('Fee', 3)).toBe('Fee');
});

it('shows the sign of a change', () => {
  expect(formatSignedMoney('12.30')).toBe('+$12.30');
  expect(formatSignedMoney('-12.30')).toBe('-$12.30');
  expect(formatSignedMoney('0.00')).toBe('$0.00');
});

it('finds the account that a line opens', () => {
  expect(accountInKey('12:1001')).toBe('1001');
  expect(accountInKey('g3:1001')).toBe('1001');
  expect(accountInKey('12:')).toBeNull();
});

it('shows amounts as money, codes by label, and a stale account in a warning color', () => {
  const columns = new Map(reconciledLineColumns().map((column) => [column.name, column]));
  expect(columns.get('amount')?.text('-1234.5')).toBe('-$1,234.50');
  expect(columns.get('billed')?.text('D')).toBe('Direct');
  expect(columns.get('status')?.tone?.('stale')).toBe('warn');
  expect(columns.get('status')?.tone?.(null)).toBeUndefined();
});

it('says which checks were skipped, and why', () => {
  const skipped = comparison({ what: 'households', outcome: 'unsaid', why: { code: 'not-in-record' } });
  expect(skippedChecksText([skipped, comparison()])).toBe(
    'Skipped: households (the record has no count of households)',
  );
  expect(skippedChecksText([comparison(), { ...skipped, what: 'before-sum' }])).toBe('');
});

it('names a file by its period: a quarter, or a month of a firm that bills monthly', () => {
  expect(feeFileName('39', '2026-06-30')).toBe('Q2 2026 (file 39)');
  expect(feeFileName('39', '2026-06-30', ['2026-03-31', null])).toBe('Q2 2026 (file 39)');
  expect(feeFileName('39', '2026-06-30', ['2026-05-31'])).toBe('June 2026 (file 39)');
  expect(feeFileName('39', null)).toBe('File 39');
});

it('says before a sign-off what was skipped and how many lines need attention', () => {
  const fileWith = (subjects: readonly string[], worthALook: number) =>
    ({
      worthALook,
      comparisons: [
        ...subjects.map((subject) => ({ what: subject, outcome: 'unsaid' })),
        { what: 'before-sum', outcome: 'unsaid' },
        { what: 'files', outcome: 'agrees' },
      ],
    }) as unknown as Reconciliation;
  const sixFiles = [60, 30, 30, 30, 30, 30].map((lines) => fileWith(['households'], lines));
  expect(signOffCaveats(sixFiles)).toBe('1 check skipped in all 6, 210 lines need attention');
  expect(signOffCaveats([fileWith(['households', 'accounts'], 0), fileWith([], 1)])).toBe(
    '2 checks skipped in 1 of 2, 1 line needs attention',
  );
  expect(signOffCaveats([fileWith([], 0)])).toBe('');
});
