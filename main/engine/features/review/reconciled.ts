import type { Reconciliations } from '../../workspace/features/reconcile/reconciliations';
import { reconciledNumbers } from '../reconcile/reconciled-numbers';

/** The accounts charged by the newest accepted reconciliation; read once per sign-off. */
export class ReconciledAccounts {
  readonly #store: Pick<Reconciliations, 'newestAccepted' | 'sealedResult'>;
  #read: { readonly id: number; readonly numbers: ReadonlySet<string> } | undefined;

  constructor(store: Pick<Reconciliations, 'newestAccepted' | 'sealedResult'>) {
    this.#store = store;
  }

  /** ID of the sign-off; null if there is none. */
  get newest(): number | null {
    return this.#store.newestAccepted()?.id ?? null;
  }

  /** Returns the accounts in the form of numberName; null without a sign-off. */
  async read(pause: () => Promise<void>): Promise<ReadonlySet<string> | null> {
    const id = this.newest;
    if (id === null) return null;
    if (this.#read?.id === id) return this.#read.numbers;
    const sealed = this.#store.sealedResult(id);
    if (!sealed) return null;
    const numbers = await reconciledNumbers(sealed.lines, pause);
    this.#read = { id, numbers };
    return numbers;
  }
}
