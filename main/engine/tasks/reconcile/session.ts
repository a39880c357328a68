import { fail } from '../../../../preload/contract/failure';
import { LinePages } from './pages';
import type { Reconciled } from './reconcile';

/** Results kept for coming back to, e.g. from an account that was looked at; each may hold fifty thousand lines. */
const KEPT = 3;

interface Kept {
  readonly reconciled: Reconciled;
  readonly pages: LinePages;
}

/** The last reconciliations of one open connection, by file. They are gone with it; what was signed stays. */
export class Session {
  readonly #kept = new Map<string, Kept>();

  put(fileId: string, reconciled: Reconciled): void {
    this.#kept.delete(fileId);
    this.#kept.set(fileId, { reconciled, pages: new LinePages(reconciled.lines, reconciled.gone) });
    for (const [oldest] of this.#kept) if (this.#kept.size > KEPT) this.#kept.delete(oldest);
  }

  find(fileId: string): Reconciled | null {
    return this.#kept.get(fileId)?.reconciled ?? null;
  }

  /** Fails with `not-found` when this file was not reconciled since the connection was opened. */
  get(fileId: string): Kept {
    const kept = this.#kept.get(fileId);
    if (!kept) throw fail('not-found', { where: 'reconciliation' });
    return kept;
  }
}
