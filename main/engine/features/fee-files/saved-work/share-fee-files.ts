import type { SavedFile } from '#contract/features/fee-files/calls';
import type { FileOutcome, SignedReconciliation } from '#contract/features/reconcile/calls';

/** The numbers of a reconciled file. */
export interface ResultTotals {
  readonly lines: number;
  readonly flaggedLines: number;
  readonly accounts: number;
  /** Exact decimal text. */
  readonly sum: string;
}

/** Queues saves, results and sign-offs of fee files for the team, in the transaction that stores them. */
export interface ShareFeeFiles {
  /** `copy` is null if no copy with these bytes is listed anymore. */
  saved(
    fileId: string,
    sha256: string,
    copy: (Pick<SavedFile, 'bytes' | 'files' | 'state'> & { readonly at: string }) | null,
  ): void;
  result(result: {
    readonly fileId: string;
    readonly sha256: string;
    readonly at: string;
    readonly endDate: string | null;
    readonly outcome: FileOutcome;
    readonly custodians: { custodian: string; sum: string }[];
    readonly totals: ResultTotals;
  }): void;
  signOff(signed: Omit<SignedReconciliation, 'id'>): void;
}
