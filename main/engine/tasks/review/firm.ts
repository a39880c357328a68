import type { StructureMarks } from '../../../../preload/contract/calls/fee-structures';
import type { Cell } from '../../../../preload/contract/query';
import type { ResourceName } from '../../../../preload/contract/resources';
import type { Need } from '../../../../preload/contract/review-rules';
import { accounts, groups, Involved, type Group } from './involved';
import { textOf } from './values';

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
  readonly key: string;
  readonly household: Cell;
  /** IDs of its accounts (wire facts A, billing). */
  readonly accounts: readonly string[];
  /** The accounts that pay for others. */
  readonly payers: readonly string[];
  /** What is known of its accounts; those that are not on this computer are left out. */
  readonly members: readonly AccountFacts[];
}

/** What rules may know beyond the record at hand, by the lists that they name in their `needs`. */
export interface Firm {
  /** `feeStructures`, by ID. */
  readonly structures: ReadonlyMap<string, Structure>;
  /** `billingGroups`. */
  readonly groups: readonly Group[];
  /** `billingGroups`: IDs of the groups that an account is assigned to, by the account's ID. */
  readonly groupsOf: Pick<ReadonlyMap<string, readonly string[]>, 'get' | 'has'>;
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
  readonly accounts: Pick<ReadonlyMap<string, AccountFacts>, 'get'>;
  /** `accounts`: how many open ones have each fee structure, by its ID; as above. */
  readonly uses: () => ReadonlyMap<string, number>;
}

/** How one thing that rules know is made of the rows of a list. */
export interface Gathering {
  readonly of: ResourceName;
  /** Fields; `n` the row's number, `key` the record's key, RECORD (cache/scan) its whole text. */
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
  const involved = new Involved();
  const group = groups(involved);
  const account = accounts(involved);
  const firm: Firm = {
    structures: known('structures', structures()),
    groups: known('groups', group),
    groupsOf: needs.has(group.of) ? involved.groupsOf : unneeded('groupsOf'),
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
