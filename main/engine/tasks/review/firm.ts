import { readPayers, type AssignedPayer } from '../../../../preload/contract/domain/assignments';
import type { StructureMarks } from '../../../../preload/contract/calls/fee-structures';
import type { Cell } from '../../../../preload/contract/query';
import type { ResourceName } from '../../../../preload/contract/resources';
import type { Need } from '../../../../preload/contract/review-rules';
import { itemsOf, textOf } from './values';

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
  readonly household: string | null;
  readonly payment: string | null;
  readonly deferred: string | null;
  /** IDs of its fee structures. */
  readonly structures: readonly string[];
}

/** A billing group (spec 2.6) as rules need it. */
export interface GroupFacts {
  readonly name: string;
  readonly household: string | null;
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
  /** `accounts`, by ID. Not for rules about accounts, which are checked while it is gathered. */
  readonly accounts: ReadonlyMap<string, AccountFacts>;
}

/** How one thing that rules know is made of the rows of a list. */
export interface Gathering {
  readonly of: ResourceName;
  readonly columns: readonly string[];
  /** The cells of the next row. The array is used again: take values out of it. */
  take(cells: readonly Cell[]): void;
}

const NO_IDS: readonly string[] = [];

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
  const ofAccount = new Map<string, string[]>();
  return {
    of: 'billingGroups' as const,
    columns: ['id', 'name', 'household_id', 'assignments'],
    take([id, name, household, json = null]: readonly Cell[]): void {
      const key = String(id);
      const assigned = readPayers(textOf(json));
      found.set(key, { name: textOf(name) ?? '', household: textOf(household), assigned });
      for (const { account } of assigned) {
        const list = ofAccount.get(account);
        if (!list) ofAccount.set(account, [key]);
        else if (list.at(-1) !== key) list.push(key);
      }
    },
    found,
    ofAccount,
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

function accounts() {
  const found = new Map<string, AccountFacts>();
  return {
    of: 'accounts' as const,
    columns: ['id', 'status', 'household_id', 'payment_source', 'is_tax_deferred', 'fee_structures_ids'],
    take([id, status, household, payment, deferred, fees = null]: readonly Cell[]): void {
      found.set(String(id), {
        status: textOf(status),
        household: textOf(household),
        payment: textOf(payment),
        deferred: textOf(deferred),
        structures: fees === null ? NO_IDS : itemsOf(fees),
      });
    },
    found,
  };
}

/** What the rules of a check need to know, to be gathered first; a rule that did not say so gets none of it. */
export function gatherFirm(
  needs: ReadonlySet<Need>,
  reconciled: ReadonlySet<string> | null,
  marks: StructureMarks,
): { firm: Firm; gatherings: Gathering[] } {
  const gatherings: Gathering[] = [];
  const known = <K extends Exclude<keyof Firm, 'ceiling'>>(
    name: K,
    made: Gathering & { readonly found: Firm[K] },
  ): Firm[K] => {
    if (needs.has(made.of)) gatherings.push(made);
    return needs.has(made.of) ? made.found : unneeded(name);
  };
  const group = groups();
  const firm: Firm = {
    structures: known('structures', structures()),
    groups: known('groups', group),
    groupsOf: needs.has(group.of) ? group.ofAccount : unneeded('groupsOf'),
    mapped: known('mapped', mapped()),
    accounts: known('accounts', accounts()),
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
