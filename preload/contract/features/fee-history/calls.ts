import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { feeSubject, feeHistory, unreadArchive } from './schemas';

const call = oc.errors(errors);
const fileId = z.string().min(1).max(200);

export const feeHistoryContract = {
  /** Returns the billed amounts by period, from the stored lines of reconciled archives. */
  get: call.input(feeSubject).output(feeHistory),
  /**
   * Reads saved archives that are not in the history yet, if their columns are certain; one pass at a time.
   * Returns how many were added or got their missing period, and those that are not in the history.
   */
  readSaved: call.output(z.object({ added: z.number().int(), unread: z.array(unreadArchive) })),
  /**
   * Marks a file missing from the service's list as replaced: its fees don't count from then on. Fails with
   * `changed-since` if the service lists the file.
   */
  markReplaced: call.input(z.object({ fileId, note: z.string().trim().max(4_000) })).output(z.void()),
  /** Removes that mark. */
  undoReplaced: call.input(z.object({ fileId })).output(z.void()),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly feeHistory: typeof feeHistoryContract;
  }
}
