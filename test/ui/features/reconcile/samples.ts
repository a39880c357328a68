import type { EntryPreview, Reconciliation } from '#contract/features/reconcile/reconciliation';
import type { SummarizedFile } from '#contract/features/reconcile/calls';
import type { Comparison, Confidence, Guess } from '#contract/features/reconcile/findings';

/** Returns a signed file of Q2 2026 that agrees with its record. */
export const summarizedFileOf = (
  fileId: string,
  overrides: Partial<SummarizedFile> = {},
): SummarizedFile => ({
  fileId,
  name: `Q2 2026, file ${fileId}`,
  endDate: '2026-06-30',
  outcome: 'agrees',
  lines: 10,
  flaggedLines: 0,
  accounts: 10,
  sum: '100.10',
  differences: [],
  skipped: [],
  signed: {
    id: Number(fileId),
    fileId,
    signedAt: '2026-11-21T08:00:00.000Z',
    signedBy: 'pat',
    decision: 'approved',
    note: 'Checked.',
    fileSha256: 'cd'.repeat(32),
    seal: '5a'.repeat(32),
  },
  ...overrides,
});

export const guessOf = (confidence: Confidence): Guess => ({ confidence, reasons: [] });

/** Returns a file of an archive whose columns and custodian were recognized. */
export const entryPreviewOf = (overrides: Partial<EntryPreview> = {}): EntryPreview => ({
  mapping: {
    entry: 'SWB.csv',
    custodian: 'SWB',
    leftOut: false,
    heading: 0,
    account: 0,
    amount: 1,
    notation: 'point',
  },
  custodian: guessOf('sure'),
  account: guessOf('sure'),
  amount: guessOf('sure'),
  notation: guessOf('sure'),
  isRemembered: false,
  columns: [],
  rows: [],
  lineNumbers: [],
  problem: null,
  ...overrides,
});

const periodDebit = (outcome: 'agrees' | 'differs', total: string): Comparison => ({
  what: 'period-debit',
  outcome,
  expected: '10.00',
  found: total,
  atMost: null,
  leftOut: 0,
  changed: null,
  why: null,
});

/** Returns the result of a file of Q3 2026 with one line, whose record has a total of 10.00. */
export const resultOf = (
  id: string,
  total: string,
  overrides: Partial<Reconciliation> = {},
): Reconciliation => ({
  file: {
    id,
    endDate: '2026-09-30',
    sha256: 'ab'.repeat(32),
    bytes: 1,
    name: `${id}.zip`,
    record: { files: 1, custodians: 1, accounts: 1, households: 1, periodDebit: '10.00' },
  },
  accountsAsOf: null,
  before: null,
  mappings: [],
  lines: 1,
  worthALook: 0,
  accounts: 1,
  sum: total,
  comparisons: [periodDebit(total === '10.00' ? 'agrees' : 'differs', total)],
  kinds: [],
  custodians: [],
  remarks: [],
  probablyMissing: [],
  linesSha256: `lines of ${id} ${total}`,
  ...overrides,
});
