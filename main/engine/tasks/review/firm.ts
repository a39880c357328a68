import type { StructureMarks } from '../../../../preload/contract/calls/fee-structures';
import type { Cell } from '../../../../preload/contract/query';
import type { ResourceName } from '../../../../preload/contract/resources';
import type { Need } from '../../../../preload/contract/review-rules';
import type { FirmColumns } from '../../records/firm/firm-columns';
import type { Id } from '../../records/firm/ids';
import { itemsOf, textOf } from './values';

/** A fee structure (spec 2.9) as rules about other records need it. */
export interface Structure {
  readonly name: string;
  readonly collection: string | null;
  readonly frequency: string | null;
  readonly calculation: string | null;
}

/** What rules may know beyond the record at hand, by the lists that they name in their `needs`. */
export interface Firm {
  /** `feeStructures`, by ID. */
  readonly structures: ReadonlyMap<string, Structure>;
  /** Makes something of a list of fee structures once and keeps it; a firm has a few hundred different ones. */
  readonly byFees: <V>(make: (fees: Cell) => V) => (fees: Cell) => V;
  /** `billingGroups`: IDs of the groups that an account is assigned to, by the account's ID; and how many there are. */
  readonly groupsOf: {
    readonly get: (account: Id) => readonly string[];
    readonly count: (account: Id) => number;
  };
  /** `advisorCodes`: the codes that are mapped, as codeName writes them. */
  readonly mapped: ReadonlySet<string>;
  /** `reconciliation`: the accounts that the newest accepted one charges, as numberName writes them. */
  readonly reconciled: ReadonlySet<string>;
  /** Fee structures that are retired here, by ID. */
  readonly retired: ReadonlySet<string>;
  /** `rate-ceiling`: the firm's own highest rate, in percent. */
  readonly ceiling: string | null;
  /**
   * `accounts`: how many open ones have each fee structure, by its ID. Not for rules about accounts, which are checked
   * while it is gathered.
   */
  readonly uses: () => ReadonlyMap<string, number>;
}

/** How one thing that rules know is made of the rows of a list. */
export interface Gathering {
  readonly of: ResourceName;
  readonly columns: readonly string[];
  /** The cells of the next row. */
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

/**
 * What the rules of a check need to know; a rule that did not say so gets none of it. `columns` need not be filled yet,
 * what the answered gatherings are about is to be gathered first.
 */
export function gatherFirm(
  needs: ReadonlySet<Need>,
  reconciled: ReadonlySet<string> | null,
  marks: StructureMarks,
  columns: FirmColumns,
): { firm: Firm; gatherings: Gathering[] } {
  const gatherings: Gathering[] = [];
  const known = <K extends 'structures' | 'mapped'>(
    name: K,
    made: Gathering & { readonly found: Firm[K] },
  ): Firm[K] => {
    if (!needs.has(made.of)) return unneeded(name);
    gatherings.push(made);
    return made.found;
  };
  const ifNeeded = <T>(need: Need, name: string, value: T): T => (needs.has(need) ? value : unneeded(name));
  let uses: Map<string, number> | undefined;
  const firm: Firm = {
    structures: known('structures', structures()),
    mapped: known('mapped', mapped()),
    byFees: byFees(columns),
    groupsOf: ifNeeded('billingGroups', 'groupsOf', groupsOf(columns)),
    uses: ifNeeded('accounts', 'uses', () => (uses ??= usesIn(columns))),
    retired: new Set(marks.retired.map(({ key }) => key)),
    ceiling: marks.ceiling,
    reconciled: needs.has('reconciliation') && reconciled ? reconciled : unneeded('reconciled'),
  };
  return { firm, gatherings };
}

const byFees =
  ({ accounts }: FirmColumns): Firm['byFees'] =>
  (make) => {
    const known: ReturnType<typeof make>[] = [];
    return (fees) => {
      const number = accounts.feesNumber(fees);
      let value = known[number];
      if (value === undefined) known[number] = value = make(fees);
      return value;
    };
  };

function groupsOf({ accounts, groups }: FirmColumns): Firm['groupsOf'] {
  // Many rules ask for the same account in turn.
  let asked: Id = '';
  let slot = -1;
  const slotOf = (account: Id): number => {
    if (account !== asked) {
      asked = account;
      slot = accounts.slot(account);
    }
    return slot;
  };
  const has = (account: Id): boolean => slotOf(account) >= 0 && accounts.firstGroup(slot) > 0;
  return {
    count: (account) => (has(account) ? 1 + (accounts.otherGroups(slot)?.length ?? 0) : 0),
    get: (account) => (has(account) ? accounts.groups(slot).map((place) => groups.key(place)) : []),
  };
}

/** A structure that an account has twice is used once. */
function usesIn({ accounts }: FirmColumns): Map<string, number> {
  const counts = new Uint32Array(accounts.feeLists.length + 1);
  for (let slot = 0; slot < accounts.size; slot += 1)
    if (accounts.isOpen(slot)) counts[accounts.fees(slot)] = (counts[accounts.fees(slot)] ?? 0) + 1;
  const uses = new Map<string, number>();
  for (const [at, list] of accounts.feeLists.entries())
    for (const id of new Set(itemsOf(list))) uses.set(id, (uses.get(id) ?? 0) + (counts[at + 1] ?? 0));
  return uses;
}

/** A slip of the pen in the table of rules would look like a firm without such records. */
const unneeded = (name: string): never =>
  new Proxy({} as never, {
    get() {
      throw new Error(`No rule of this check names what it needs for ${name} (contract/review-rules)`);
    },
  });
