import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { MAX_FILES_TOGETHER } from '../reconcile/schemas';
import {
  feeFilesState,
  archiveEntry,
  MAX_PREVIEWED,
  periodTotal,
  signOffEvidence,
  feeFilesToDo,
} from './schemas';

const call = oc.errors(errors);

const byId = z.object({ id: z.number().int() });

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
