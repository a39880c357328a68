import { isPaidByAnother, PAID_BY_GROUP } from '#contract/features/billing-groups/assignments';
import type { Cell } from '#contract/query';
import { resources } from '#contract/resources';
import type { CacheReader } from '../../cache/query/reader';
import { PairReader, pairsColumn } from '../../cache/schema/pairs';
import { idOfKey, type Id } from '../../records/id-key';
import { scanInChunks } from '../../records/scan-in-chunks';

/** The column of a billing group with its accounts and who pays for each (spec 2.6, fee_location). */
export const PAYERS_COLUMN = pairsColumn('assignments', resources.billingGroups.fields.assignments);

const NO_ACCOUNTS: ReadonlySet<Id> = new Set();

/** Reads cells of PAYERS_COLUMN, and collects the accounts that pay for others. */
export class FeePayers {
  /** Accounts that pay for others: their debits are not only their own fees. */
  readonly #payers = new Set<Id>();
  readonly #pairs = new PairReader();

  paysForOthers(account: Id): boolean {
    return this.#payers.has(idOfKey(account));
  }

  /** Returns the accounts that pay for others. */
  all(): Iterable<Id> {
    return this.#payers;
  }

  /** Adds a group's cell. Returns the group's accounts, and those of them that pay a share of what it owes. */
  add(cell: Cell | undefined): {
    readonly accounts: readonly Id[];
    readonly sharing: ReadonlySet<Id>;
  } {
    const accounts: Id[] = [];
    let sharing: Set<Id> | undefined;
    this.#pairs.read(cell ?? null);
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const account = idOfKey(this.#pairs.keys[index] ?? '');
      const payer = this.#pairs.values[index] ?? null;
      accounts.push(account);
      if (payer === null) continue;
      if (isPaidByAnother(account, String(payer))) this.#payers.add(idOfKey(payer));
      else if (String(payer) === PAID_BY_GROUP) (sharing ??= new Set()).add(account);
    }
    return { accounts, sharing: sharing ?? NO_ACCOUNTS };
  }
}

/** Reads who pays for whom in all billing groups: a payer need not be in the group that it pays for. */
export async function readFeePayers(
  reader: Pick<CacheReader, 'scan'>,
  pause: () => Promise<void>,
): Promise<FeePayers> {
  const feePayers = new FeePayers();
  await scanInChunks(reader.scan('billingGroups', [PAYERS_COLUMN]), pause, (rows) => {
    for (const [, , payers] of rows) feePayers.add(payers);
  });
  return feePayers;
}
