import { firstUnsure } from '#contract/features/reconcile/reconciliation';
import type { UnreadArchive } from '#contract/features/fee-history/calls';
import { failureOf } from '#contract/failure';
import type { ResourceName } from '#contract/resources';
import type { SavedFile } from '#contract/features/fee-files/schemas';
import { withTimeout } from '../../files/with-timeout';
import type { FeeHistoryStore } from './saved-work/fee-history';
import { collectFeeLines, readEntryHeads } from '../reconcile/archive';
import { storedFees } from '../reconcile/account-refs';
import { matchLines } from '../reconcile/match';
import { detectColumns } from '../reconcile/recognize';
import { withArchive } from '../reconcile/reconcile';
import type { ReconcileSources } from '../reconcile/sources';

interface ReadDeps {
  readonly sources: () => ReconcileSources;
  /** All saved files, newest first. */
  readonly saved: () => readonly Pick<SavedFile, 'fileId' | 'sha256' | 'savedAt'>[];
  readonly store: Pick<FeeHistoryStore, 'has' | 'put' | 'stored' | 'filesWithoutPeriod' | 'addPeriod'>;
  /** The lists that were fetched completely. */
  readonly completedLists: () => readonly ResourceName[];
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal;
}

type Why = UnreadArchive['why'];

/**
 * Adds those saved archives to the history that were never reconciled, or were reconciled before the history
 * existed, and missing periods of stored ones. Reads only archives whose columns are certain; retries the others after
 * a reconciliation, which may have confirmed their columns.
 */
export class SavedArchiveReader {
  readonly #deps: ReadDeps;
  /** Archives that the user must check, by hash, with the number of stored archives at that time. */
  readonly #uncertain = new Map<string, { readonly why: Why; readonly stored: number }>();
  #currentRead: Promise<{ added: number; unread: UnreadArchive[] }> | null = null;

  constructor(deps: ReadDeps) {
    this.#deps = deps;
  }

  /** Reads the archives that are missing, or returns the read that is running. */
  read(): Promise<{ added: number; unread: UnreadArchive[] }> {
    this.#currentRead ??= this.#readAll().finally(() => (this.#currentRead = null));
    return this.#currentRead;
  }

  async #readAll(): Promise<{ added: number; unread: UnreadArchive[] }> {
    const { saved, store, sources } = this.#deps;
    const newest = new Map<string, string>();
    for (const { fileId, sha256 } of saved()) if (!newest.has(fileId)) newest.set(fileId, sha256);
    const unread: UnreadArchive[] = [];
    // An earlier version also stored archives before their records were fetched.
    let added = store
      .filesWithoutPeriod()
      .filter((fileId) => store.addPeriod(fileId, sources().record(fileId))).length;
    for (const [fileId, sha256] of newest) {
      if (store.has(sha256)) continue;
      if (!this.#hasData(fileId)) {
        unread.push({ fileId, endDate: sources().record(fileId).endDate, why: { code: 'no-data' } });
        continue;
      }
      const known = this.#uncertain.get(sha256);
      const why = known?.stored === store.stored ? known.why : await this.#readOne(fileId, sha256);
      if (why === null) {
        added += 1;
        continue;
      }
      // An unreadable file may be readable later.
      if (why.code !== 'unreadable') this.#uncertain.set(sha256, { why, stored: store.stored });
      unread.push({ fileId, endDate: sources().record(fileId).endDate, why });
    }
    return { added, unread };
  }

  /**
   * Returns whether the accounts of the lines and the period of a file are known. Stored lines are not read again, so
   * they wait for the lists.
   */
  #hasData(fileId: string): boolean {
    const lists = this.#deps.completedLists();
    const isDated = this.#deps.sources().record(fileId).endDate !== null;
    return lists.includes('accounts') && (isDated || lists.includes('feeUploadFiles'));
  }

  /** Returns why an archive with this hash could not be read; null once it is stored. */
  async #readOne(fileId: string, sha256: string): Promise<Why | null> {
    const { closed, store, saved } = this.#deps;
    const sources = this.#deps.sources();
    try {
      return await withTimeout(closed, (signal) =>
        withArchive(sources, fileId, signal, async (archive): Promise<Why | null> => {
          // Lines of other bytes would be stored again by each read.
          if (archive.changed || archive.sha256 !== sha256) return { code: 'file-changed' };
          const entries = detectColumns(await readEntryHeads(archive, signal), sources);
          for (const { problem } of entries)
            if (problem?.code === 'unreadable') return { code: 'unreadable', failure: problem.failure };
          const unsure = firstUnsure(entries);
          if (unsure) return { code: unsure.code };
          const mappings = entries.map(({ mapping }) => mapping);
          if (mappings.every((mapping) => mapping.leftOut)) return { code: 'unsure-columns' };
          const { lines } = await collectFeeLines(archive, mappings, signal);
          const { endDate, firmId } = sources.record(fileId);
          matchLines(lines, sources.lookUp, endDate);
          const leftOut = mappings.filter((mapping) => mapping.leftOut).length;
          const savedAt = savedAtOf(saved(), archive.sha256);
          store.put({ sha256: archive.sha256, fileId, firmId, endDate, savedAt, leftOut }, storedFees(lines));
          return null;
        }),
      );
    } catch (error) {
      closed.throwIfAborted();
      return { code: 'unreadable', failure: failureOf(error) };
    }
  }
}

/** Returns when these bytes were last saved; empty if no saved file has them. */
export const savedAtOf = (saved: readonly Pick<SavedFile, 'sha256' | 'savedAt'>[], sha256: string): string =>
  saved.find((file) => file.sha256 === sha256)?.savedAt ?? '';
