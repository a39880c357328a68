import { fail } from '#contract/failure';
import { LinePages } from './pages';
import type { ReconciledArchive } from './reconcile';

/**
 * Maximum number of lines of memoized results, for reopening or signing several; the largest firms bill fifty
 * thousand.
 */
const MAX_LINES = 200_000;

interface Kept {
  readonly reconciled: ReconciledArchive;
  readonly pages: LinePages;
}

/**
 * Recent reconciliations of one open connection, by file. They are dropped when it closes; sign-offs are
 * stored.
 */
export class ReconcileSession {
  readonly #kept = new Map<string, Kept>();

  put(fileId: string, reconciled: ReconciledArchive): void {
    this.#kept.delete(fileId);
    this.#kept.set(fileId, { reconciled, pages: new LinePages(reconciled.lines, reconciled.gone) });
    let lines = 0;
    for (const [file, { reconciled: one }] of [...this.#kept].reverse()) {
      lines += one.lines.length;
      if (lines > MAX_LINES && file !== fileId) this.#kept.delete(file);
    }
  }

  find(fileId: string): ReconciledArchive | null {
    return this.#kept.get(fileId)?.reconciled ?? null;
  }

  /** Fails with `not-found` if this file was not reconciled since the connection was opened. */
  get(fileId: string): Kept {
    const kept = this.#kept.get(fileId);
    if (!kept) throw fail('not-found', { where: 'reconciliation' });
    return kept;
  }
}
