import { z } from 'zod';
import type { Reconciliations } from '../reconcile/saved-work/reconciliations';
import { reconciledNumbers } from '../reconcile/reconciled-numbers';

type SignOffs = Pick<Reconciliations, 'newestSignOffId' | 'accepted' | 'sealedResult'>;

/** The parts of a sealed result that every seal format has. */
const sealedScope = z.object({
  file: z.object({ endDate: z.string().nullable() }),
  custodians: z.array(z.object({ custodian: z.string(), lines: z.number() })),
});

/** A signed file with the custodians for which no later period of its firm is signed. */
interface LatestOfCustodians {
  readonly id: number;
  readonly custodians: ReadonlySet<string>;
}

interface FileFacts {
  /** Returns the firm of a fee file; null if it is unknown. */
  readonly firmOf: (fileId: string) => string | null;
  /** Returns the files that were replaced: their sign-offs do not count. */
  readonly replaced: () => ReadonlySet<string>;
}

/**
 * The accounts charged at each custodian, in all files of each firm's latest period with an accepted reconciliation.
 * Read again after each sign-off.
 */
export class ReconciledAccounts {
  readonly #store: SignOffs;
  readonly #files: FileFacts;
  #read: { readonly inputs: string; readonly numbers: ReadonlySet<string> | null } | undefined;

  constructor(store: SignOffs, files: FileFacts) {
    this.#store = store;
    this.#files = files;
  }

  /** ID of the newest sign-off, whatever its decision; null if there is none. */
  get newest(): number | null {
    return this.#store.newestSignOffId();
  }

  /** Returns the accounts as keys (accountNumberKey); null without an accepted sign-off. */
  async read(pause: () => Promise<void>): Promise<ReadonlySet<string> | null> {
    const { newest } = this;
    if (newest === null) return null;
    const replaced = this.#files.replaced();
    const accepted = this.#store
      .accepted()
      .filter(({ fileId }) => !replaced.has(fileId))
      .map(({ id, fileId }) => ({ id, firm: this.#files.firmOf(fileId) }));
    const inputs = JSON.stringify([newest, accepted]);
    if (this.#read?.inputs === inputs) return this.#read.numbers;
    const files = latestByCustodian(this.#store, accepted);
    const numbers = files.length === 0 ? null : new Set<string>();
    for (const { id, custodians } of files) {
      const sealed = this.#store.sealedResult(id);
      if (!sealed) continue;
      for (const name of await reconciledNumbers(sealed.lines, pause, custodians)) numbers?.add(name);
    }
    this.#read = { inputs, numbers };
    return numbers;
  }
}

/** Returns the accepted files of the latest period of each firm and custodian. A file without a date is the oldest. */
function latestByCustodian(
  store: SignOffs,
  accepted: readonly { readonly id: number; readonly firm: string | null }[],
): LatestOfCustodians[] {
  const files = accepted.flatMap(({ id, firm }) => {
    const sealed = store.sealedResult(id);
    if (!sealed) return [];
    const { file, custodians } = sealedScope.parse(JSON.parse(sealed.result));
    // A custodian without lines was only in the previous period.
    const current = custodians.filter(({ lines }) => lines > 0).map(({ custodian }) => custodian);
    return [{ id, firm, end: file.endDate ?? '', custodians: current }];
  });
  // A file of an unknown firm may be of any firm: a later file of any firm replaces it.
  const keyOf = (firm: string | null, custodian: string) => JSON.stringify([firm, custodian]);
  const latest = new Map<string, string>();
  for (const { firm, end, custodians } of files)
    for (const key of custodians.flatMap((custodian) => [keyOf(firm, custodian), keyOf(null, custodian)]))
      if (end >= (latest.get(key) ?? '')) latest.set(key, end);
  return files
    .map(({ id, firm, end, custodians }) => ({
      id,
      custodians: new Set(custodians.filter((custodian) => latest.get(keyOf(firm, custodian)) === end)),
    }))
    .filter(({ custodians }) => custodians.size > 0);
}
