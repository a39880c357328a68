import type { EntryPreview, SummarizedFile } from '#contract/features/reconcile/calls';
import type { Confidence, Guess } from '#contract/features/reconcile/findings';

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
