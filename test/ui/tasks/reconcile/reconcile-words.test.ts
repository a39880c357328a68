import { describe, expect, it } from 'vitest';
import type {
  Comparison,
  Decision,
  EntryPreview,
  Reconciliation,
  SignedState,
} from '../../../../preload/contract/calls/reconcile';
import { accountOf, lineColumns } from '../../../../renderer/tasks/reconcile/line-columns';
import {
  changeWords,
  columnLabel,
  entrySaid,
  kindChoices,
  outcomeSaid,
  restOfWords,
  shortTitle,
  signedSaid,
  verdictOf,
} from '../../../../renderer/tasks/reconcile/reconcile-words';

const comparison = (more: Partial<Comparison> = {}): Comparison => ({
  what: 'accounts',
  title: 'Accounts',
  outcome: 'agrees',
  words: 'agrees.',
  expected: '3',
  found: '3',
  ...more,
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
  linesSha256: 'cd',
});

describe('the verdict', () => {
  it('is good only when every comparison with the record agrees', () => {
    expect(verdictOf(result([comparison()]))).toMatchObject({
      tone: 'good',
      word: 'The file agrees with its record',
    });
    expect(verdictOf(result([comparison(), comparison({ outcome: 'unsaid' })]))).toMatchObject({
      tone: 'warn',
      word: 'The file agrees with its record, with 1 check skipped',
    });
  });

  it('names what differs, and how much there is in all', () => {
    const verdict = verdictOf(
      result([
        comparison({ title: 'Period debit', outcome: 'differs' }),
        comparison({ outcome: 'differs' }),
        comparison({ title: 'Files' }),
      ]),
    );
    expect(verdict.word).toBe('The file differs from its record in period debit and accounts');
    expect(verdict.text).toBe('1,206 lines for 1,205 accounts, $1,467,721.90 in all.');
  });

  it('does not hold a change since the period before against the file', () => {
    const before = comparison({ what: 'before-sum', title: 'Sum since last period', outcome: 'differs' });
    expect(verdictOf(result([comparison(), before])).tone).toBe('good');
    expect(outcomeSaid(before)).toEqual({ word: 'Differs', tone: 'accent' });
    expect(outcomeSaid(comparison({ outcome: 'differs' })).tone).toBe('bad');
    expect(shortTitle(before)).toBe('Sum');
  });
});

it('a sign-off that holds is told by its decision, and is green only where it approves', () => {
  const said = (decision: Decision | null, state: SignedState = 'holds') => signedSaid({ state, decision });
  expect(said('approved')).toEqual({ word: 'Approved', tone: 'good' });
  expect(said('approved-with-exceptions').tone).toBe('warn');
  expect(said('rejected')).toEqual({ word: 'Rejected', tone: 'bad' });
  expect(said(null)).toMatchObject({ word: 'Signed off', tone: 'quiet' });
  expect(said('approved', 'other-file')).toMatchObject({ word: 'Modified', tone: 'bad' });
});

it('the words after the outcome do not repeat it', () => {
  expect(restOfWords(comparison())).toBe('');
  expect(
    restOfWords(comparison({ outcome: 'differs', words: 'differs by $1.00: the file comes to more.' })),
  ).toBe('by $1.00: the file comes to more.');
  expect(restOfWords(comparison({ outcome: 'unsaid', words: 'not determined: x.' }))).toBe('x.');
});

it('the kinds of lines begin with all of them, then those worth a look, then each there is', () => {
  const kinds = kindChoices(result([], [{ kind: 'duplicate', lines: 2, sum: '1205.06' }]));
  expect(kinds.map(({ kind, label, count, sum }) => [kind, label, count, sum])).toEqual([
    [null, 'All lines', '1,206', '$1,467,721.90'],
    ['any', 'Needs attention', '3', ''],
    ['duplicate', 'Billed twice', '2', '$1,205.06'],
  ]);
});

it('a file of the archive is said to be as sure as its least sure column', () => {
  const guess = (confidence: 'sure' | 'likely' | 'unsure') => ({ confidence, why: '' });
  const entry = (more: Partial<EntryPreview> = {}): EntryPreview => ({
    mapping: {
      entry: 'SWB.csv',
      custodian: 'SWB',
      leftOut: false,
      heading: 0,
      account: 0,
      amount: 1,
      notation: 'point',
    },
    custodian: guess('sure'),
    account: guess('sure'),
    amount: guess('sure'),
    notation: guess('sure'),
    remembered: false,
    columns: [],
    rows: [],
    problem: null,
    ...more,
  });
  expect(entrySaid(entry()).word).toBe('Recognized');
  expect(entrySaid(entry({ amount: guess('likely') })).word).toBe('Likely');
  expect(entrySaid(entry({ amount: guess('unsure') })).word).toBe('Check');
  expect(entrySaid(entry({ notation: guess('unsure') })).word).toBe('Check');
  expect(entrySaid(entry({ remembered: true })).word).toBe('As before');
  expect(entrySaid(entry({ mapping: { ...entry().mapping, custodian: '' } })).word).toBe('Check');
  expect(entrySaid(entry({ mapping: { ...entry().mapping, leftOut: true } })).word).toBe('Left out');
});

it('columns without headings are named as in spreadsheets', () => {
  expect([0, 25, 26, 52].map((at) => columnLabel('', at))).toEqual([
    'Column A',
    'Column Z',
    'Column AA',
    'Column BA',
  ]);
  expect(columnLabel('Fee', 3)).toBe('Fee');
});

it('a change has its sign', () => {
  expect(changeWords('12.30')).toBe('+$12.30');
  expect(changeWords('-12.30')).toBe('-$12.30');
  expect(changeWords('0.00')).toBe('$0.00');
});

it('a line knows the account it opens', () => {
  expect(accountOf('12:1001')).toBe('1001');
  expect(accountOf('g3:1001')).toBe('1001');
  expect(accountOf('12:')).toBeNull();
});

it('amounts are shown as money and codes in words', () => {
  const columns = new Map(lineColumns().map((column) => [column.name, column]));
  expect(columns.get('amount')?.text('-1234.5')).toBe('-$1,234.50');
  expect(columns.get('billed')?.text('D')).toBe('Billed directly');
  expect(columns.get('status')?.tone?.('stale')).toBe('warn');
  expect(columns.get('status')?.tone?.(null)).toBeUndefined();
});
