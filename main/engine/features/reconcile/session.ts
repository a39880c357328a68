import { fail } from '#contract/failure';
import { LinePages } from './pages';
import type { ReconciledArchive } from './reconcile';

/**
 * Maximum number of lines of memoized results, for reopening or signing several; the largest firms bill fifty
 * thousand accounts.
 */
const MAX_LINES = 200_000;

interface OpenReconciliation {
  readonly reconciled: ReconciledArchive;
  readonly pages: LinePages;
}

/**
 * Recent reconciliations of one open connection, by file. They are dropped when it closes; sign-offs are
 * stored.
 */
export class ReconcileSession {
  readonly #open = new Map<string, OpenReconciliation>();

  put(fileId: string, reconciled: ReconciledArchive): void {
    this.#open.delete(fileId);
    this.#open.set(fileId, { reconciled, pages: new LinePages(reconciled.lines, reconciled.removedLines) });
    let lines = 0;
    for (const [file, { reconciled: reconciledFile }] of [...this.#open].reverse()) {
      lines += reconciledFile.lines.length;
      if (lines > MAX_LINES && file !== fileId) this.#open.delete(file);
    }
  }

  find(fileId: string): ReconciledArchive | null {
    return this.#open.get(fileId)?.reconciled ?? null;
  }

  /** Fails with `not-found` if this file was not reconciled since the connection was opened. */
  get(fileId: string): OpenReconciliation {
    const reconciliation = this.#open.get(fileId);
    if (!reconciliation) throw fail('not-found', { where: 'reconciliation' });
    return reconciliation;
  }
}
