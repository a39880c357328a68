import type { RememberedColumns } from '../../workspace/reconciliations';
import type { LookUp } from './match';
import type { Listed, RecordFacts } from '../fee-files/file-facts';

/** A saved archive that is open for reading. */
export interface OpenArchive {
  /** SHA-256 of the file as it is now, not as it was when it was saved. */
  readonly sha256: string;
  /** It is not what was saved any more. */
  readonly changed: boolean;
  readonly bytes: number;
  /** Name of the file on this computer. */
  readonly name: string;
  /** Names of the files in it, folders aside. */
  readonly entries: readonly string[];
  /** The cells of one of its files, some lines at a time; fails when it cannot be read as a table. */
  rows(entry: string): AsyncIterable<readonly (readonly string[])[]>;
  close(): Promise<void>;
}

/** What a reconciliation reads: saved files, cached accounts and records, remembered columns. */
export interface Sources {
  /**
   * Fails as `file-unreadable` when the file is not saved, or not where it was; as `archive-damaged`; as `too-large`.
   * Nothing is read of it any more once the signal says so: reading fails then with the signal's reason.
   */
  open(fileId: string, signal: AbortSignal): Promise<OpenArchive>;
  isSaved(fileId: string): boolean;
  record(fileId: string): RecordFacts;
  /** The cached fee upload files, the earliest first. */
  files(): readonly Listed[];
  readonly lookUp: LookUp;
  /** When the cached accounts were whole the last time. */
  accountsAsOf(): string | null;
  remembered(custodian: string): readonly RememberedColumns[];
  remember(custodian: string, columns: RememberedColumns): void;
}
