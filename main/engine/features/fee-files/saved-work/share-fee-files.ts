import type { SavedFile } from '#contract/features/fee-files/calls';
import type { FileOutcome, SignedOff } from '#contract/features/reconcile/calls';

/** The numbers of a reconciled file. */
export interface ResultTotals {
  readonly lines: number;
  readonly flaggedLines: number;
  readonly accounts: number;
  /** Exact decimal text. */
  readonly sum: string;
}

/** Gets what was written about fee files, in the same transaction, to share it with a team. */
export interface ShareFeeFiles {
  /** Null: no copy with these bytes is listed now. */
  saved(
    fileId: string,
    sha256: string,
    found: (Pick<SavedFile, 'bytes' | 'files' | 'state'> & { readonly at: string }) | null,
  ): void;
  result(found: {
    readonly fileId: string;
    readonly sha256: string;
    readonly at: string;
    readonly endDate: string | null;
    readonly outcome: FileOutcome;
    readonly custodians: { custodian: string; sum: string }[];
    readonly totals: ResultTotals;
  }): void;
  signOff(signed: Omit<SignedOff, 'id'>): void;
}
