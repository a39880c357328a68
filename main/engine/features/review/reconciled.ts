import { z } from 'zod';
import type { Reconciliations } from '../reconcile/saved-work/reconciliations';
import { reconciledNumbers } from '../reconcile/reconciled-numbers';

type SignOffs = Pick<Reconciliations, 'newestSignOffId' | 'accepted' | 'sealedResult'>;

/** The parts of a sealed result that every seal format has. */
const sealedScope = z.object({
  file: z.object({ endDate: z.string().nullable() }),
  custodians: z.array(z.object({ custodian: z.string(), lines: z.number() })),
});

/** A signed file with the custodians for which no later period is signed. */
interface LatestOfCustodians {
  readonly id: number;
  readonly custodians: ReadonlySet<string>;
}

/**
 * The accounts charged at each custodian, in all files of the latest period with an accepted reconciliation.
 * Read again after each sign-off.
 */
export class ReconciledAccounts {
  readonly #store: SignOffs;
  #read: { readonly newest: number; readonly numbers: ReadonlySet<string> | null } | undefined;

  constructor(store: SignOffs) {
    this.#store = store;
  }

  /** ID of the newest sign-off, whatever its decision; null if there is none. */
  get newest(): number | null {
    return this.#store.newestSignOffId();
  }

  /** Returns the accounts as keys (accountNumberKey); null without an accepted sign-off. */
  async read(pause: () => Promise<void>): Promise<ReadonlySet<string> | null> {
    const { newest } = this;
    if (newest === null) return null;
    if (this.#read?.newest === newest) return this.#read.numbers;
    const files = latestByCustodian(this.#store);
    const numbers = files.length === 0 ? null : new Set<string>();
    for (const { id, custodians } of files) {
      const sealed = this.#store.sealedResult(id);
      if (!sealed) continue;
      for (const name of await reconciledNumbers(sealed.lines, pause, custodians)) numbers?.add(name);
    }
    this.#read = { newest, numbers };
    return numbers;
  }
}

/** Returns the accepted files of the latest period of each custodian. A file without a date is the oldest. */
function latestByCustodian(store: SignOffs): LatestOfCustodians[] {
  const files = store.accepted().flatMap(({ id }) => {
    const sealed = store.sealedResult(id);
    if (!sealed) return [];
    const { file, custodians } = sealedScope.parse(JSON.parse(sealed.result));
    // A custodian without lines was only in the previous period.
    const current = custodians.filter(({ lines }) => lines > 0).map(({ custodian }) => custodian);
    return [{ id, end: file.endDate ?? '', custodians: current }];
  });
  const latest = new Map<string, string>();
  for (const { end, custodians } of files)
    for (const custodian of custodians) if (end >= (latest.get(custodian) ?? '')) latest.set(custodian, end);
  return files
    .map(({ id, end, custodians }) => ({
      id,
      custodians: new Set(custodians.filter((custodian) => latest.get(custodian) === end)),
    }))
    .filter(({ custodians }) => custodians.size > 0);
}
