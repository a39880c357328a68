import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { entryObstacle, errors, failure } from '../failure';
import { decision, fileOutcome } from './reconcile';

const call = oc.errors(errors);

/**
 * What is unlike the record of a saved archive, or could not be checked. `told`: the sentence of a version that kept
 * sentences.
 */
export const savedRemark = z.discriminatedUnion('code', [
  z.object({ code: z.literal('other-count'), files: z.number().int(), recorded: z.number().int() }),
  z.object({ code: z.literal('empty') }),
  z.object({ code: z.literal('unchecked'), files: z.number().int() }),
  z.object({ code: z.literal('told'), text: z.string() }),
]);
export type SavedRemark = z.output<typeof savedRemark>;

/** A fee upload file that was saved on this computer (spec 4.6). */
export const savedFile = z.object({
  id: z.number().int(),
  /** Key of the fee upload file's record. */
  fileId: z.string(),
  path: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Files in the archive. */
  files: z.number().int(),
  /** What a person should know of it. */
  remarks: z.array(savedRemark),
  /** ISO, UTC. */
  savedAt: z.string(),
  /** Operating-system user. */
  savedBy: z.string(),
  /** When its contents were compared with what was saved the last time; ISO, UTC. */
  checkedAt: z.string(),
  /** What was found then. */
  state: z.enum(['whole', 'changed', 'missing', 'unreadable']),
  /** What was decided last about exactly this file; null: nothing, or before there was a choice. */
  decision: decision.nullable(),
  signedAt: z.string().nullable(),
  /** When exactly this file was reconciled last, and what was found; null: never. */
  reconciledAt: z.string().nullable(),
  outcome: fileOutcome.nullable(),
});
export type SavedFile = z.output<typeof savedFile>;

/** The saving, or the checking, of one file. */
export const fileJob = z.object({
  id: z.number().int(),
  what: z.enum(['save', 'verify']),
  fileId: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'running', 'paused', 'checking', 'done', 'failed', 'canceled']),
  bytes: z.number().int(),
  /** Bytes in all; null when the service does not say. */
  total: z.number().int().nullable(),
  /** Bytes a second over the last seconds. */
  rate: z.number(),
  secondsLeft: z.number().nullable(),
  failure: failure.optional(),
  /** Id of the saved file, when it is done. */
  savedId: z.number().int().optional(),
  /** What was saved has a remark: it is not the archive that its record describes. */
  remarked: z.boolean().optional(),
  /** What a check found, when it is done. */
  found: savedFile.shape.state.optional(),
});
export type FileJob = z.output<typeof fileJob>;

export const feeFilesState = z.object({
  saved: z.array(savedFile),
  jobs: z.array(fileJob),
  /** Where files were saved the last time. */
  folder: z.string().nullable(),
  /** Files that come with a refresh are saved there by themselves. */
  auto: z.boolean(),
});
export type FeeFilesState = z.output<typeof feeFilesState>;

/** A file in a saved archive. */
export const archiveEntry = z.object({
  at: z.number().int(),
  name: z.string(),
  bytes: z.number(),
  packed: z.number(),
  /** Why it is not opened. */
  problem: entryObstacle.nullable(),
});
export type ArchiveEntry = z.output<typeof archiveEntry>;

/** What one custodian's files came to in a period, and which fee upload files hold them. */
export const custodianPeriod = z.object({
  custodian: z.string(),
  sum: z.string(),
  fileIds: z.array(z.string()),
});

/** Fee upload files of one period end, added up; money as decimal text, null where no record tells any. */
export const periodTotal = z.object({
  endDate: z.string(),
  /** Keys of the files that the service lists for it. */
  fileIds: z.array(z.string()),
  /** Null where a record tells none: a sum without it would be wrong. */
  accounts: z.number().int().nullable(),
  debit: z.string().nullable(),
  /** Files whose records tell no debit, and which the sum so lacks. */
  untold: z.number().int(),
  /** Keys of the files that were never reconciled here: as long as there are any, no custodian's sum is whole. */
  unreconciled: z.array(z.string()),
  custodians: z.array(custodianPeriod),
});
export type PeriodTotal = z.output<typeof periodTotal>;

/** Keys of the listed fee upload files that wait for a person, each in the first of the groups it belongs to. */
export const feeFilesToDo = z.object({
  total: z.number().int(),
  /** Not saved on this computer. */
  unsaved: z.array(z.string()),
  /** Saved once, and no longer there as they were saved. */
  lost: z.array(z.string()),
  unreconciled: z.array(z.string()),
  unsigned: z.array(z.string()),
});
export type FeeFilesToDo = z.output<typeof feeFilesToDo>;

/** Rows of an entry that can be previewed: each stretch is read from the beginning. */
export const MOST_PREVIEWED = 100_000;

const one = z.object({ id: z.number().int() });

export const feeFilesContract = {
  /** Saved files and what is going on, then every change (at most five a second). */
  state: call.output(eventIterator(feeFilesState)),
  /** Saves files to the folder that was chosen, or to that of last time. What has a file of its name keeps it. */
  save: call
    .input(z.object({ fileIds: z.array(z.string()).min(1).max(1_000), grant: z.string().nullable() }))
    .output(z.void()),
  /** Sets the folder, where one was chosen, and whether new files are saved there after each refresh. */
  setAuto: call.input(z.object({ on: z.boolean(), grant: z.string().nullable() })).output(z.void()),
  pause: call.input(one).output(z.void()),
  resume: call.input(one).output(z.void()),
  cancel: call.input(one).output(z.void()),
  /** Takes finished jobs off the list. */
  clear: call.output(z.void()),
  /** Compares saved files with what was saved. */
  verify: call.input(z.object({ ids: z.array(z.number().int()).min(1).max(10_000) })).output(z.void()),
  /** Takes a saved file off the register; the file itself stays where it is. */
  forget: call.input(one).output(z.void()),
  show: call.input(one).output(z.void()),
  open: call.input(one).output(z.void()),
  /**
   * The first entries of a saved archive, and how many there are. Meanwhile the file is compared with what was saved:
   * what is found comes with the state.
   */
  entries: call.input(one).output(z.object({ entries: z.array(archiveEntry), total: z.number().int() })),
  /** A stretch of an entry's rows; a text without columns has one cell in each. */
  rows: call
    .input(
      one.extend({
        entry: z.number().int().min(0),
        offset: z.number().int().min(0).max(MOST_PREVIEWED),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ rows: z.array(z.array(z.string())), columns: z.boolean(), more: z.boolean() })),
  /** Totals of the cached fee upload files by period end, the earliest first. */
  periods: call.output(z.array(periodTotal)),
  /** Which cached fee upload files are still to be saved, reconciled or signed off. */
  toDo: call.output(feeFilesToDo),
};
