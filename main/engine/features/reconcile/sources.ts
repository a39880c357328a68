import type { RememberedColumns } from './saved-work/fee-columns';
import type { FileRow } from '../../files/tables/table';
import type { AccountLookup } from './match';
import type { DatedFile, RecordFacts } from '../fee-files/file-facts';

/** A saved archive opened for reading. */
export interface OpenArchive {
  /** SHA-256 of the file as it is now. */
  readonly sha256: string;
  /** True if the file differs from what was saved. */
  readonly changed: boolean;
  readonly bytes: number;
  /** Name of the file on this computer. */
  readonly name: string;
  /** Unique names of the files in it, with the folders in their paths; folders themselves are not listed. */
  readonly entries: readonly string[];
  /** Yields the rows of one file, some at a time; fails if it cannot be read as a table. */
  rows(entry: string): AsyncIterable<readonly FileRow[]>;
  close(): Promise<void>;
}

/** The data that a reconciliation reads: saved files, cached accounts and records, remembered columns. */
export interface ReconcileSources {
  /**
   * Fails with `file-unreadable` if the file is not saved or was moved, with `archive-damaged`, or with
   * `too-large`. After the signal aborts, reading fails with its reason.
   */
  open(fileId: string, signal: AbortSignal): Promise<OpenArchive>;
  isSaved(fileId: string): boolean;
  record(fileId: string): RecordFacts;
  /** The cached fee upload files, oldest first. */
  files(): readonly DatedFile[];
  readonly lookUp: AccountLookup;
  /** Time of the last full fetch of the accounts. */
  accountsAsOf(): string | null;
  remembered(custodian: string): readonly RememberedColumns[];
  remember(custodian: string, columns: RememberedColumns): void;
}
