import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../failure';
import { row, selection } from '../query';
import { comparison, guess, isOfBefore, notation, resultRemark } from './reconcile-findings';

const call = oc.errors(errors);

/** Where account number and amount stand in one file of the archive. Columns are counted from 0. */
export const entryMapping = z.object({
  /** Name of the file in the archive. */
  entry: z.string(),
  /** Custodian code; empty when it is not known. */
  custodian: z.string().max(20),
  /** The file is no list of fees, and is not counted. */
  leftOut: z.boolean(),
  /** Line with the headings, counted from 0; null: the file has none. */
  heading: z.number().int().min(0).nullable(),
  account: z.number().int().min(0),
  amount: z.number().int().min(0),
  notation,
});
export type EntryMapping = z.output<typeof entryMapping>;

/** What a column looks like: its heading, examples, and whether it may be one of the two that matter. */
export const columnSeen = z.object({
  heading: z.string(),
  examples: z.array(z.string()),
});

/** Why a file of an archive is no list of fees; it is then left out. */
export const entryProblem = z.discriminatedUnion('code', [
  z.object({ code: z.literal('unreadable'), failure }),
  z.object({ code: z.enum(['no-columns', 'no-amounts', 'no-account-numbers']) }),
]);
export type EntryProblem = z.output<typeof entryProblem>;

/** One file of the archive, before it is reconciled: its first lines, and what was recognized. */
export const entryPreview = z.object({
  mapping: entryMapping,
  custodian: guess,
  account: guess,
  amount: guess,
  notation: guess,
  /** The columns are those that a person confirmed for this custodian before. */
  remembered: z.boolean(),
  columns: z.array(columnSeen),
  /** The first lines, headings included. */
  rows: z.array(z.array(z.string())),
  problem: entryProblem.nullable(),
});
export type EntryPreview = z.output<typeof entryPreview>;

/** The saved file that is reconciled, with what its record says (spec 2.8). Money as decimal text. */
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

/** What makes a line worth a look. Each line can have several. */
export const LINE_KINDS = {
  unmatched: 'No such account',
  ambiguous: 'Several accounts',
  'other-custodian': 'Another custodian',
  closed: 'Closed',
  stale: 'Stale',
  'direct-billed': 'Billed directly',
  duplicate: 'Billed twice',
  negative: 'Negative',
  zero: 'Zero',
  unreadable: 'Not readable',
  new: 'New since last period',
  gone: 'Removed since last period',
} as const;
export type LineKind = keyof typeof LINE_KINDS;
/** From what asks for a person most: money billed without a basis, then what may be right after all. */
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

/** What one custodian's files hold, beside the period before. */
export const custodianSum = z.object({
  custodian: z.string(),
  files: z.number().int(),
  lines: z.number().int(),
  accounts: z.number().int(),
  sum: z.string(),
  /** Null where the file of the period before is not there, or does not hold this custodian. */
  before: z
    .object({
      accounts: z.number().int(),
      sum: z.string(),
      new: z.number().int(),
      gone: z.number().int(),
      /** This period's sum less that of the period before. */
      change: z.string(),
    })
    .nullable(),
});
export type CustodianSum = z.output<typeof custodianSum>;

export const reconciliation = z.object({
  file: feeFileFacts,
  /** When the local copy of the accounts was whole the last time; ISO, UTC. */
  accountsAsOf: z.string().nullable(),
  /** The period before, if its file is saved too. */
  before: z.object({ fileId: z.string(), endDate: z.string().nullable(), sha256: z.string() }).nullable(),
  mappings: z.array(entryMapping),
  lines: z.number().int(),
  /** Lines with something about them that asks for a person's eyes. */
  worthALook: z.number().int(),
  accounts: z.number().int(),
  sum: z.string(),
  comparisons: z.array(comparison),
  kinds: z.array(z.object({ kind: lineKind, lines: z.number().int(), sum: z.string() })),
  custodians: z.array(custodianSum),
  /** Things to know that are no comparison: files left out, lines that are totals. */
  remarks: z.array(resultRemark),
  /** SHA-256 of the table of lines, as CSV. */
  linesSha256: z.string(),
});
export type Reconciliation = z.output<typeof reconciliation>;

/** Whether anything of the file is other than its record says. */
export const differsFromRecord = ({ comparisons }: Pick<Reconciliation, 'comparisons'>): boolean =>
  comparisons.some((one) => !isOfBefore(one) && one.outcome === 'differs');

/** A reconciled file in a word: `skipped`, where a check could not be made. */
export const fileOutcome = z.enum(['agrees', 'differs', 'skipped']);
export type FileOutcome = z.output<typeof fileOutcome>;
export const outcomeOf = (result: Pick<Reconciliation, 'comparisons'>): FileOutcome =>
  differsFromRecord(result)
    ? 'differs'
    : result.comparisons.some((one) => !isOfBefore(one) && one.outcome === 'unsaid')
      ? 'skipped'
      : 'agrees';

/** What a person decided about a reconciled file. */
export const decision = z.enum(['approved', 'approved-with-exceptions', 'rejected']);
export type Decision = z.output<typeof decision>;

/**
 * What a sign-off is sealed over. 1: no decision; 2: with one; both over a result told in sentences. 3: over codes and
 * facts.
 */
export const sealFormat = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type SealFormat = z.output<typeof sealFormat>;

/** A reconciliation that a person signed off. */
export const signedOff = z.object({
  id: z.number().int(),
  format: sealFormat,
  fileId: z.string(),
  signedAt: z.string(),
  /** Operating-system user. */
  signedBy: z.string(),
  /** Null in those signed off before there was a choice. */
  decision: decision.nullable(),
  note: z.string(),
  fileSha256: z.string(),
  resultSha256: z.string(),
  seal: z.string(),
});
export type SignedOff = z.output<typeof signedOff>;

/** What became of a signed reconciliation and of its file since. */
export const signedState = z.enum(['holds', 'other-file', 'file-missing', 'seal-broken']);
export type SignedState = z.output<typeof signedState>;

/** The columns of the table of lines. */
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
  'remark',
  'entry',
  'line',
  'written',
] as const;
export type LineColumn = (typeof LINE_COLUMNS)[number];
const lineColumn = z.enum(LINE_COLUMNS);

/** Which lines of a reconciliation, in which order. `kind` null: every line; "any": every line worth a look. */
export const lineQuery = z.object({
  fileId: z.string(),
  kind: z.union([lineKind, z.literal('any')]).nullable(),
  custodian: z.string().nullable(),
  search: z.string().max(200),
  sort: z.object({ field: lineColumn, descending: z.boolean() }),
});
export type LineQuery = z.output<typeof lineQuery>;

/** An account as fee files name it; where its custodian is not known, the number alone. */
export const billedAccount = z.object({ number: z.string(), custodian: z.string().nullable() });
export type BilledAccount = z.output<typeof billedAccount>;

export const reconcileContract = {
  /** Where a file stands: the result of this session, if there is one, and what was signed before, newest first. */
  open: call.input(z.object({ fileId: z.string() })).output(
    z.object({
      /** Null when the saved file cannot be read; `problem` says why. */
      file: feeFileFacts.nullable(),
      problem: failure.nullable(),
      result: reconciliation.nullable(),
      signed: z.array(signedOff.extend({ state: signedState })),
    }),
  ),
  /** The files of the archive with the columns recognized in them. Fails as `file-unreadable` when it is not saved. */
  preview: call.input(z.object({ fileId: z.string() })).output(z.object({ entries: z.array(entryPreview) })),
  /**
   * Reconciles with these columns. Those that a person `confirmed` are remembered for their custodians; columns that were
   * recognized with certainty need nobody, and are recognized again.
   */
  run: call
    .input(
      z.object({ fileId: z.string(), mappings: z.array(entryMapping).max(10_000), confirmed: z.boolean() }),
    )
    .output(reconciliation),
  /**
   * What the saved files of the last periods bill to these accounts, the latest first. `unread`: files whose
   * columns are not certain, or that cannot be read: they may bill more. `left`: older saved files, which were not read.
   */
  feesOf: call.input(z.object({ accounts: z.array(billedAccount).max(2_000) })).output(
    z.object({
      periods: z.array(
        z.object({
          fileId: z.string(),
          endDate: z.string().nullable(),
          accounts: z.number().int(),
          sum: z.string(),
        }),
      ),
      unread: z.number().int(),
      left: z.number().int(),
    }),
  ),
  /** A stretch of the lines of the last result; keys are `line number:account key`. */
  lines: call
    .input(
      z.object({
        query: lineQuery,
        columns: z.array(lineColumn),
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(20_000),
      }),
    )
    .output(z.object({ rows: z.array(row), total: z.number().int() })),
  position: call
    .input(z.object({ query: lineQuery, key: z.string() }))
    .output(z.object({ index: z.number().int().nullable() })),
  /** Puts the chosen lines on the clipboard, tab-separated; answers how many. */
  copy: call
    .input(z.object({ query: lineQuery, selection, columns: z.array(lineColumn) }))
    .output(z.object({ rows: z.number().int() })),
  /**
   * Signs the last result off with a decision and a note; sealed with the hashes of the file and of the result. Fails as
   * `conflict` where a file that differs from its record is to be approved without exceptions.
   */
  signOff: call
    .input(z.object({ fileId: z.string(), decision, note: z.string().trim().min(1).max(4000) }))
    .output(signedOff),
  /** Writes the evidence pack of a signed reconciliation to a file chosen before. */
  evidence: call
    .input(z.object({ id: z.number().int(), grant: z.string() }))
    .output(z.object({ files: z.number().int(), sha256: z.string() })),
};
