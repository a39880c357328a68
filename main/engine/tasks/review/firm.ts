import {
  isPaidByAnother,
  readPayers,
  type AssignedPayer,
} from '../../../../preload/contract/domain/assignments';
import type { StructureMarks } from '../../../../preload/contract/calls/fee-structures';
import type { Cell } from '../../../../preload/contract/query';
import type { ResourceName } from '../../../../preload/contract/resources';
import type { Need } from '../../../../preload/contract/review-rules';
import { RECORD } from '../../cache/scan';
import { itemsOf, remembered, textOf } from './values';

/** A fee structure (spec 2.9) as rules about other records need it. */
export interface Structure {
  readonly name: string;
  readonly collection: string | null;
  readonly frequency: string | null;
  readonly calculation: string | null;
}

/** An account (spec 2.1) as rules about other records need it. */
export interface AccountFacts {
  readonly status: string | null;
  readonly household: Cell;
  readonly payment: string | null;
  readonly deferred: string | null;
  /** IDs of its fee structures. */
  readonly structures: readonly string[];
}

/** A billing group (spec 2.6) as rules need it. */
export interface GroupFacts {
  readonly name: string;
  readonly household: Cell;
  /** Account and payer of each assignment (wire facts A, billing). */
  readonly assigned: readonly AssignedPayer[];
}

/** What rules may know beyond the record at hand, by the lists that they name in their `needs`. */
export interface Firm {
  /** `feeStructures`, by ID. */
  readonly structures: ReadonlyMap<string, Structure>;
  /** `billingGroups`, by ID. */
  readonly groups: ReadonlyMap<string, GroupFacts>;
  /** `billingGroups`: IDs of the groups that an account is assigned to, by the account's ID. */
  readonly groupsOf: ReadonlyMap<string, readonly string[]>;
  /** `advisorCodes`: the codes that are mapped, as codeName writes them. */
  readonly mapped: ReadonlySet<string>;
  /** `reconciliation`: the accounts that the newest accepted one charges, as numberName writes them. */
  readonly reconciled: ReadonlySet<string>;
  /** Fee structures that are retired here, by ID. */
  readonly retired: ReadonlySet<string>;
  /** `rate-ceiling`: the firm's own highest rate, in percent. */
  readonly ceiling: string | null;
  /**
   * `accounts` that are in billing groups or pay in them, by ID. Not for rules about accounts, which are checked while it
   * is gathered.
   */
  readonly accounts: ReadonlyMap<string, AccountFacts>;
  /** `accounts`: how many open ones have each fee structure, by its ID; as above. */
  readonly uses: () => ReadonlyMap<string, number>;
}

/** How one thing that rules know is made of the rows of a list. */
export interface Gathering {
  readonly of: ResourceName;
  /** Fields; `key` the record's key, RECORD (cache/scan) its whole text. */
  readonly columns: readonly string[];
  /** The cells of the next row. The array is used again: take values out of it. */
  take(cells: readonly Cell[]): void;
}

function structures() {
  const found = new Map<string, Structure>();
  return {
    of: 'feeStructures' as const,
    columns: ['id', 'name', 'collection_type', 'frequency', 'calculation_type'],
    take([id, name, collection, frequency, calculation]: readonly Cell[]): void {
      found.set(String(id), {
        name: textOf(name) ?? '',
        collection: textOf(collection),
        frequency: textOf(frequency),
        calculation: textOf(calculation),
      });
    },
    found,
  };
}

function groups() {
  const found = new Map<string, GroupFacts>();
  const ofAccount = new Map<string, readonly string[]>();
  const payers = new Set<string>();
  return {
    of: 'billingGroups' as const,
    columns: ['key', 'name', 'household_id', RECORD],
    take([id, name, household = null, record]: readonly Cell[]): void {
      const key = String(id);
      const assigned = readPayers(String(record));
      found.set(key, { name: textOf(name) ?? '', household, assigned });
      const lone = [key]; // nearly every account is in one group: one list does for all of them
      for (const one of assigned) {
        const list = ofAccount.get(one.account);
        if (!list) ofAccount.set(one.account, lone);
        else if (list.at(-1) !== key) ofAccount.set(one.account, [...list, key]);
        if (one.payer !== null && isPaidByAnother(one)) payers.add(one.payer);
      }
    },
    found,
    ofAccount,
    payers,
  };
}

/** An advisor code of a custodian. Letter for letter: the service does not say that it takes two spellings for one. */
export const codeName = (custodian: string, code: string): string => `${custodian} ${code}`;

function mapped() {
  const found = new Set<string>();
  return {
    of: 'advisorCodes' as const,
    columns: ['source', 'code'],
    take([source, code]: readonly Cell[]): void {
      found.add(codeName(textOf(source) ?? '', textOf(code) ?? ''));
    },
    found,
  };
}

/** `isOfGroups`: whether rules about groups ask for an account. */
function accounts(isOfGroups: (key: string) => boolean) {
  const found = new Map<string, AccountFacts>();
  // Texts that repeat are kept once, not as often as they were read.
  const kept = remembered((cell): string | null => textOf(cell));
  const listed = remembered((cell): readonly string[] => itemsOf(cell));
  const open = new Map<Cell, number>();
  return {
    of: 'accounts' as const,
    columns: ['key', 'status', 'household_id', 'payment_source', 'is_tax_deferred', 'fee_structures_ids'],
    take([
      id = null,
      status = null,
      household = null,
      payment = null,
      deferred = null,
      fees = null,
    ]: readonly Cell[]): void {
      if (status !== 'closed') open.set(fees, (open.get(fees) ?? 0) + 1);
      const key = String(id);
      if (isOfGroups(key))
        found.set(key, {
          status: kept(status),
          household,
          payment: kept(payment),
          deferred: kept(deferred),
          structures: listed(fees),
        });
    },
    found,
    /** A structure that an account has twice is used once. */
    uses(): Map<string, number> {
      const uses = new Map<string, number>();
      for (const [fees, count] of open)
        for (const id of new Set(itemsOf(fees))) uses.set(id, (uses.get(id) ?? 0) + count);
      return uses;
    },
  };
}

/** What the rules of a check need to know, to be gathered first; a rule that did not say so gets none of it. */
export function gatherFirm(
  needs: ReadonlySet<Need>,
  reconciled: ReadonlySet<string> | null,
  marks: StructureMarks,
): { firm: Firm; gatherings: Gathering[] } {
  const gatherings: Gathering[] = [];
  const known = <K extends Exclude<keyof Firm, 'ceiling' | 'uses'>>(
    name: K,
    made: Gathering & { readonly found: Firm[K] },
  ): Firm[K] => {
    if (needs.has(made.of)) gatherings.push(made);
    return needs.has(made.of) ? made.found : unneeded(name);
  };
  const group = groups();
  const account = accounts((key) => group.ofAccount.has(key) || group.payers.has(key));
  const firm: Firm = {
    structures: known('structures', structures()),
    groups: known('groups', group),
    groupsOf: needs.has(group.of) ? group.ofAccount : unneeded('groupsOf'),
    mapped: known('mapped', mapped()),
    accounts: known('accounts', account),
    uses: needs.has(account.of) ? () => account.uses() : unneeded('uses'),
    retired: new Set(marks.retired.map(({ key }) => key)),
    ceiling: marks.ceiling,
    reconciled: needs.has('reconciliation') && reconciled ? reconciled : unneeded('reconciled'),
  };
  return { firm, gatherings };
}

/** A slip of the pen in the table of rules would look like a firm without such records. */
const unneeded = (name: string): never =>
  new Proxy({} as never, {
    get() {
      throw new Error(`No rule of this check names what it needs for ${name} (contract/review-rules)`);
    },
  });
