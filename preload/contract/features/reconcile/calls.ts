import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../../failure';
import { row, selection } from '../../query';
import { signedReconciliation, decision } from './schemas';
import {
  LINE_COLUMNS,
  comparedOutcome,
  MAX_FILES_TOGETHER,
  feeFileFacts,
  reconciliation,
  entryPreview,
  entryMapping,
  lineKind,
} from './reconciliation';

const call = oc.errors(errors);
const filesTogether = z.array(z.string()).min(1).max(MAX_FILES_TOGETHER);

/** The current state of a signed reconciliation and its file. */
export const signedState = z.enum(['holds', 'other-file', 'file-missing', 'seal-broken']);
export type SignedState = z.output<typeof signedState>;

/** A signed file in the summary of an evidence pack, from its sealed result. */
export const summarizedFile = z.object({
  fileId: z.string(),
  /** "Q2 2026, file 39". */
  name: z.string(),
  endDate: z.string().nullable(),
  outcome: comparedOutcome,
  lines: z.number().int(),
  /** Number of lines that need attention. */
  flaggedLines: z.number().int(),
  accounts: z.number().int(),
  sum: z.string(),
  /** Sentences about the differences from the record, each with the compared values. */
  differences: z.array(z.string()),
  /** Checks that could not be made, with the reason. */
  skipped: z.array(z.object({ title: z.string(), reason: z.string() })),
  signed: signedReconciliation.omit({ resultSha256: true, format: true }),
});
export type SummarizedFile = z.output<typeof summarizedFile>;

const lineColumn = z.enum(LINE_COLUMNS);

/** Selects and sorts lines. `kind`: null for every line, "any" for every line that needs attention. */
export const lineQuery = z.object({
  fileId: z.string(),
  kind: z.union([lineKind, z.literal('any')]).nullable(),
  custodian: z.string().nullable(),
  search: z.string().max(200),
  sort: z.object({ field: lineColumn, descending: z.boolean() }),
});
export type LineQuery = z.output<typeof lineQuery>;

export const reconcileContract = {
  /** Returns a file's status: this session's result, unless the file changed since, and its sign-offs, newest first. */
  open: call.input(z.object({ fileId: z.string() })).output(
    z.object({
      /** Null if the saved file cannot be read; `problem` gives the reason. */
      file: feeFileFacts.nullable(),
      problem: failure.nullable(),
      result: reconciliation.nullable(),
      signed: z.array(signedReconciliation.extend({ state: signedState })),
    }),
  ),
  /**
   * Returns the files of the archive with their recognized columns. Fails with `file-unreadable` if it is not
   * saved.
   */
  preview: call.input(z.object({ fileId: z.string() })).output(z.object({ entries: z.array(entryPreview) })),
  /**
   * Reconciles with these columns. `isConfirmed`: the user confirmed them, and they are remembered per custodian;
   * columns that are certain need no confirmation and are recognized again.
   */
  run: call
    .input(
      z.object({ fileId: z.string(), mappings: z.array(entryMapping).max(10_000), isConfirmed: z.boolean() }),
    )
    .output(reconciliation),
  /** Returns a range of the latest result's lines. A key ends with a colon and the key of the line's account. */
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
  /** Returns the index of a line by its key; null if the query excludes it. */
  position: call
    .input(z.object({ query: lineQuery, key: z.string() }))
    .output(z.object({ index: z.number().int().nullable() })),
  /** Copies the chosen lines to the clipboard, tab-separated; returns their number. */
  copy: call
    .input(z.object({ query: lineQuery, selection, columns: z.array(lineColumn) }))
    .output(z.object({ rows: z.number().int() })),
  /**
   * Signs off the latest result with a decision and a note, sealed with the hashes of file and result. Fails with
   * `changed-since` if it is not the displayed one, and with `conflict` if a file that differs from its record is
   * approved without exceptions.
   */
  signOff: call
    .input(
      z.object({
        fileId: z.string(),
        displayed: reconciliation,
        decision,
        note: z.string().trim().min(1).max(4000),
      }),
    )
    .output(signedReconciliation),
  /**
   * Returns the newest sign-off of each of these files as it was last saved; `unsigned`: the files without a sign-off;
   * `outdated`: those of which only other versions are signed off. Fails with `seal-broken` if one was changed since.
   */
  periodSummary: call.input(z.object({ fileIds: filesTogether })).output(
    z.object({
      files: z.array(summarizedFile),
      unsigned: z.array(z.string()),
      outdated: z.array(z.string()),
    }),
  ),
  /**
   * Writes one evidence pack of the newest sign-offs of several files, with those of colleagues and a summary page.
   * Fails with `changed-since` if the newest sign-offs are not those in `signed`, which the page is about, and with
   * `seal-broken` if one was changed since.
   */
  periodEvidence: call
    .input(
      z.object({
        fileIds: filesTogether,
        signed: z.array(z.number().int()),
        /** The summary page as PDF. */
        summaryPdf: z.base64().max(20_000_000),
        grant: z.string(),
      }),
    )
    .output(z.object({ files: z.number().int(), sha256: z.string() })),
  /** Writes the evidence pack of a sign-off to a chosen file. Fails with `seal-broken` if it was changed since. */
  evidence: call
    .input(z.object({ id: z.number().int(), grant: z.string() }))
    .output(z.object({ files: z.number().int(), sha256: z.string() })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly reconcile: typeof reconcileContract;
  }
}
