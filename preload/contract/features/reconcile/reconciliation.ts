import { z } from 'zod';
import { failure } from '../../failure';
import {
  comparison,
  guess,
  isWithPreviousPeriod,
  resultIssue,
  type UnsureReason,
  type Comparison,
} from './findings';
import { notation, fileOutcome, type FileOutcome } from './schemas';

/** Maximum number of fee upload files saved or reconciled together: more than a firm gets in decades. */
export const MAX_FILES_TOGETHER = 1_000;

/** The columns of account number and amount in one file of the archive, counted from 0. */
export const entryMapping = z.object({
  /** Name of the file in the archive. */
  entry: z.string(),
  /** Custodian code; empty if unknown. */
  custodian: z.string().max(20),
  /** The file is not a fee list and is not counted. */
  leftOut: z.boolean(),
  /** Row of the headings, counted from 0 without empty lines; null if there are none. */
  heading: z.number().int().min(0).nullable(),
  account: z.number().int().min(0),
  amount: z.number().int().min(0),
  notation,
});
export type EntryMapping = z.output<typeof entryMapping>;

/** A column: its heading and example values. */
export const columnPreview = z.object({
  heading: z.string(),
  examples: z.array(z.string()),
});

/** The reason why a file of the archive is not a fee list and is left out. */
export const entryProblem = z.discriminatedUnion('code', [
  z.object({ code: z.literal('unreadable'), failure }),
  z.object({ code: z.enum(['no-columns', 'no-amounts', 'no-account-numbers']) }),
]);
export type EntryProblem = z.output<typeof entryProblem>;

/** One file of the archive before reconciliation: its first lines and what was recognized. */
export const entryPreview = z.object({
  mapping: entryMapping,
  custodian: guess,
  account: guess,
  amount: guess,
  notation: guess,
  /** True if the user confirmed these columns for this custodian before. */
  isRemembered: z.boolean(),
  columns: z.array(columnPreview),
  /** The first lines, including headings. */
  rows: z.array(z.array(z.string())),
  /** The line of each row in the file, from 1. */
  lineNumbers: z.array(z.number().int()),
  problem: entryProblem.nullable(),
});
export type EntryPreview = z.output<typeof entryPreview>;

/** Returns what the user must confirm about a file before its fees count; null if nothing. */
function unsureReasonOf({ mapping, account, amount, notation }: EntryPreview): UnsureReason | null {
  if (mapping.leftOut) return null;
  if ([account, amount, notation].some(({ confidence }) => confidence === 'unsure')) return 'unsure-columns';
  return mapping.custodian === '' ? 'unsure-custodian' : null;
}
export const needsConfirmation = (entry: EntryPreview): boolean => unsureReasonOf(entry) !== null;

/** Returns the first of these files that needs a confirmation, and why; null if none does. */
export function firstUnsure(
  entries: readonly EntryPreview[],
): { readonly code: UnsureReason; readonly entry: string } | null {
  for (const preview of entries) {
    const code = unsureReasonOf(preview);
    if (code) return { code, entry: preview.mapping.entry };
  }
  return null;
}

/** The saved file, and the values of its record (spec 2.8). Money as decimal text. */
export const feeFileFacts = z.object({
  id: z.string(),
  endDate: z.string().nullable(),
  sha256: z.string(),
  bytes: z.number().int(),
  name: z.string(),
  record: z.object({
    files: z.number().int().nullable(),
    custodians: z.number().int().nullable(),
    accounts: z.number().int().nullable(),
    households: z.number().int().nullable(),
    periodDebit: z.string().nullable(),
  }),
});
export type FeeFileFacts = z.output<typeof feeFileFacts>;

/** Reasons why a line needs attention, or a change since the previous period. A line can have several. */
export const LINE_KINDS = {
  unmatched: 'Not in our accounts',
  ambiguous: 'Several accounts',
  'other-custodian': 'Another custodian',
  closed: 'Closed',
  stale: 'Stale',
  'direct-billed': 'Billed directly',
  duplicate: 'Billed twice',
  negative: 'Negative',
  zero: 'Zero',
  unreadable: 'Not readable',
  new: 'New since prior period',
  gone: 'Removed since prior period',
} as const;
export type LineKind = keyof typeof LINE_KINDS;
/** Most severe first: from money billed without a basis to lines that may be fine. */
export const KINDS_BY_SEVERITY: readonly LineKind[] = [
  'unmatched',
  'ambiguous',
  'duplicate',
  'unreadable',
  'other-custodian',
  'closed',
  'stale',
  'direct-billed',
  'negative',
  'zero',
  'new',
  'gone',
];
export const lineKind = z.enum(Object.keys(LINE_KINDS) as [LineKind]);

/** The totals of one custodian's files, compared with the previous period. */
export const custodianSum = z.object({
  custodian: z.string(),
  files: z.number().int(),
  lines: z.number().int(),
  accounts: z.number().int(),
  sum: z.string(),
  /** Null if the previous period's file is missing or does not contain this custodian. */
  before: z
    .object({
      accounts: z.number().int(),
      sum: z.string(),
      new: z.number().int(),
      gone: z.number().int(),
      /** This period's sum minus the previous period's. */
      change: z.string(),
    })
    .nullable(),
});
export type CustodianSum = z.output<typeof custodianSum>;

/** An account of the previous period that the file most likely lacks; money as decimal text. */
export const missingAccount = z.object({
  number: z.string(),
  /** Null if it is not among the cached accounts. */
  name: z.string().nullable(),
  /** The amount that it was billed in the previous period. */
  amount: z.string(),
});
export type MissingAccount = z.output<typeof missingAccount>;

export const reconciliation = z.object({
  file: feeFileFacts,
  /** When the cached accounts were last complete; ISO, UTC. */
  accountsAsOf: z.string().nullable(),
  /** The previous period's file; null if there is none to compare with (`why` of the comparisons). */
  before: z.object({ fileId: z.string(), endDate: z.string().nullable(), sha256: z.string() }).nullable(),
  mappings: z.array(entryMapping),
  lines: z.number().int(),
  /** Number of lines that need attention. Sealed results store this name. */
  worthALook: z.number().int(),
  accounts: z.number().int(),
  sum: z.string(),
  comparisons: z.array(comparison),
  kinds: z.array(z.object({ kind: lineKind, lines: z.number().int(), sum: z.string() })),
  custodians: z.array(custodianSum),
  /** Issues that are not comparisons: excluded files, lines with totals. Sealed results store this name. */
  remarks: z.array(resultIssue),
  /** Accounts that explain why the file has fewer than its record; older sealed results have none. */
  probablyMissing: z.array(missingAccount).default([]),
  /** SHA-256 of the lines table as CSV. */
  linesSha256: z.string(),
});
export type Reconciliation = z.output<typeof reconciliation>;

interface Compared {
  readonly comparisons: readonly Pick<Comparison, 'what' | 'outcome'>[];
}

/** Returns whether anything in the file differs from its record. */
export const differsFromRecord = ({ comparisons }: Compared): boolean =>
  comparisons.some((compared) => !isWithPreviousPeriod(compared) && compared.outcome === 'differs');

/** Returns whether anything in the file was compared with its record; nothing is if the record is missing or empty. */
export const isComparedWithRecord = ({ comparisons }: Compared): boolean =>
  comparisons.some((compared) => !isWithPreviousPeriod(compared) && compared.outcome !== 'unsaid');

/** Returns the result in one word, as stored (`fileOutcome`). */
export const fileOutcomeOf = (result: Compared): FileOutcome =>
  differsFromRecord(result)
    ? 'differs'
    : result.comparisons.some((compared) => !isWithPreviousPeriod(compared) && compared.outcome === 'unsaid')
      ? 'skipped'
      : 'agrees';

/** The result in one word where its comparisons are known; `skipped`: some checks could not be made, but not all. */
export const comparedOutcome = z.enum([...fileOutcome.options, 'not-compared']);
export type ComparedOutcome = z.output<typeof comparedOutcome>;
export const comparedOutcomeOf = (result: Compared): ComparedOutcome =>
  isComparedWithRecord(result) ? fileOutcomeOf(result) : 'not-compared';

/**
 * The columns of the lines table. `billed`: how the account pays; `entry`: the file in the archive; `written`: the
 * amount as in the file.
 */
export const LINE_COLUMNS = [
  'kinds',
  'number',
  'amount',
  'name',
  'status',
  'custodian',
  'household',
  'billed',
  'closed_on',
  'issue',
  'entry',
  'line',
  'written',
] as const;
export type LineColumn = (typeof LINE_COLUMNS)[number];
