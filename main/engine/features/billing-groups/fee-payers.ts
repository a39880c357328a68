import { isPaidByAnother, THE_GROUP } from '#contract/features/billing-groups/assignments';
import type { Cell } from '#contract/query';
import { resources } from '#contract/resources';
import { PairReader, pairsColumn } from '../../cache/schema/pairs';

/** The column of a billing group with its accounts and who pays for each (spec 2.6, fee_location). */
export const PAYERS = pairsColumn('assignments', resources.billingGroups.fields.assignments);

const NO_ACCOUNTS: ReadonlySet<string> = new Set();

/** Reads cells of PAYERS, and collects what they say about accounts. */
export class FeePayers {
  /** Accounts that pay for others: their debits are not only their own fees. */
  readonly payers = new Set<string>();
  readonly #pairs = new PairReader();

  /** Returns the accounts of the group, and those of them that pay a share of what it owes. */
  add(cell: Cell | undefined): {
    readonly accounts: readonly string[];
    readonly sharing: ReadonlySet<string>;
  } {
    const accounts: string[] = [];
    let sharing: Set<string> | undefined;
    this.#pairs.read(cell ?? null);
    for (let at = 0; at < this.#pairs.length; at += 1) {
      const account = this.#pairs.keys[at] ?? '';
      const payer = this.#pairs.values[at] ?? null;
      accounts.push(String(account));
      if (payer === null) continue;
      if (isPaidByAnother(account, String(payer))) this.payers.add(String(payer));
      else if (String(payer) === THE_GROUP) (sharing ??= new Set()).add(String(account));
    }
    return { accounts, sharing: sharing ?? NO_ACCOUNTS };
  }
}
