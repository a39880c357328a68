import type { Reconciliations } from '../../workspace/reconciliations';
import { reconciledNumbers } from '../reconcile/reconciled-numbers';

/** Which accounts the newest accepted reconciliation charges; read once for each sign-off. */
export class Reconciled {
  readonly #store: Pick<Reconciliations, 'newestAccepted' | 'sealed'>;
  #read: { readonly id: number; readonly numbers: ReadonlySet<string> } | undefined;

  constructor(store: Pick<Reconciliations, 'newestAccepted' | 'sealed'>) {
    this.#store = store;
  }

  /** Number of the sign-off; null: nobody has signed any. */
  get newest(): number | null {
    return this.#store.newestAccepted()?.id ?? null;
  }

  /** Names of the accounts, as numberName writes them; null: nobody has signed any. */
  async read(pause: () => Promise<void>): Promise<ReadonlySet<string> | null> {
    const id = this.newest;
    if (id === null) return null;
    if (this.#read?.id === id) return this.#read.numbers;
    const sealed = this.#store.sealed(id);
    if (!sealed) return null;
    const numbers = await reconciledNumbers(sealed.lines, pause);
    this.#read = { id, numbers };
    return numbers;
  }
}
