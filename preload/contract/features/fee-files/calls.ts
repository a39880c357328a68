import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, entryObstacle, failure } from '../../failure';
import { MAX_FILES_TOGETHER } from '../reconcile/reconciliation';
import { MAX_PREVIEWED, savedFile } from './schemas';
import { signOffEvidence, colleagueFile } from './colleague-files';

const call = oc.errors(errors);

const byId = z.object({ id: z.number().int() });

/** The download or verification of one file. */
export const fileJob = z.object({
  id: z.number().int(),
  what: z.enum(['save', 'verify']),
  fileId: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'running', 'paused', 'checking', 'done', 'failed', 'canceled']),
  bytes: z.number().int(),
  /** Total bytes; null if the service does not report them. */
  total: z.number().int().nullable(),
  /** Bytes per second over the last seconds. */
  rate: z.number(),
  secondsLeft: z.number().nullable(),
  failure: failure.optional(),
  /** ID of the saved file, when done. */
  savedId: z.number().int().optional(),
  /** True if the saved file has an issue: it differs from its record, or not all of it could be checked. */
  hasIssue: z.boolean().optional(),
  /** The result of a verification, when done. */
  verifiedState: savedFile.shape.state.optional(),
});
export type FileJob = z.output<typeof fileJob>;

export const feeFilesState = z.object({
  saved: z.array(savedFile),
  /** Empty without a team. */
  colleagues: z.array(colleagueFile),
  jobs: z.array(fileJob),
  /** The folder used last. */
  folder: z.string().nullable(),
  /** True if new files are saved there automatically after a refresh. */
  isAutoSaveOn: z.boolean(),
});
export type FeeFilesState = z.output<typeof feeFilesState>;

/** A file in a saved archive. */
export const archiveEntry = z.object({
  index: z.number().int(),
  name: z.string(),
  bytes: z.number(),
  packed: z.number(),
  /** The reason why it cannot be opened; null if it can. */
  problem: entryObstacle.nullable(),
});
export type ArchiveEntry = z.output<typeof archiveEntry>;

/** The sum of one custodian's files in a period, and the fee upload files that contain them. */
export const custodianPeriod = z.object({
  custodian: z.string(),
  sum: z.string(),
  fileIds: z.array(z.string()),
});

/**
 * Totals of the fee upload files with one period end. Money as decimal text; null if no record has an amount.
 */
export const periodTotal = z.object({
  endDate: z.string(),
  /** Keys of the files that the service lists for the period. */
  fileIds: z.array(z.string()),
  /** Null if a record has no count: the sum would be wrong. */
  accounts: z.number().int().nullable(),
  debit: z.string().nullable(),
  /** Number of files without an amount, which the sum leaves out. */
  filesWithoutAmount: z.number().int(),
  /** Keys of files not reconciled here; while there are any, custodian sums are incomplete. */
  unreconciled: z.array(z.string()),
  custodians: z.array(custodianPeriod),
});
export type PeriodTotal = z.output<typeof periodTotal>;

/** Keys of listed fee upload files that need the user's attention, each in its first matching group. */
export const feeFilesToDo = z.object({
  /** Number of listed files, including those that need nothing. */
  total: z.number().int(),
  /** Files that are saved neither here nor by a colleague. */
  unsaved: z.array(z.string()),
  /** Files that were saved, but are changed, missing or unreadable now. */
  lost: z.array(z.string()),
  unreconciled: z.array(z.string()),
  unsigned: z.array(z.string()),
});
export type FeeFilesToDo = z.output<typeof feeFilesToDo>;

export const feeFilesContract = {
  /** Yields saved files and jobs, ended ones too until `clear`, then every change (at most five per second). */
  state: call.output(eventIterator(feeFilesState)),
  /** Queues files to be saved to the chosen folder, or the last one. Existing files of the same name are kept. */
  save: call
    .input(
      z.object({
        fileIds: z.array(z.string()).min(1).max(MAX_FILES_TOGETHER),
        grant: z.string().nullable(),
      }),
    )
    .output(z.void()),
  /** Sets the folder, if one was chosen, and whether new files are saved there after each refresh. */
  setAutoSave: call.input(z.object({ isOn: z.boolean(), grant: z.string().nullable() })).output(z.void()),
  pause: call.input(byId).output(z.void()),
  resume: call.input(byId).output(z.void()),
  cancel: call.input(byId).output(z.void()),
  /** Removes finished jobs from the list. */
  clear: call.output(z.void()),
  /** Queues saved files to be compared with what was saved. */
  verify: call.input(z.object({ ids: z.array(z.number().int()).min(1).max(10_000) })).output(z.void()),
  /** Removes a saved file from the list; the file itself stays. */
  forget: call.input(byId).output(z.void()),
  show: call.input(byId).output(z.void()),
  open: call.input(byId).output(z.void()),
  /**
   * Returns the first entries of a saved archive, and their number. The file is also verified; the state
   * shows the result.
   */
  entries: call.input(byId).output(z.object({ entries: z.array(archiveEntry), total: z.number().int() })),
  /** Returns a range of an entry's rows; a text without columns has one cell per row. */
  rows: call
    .input(
      byId.extend({
        entry: z.number().int().min(0),
        offset: z.number().int().min(0).max(MAX_PREVIEWED),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(
      z.object({
        rows: z.array(z.array(z.string())),
        /** The line of each row in the file, from 1. */
        lineNumbers: z.array(z.number().int()),
        hasColumns: z.boolean(),
        hasMore: z.boolean(),
      }),
    ),
  /** Returns totals of the cached fee upload files by period end, earliest first. */
  periods: call.output(z.array(periodTotal)),
  /** Returns the sign-offs of these files by colleagues, the oldest first, as an evidence pack has them. */
  colleagueSignOffs: call
    .input(z.object({ fileIds: z.array(z.string()).min(1).max(MAX_FILES_TOGETHER) }))
    .output(z.array(signOffEvidence)),
  /** Returns the cached fee upload files that still need saving, reconciling or signing off. */
  filesToDo: call.output(feeFilesToDo),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly feeFiles: typeof feeFilesContract;
  }
}
