import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors, failure } from '../../failure';
import { feeSubject } from './schemas';
import { unsureReason } from '../reconcile/findings';

const call = oc.errors(errors);
const fileId = z.string().min(1).max(200);

/** The billed amounts of one period's fee upload files, as exact decimal text. */
export const billedPeriod = z.object({
  /** The files' period end; null if their records have none. */
  endDate: z.string().nullable(),
  sum: z.string(),
  /** Accounts with a line. */
  accounts: z.number().int(),
  lines: z.number().int(),
  /** Lines whose amount could not be read; the sum lacks them. */
  unreadable: z.number().int(),
  custodians: z.array(z.string()),
  fileIds: z.array(z.string()),
  /** True if a listed file and one that the service no longer lists bill the same account: the sum may be too high. */
  mayCountTwice: z.boolean(),
});
export type BilledPeriod = z.output<typeof billedPeriod>;

export const feeHistory = z.object({
  /** Oldest first; periods whose files have no line of these accounts are left out. */
  periods: z.array(billedPeriod),
  /** Every period end of the firms that bill these accounts, including those without a line of them; oldest first. */
  allEndDates: z.array(z.string()),
  /** Accounts of the subject now. */
  accounts: z.number().int(),
  /** Lines with the number of one of these accounts that several accounts share; not in any sum. */
  ambiguous: z.number().int(),
  /** False while accounts are not downloaded completely: fees of others may be missing. */
  hasAllAccounts: z.boolean(),
});
export type FeeHistory = z.output<typeof feeHistory>;

/** A saved archive whose lines are not in the history yet; usually the user must check it. */
export const unreadArchive = z.object({
  fileId: z.string(),
  endDate: z.string().nullable(),
  why: z.discriminatedUnion('code', [
    /** `no-data`: the file is read once accounts and fee upload files were fetched completely. */
    z.object({ code: z.enum([...unsureReason.options, 'file-changed', 'no-data']) }),
    z.object({ code: z.literal('unreadable'), failure }),
  ]),
});
export type UnreadArchive = z.output<typeof unreadArchive>;

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
