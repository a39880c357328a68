import type { HouseholdState, LeaveReason } from '../../../../preload/contract/calls/billing-groups';
import type { Id } from './ids';

/** What the plan needs to know of an account. */
export interface HouseholdAccount {
  readonly id: Id;
  readonly firm: Id | null;
  readonly household: Id | null;
  /** Neither closed nor gone. */
  readonly open: boolean;
}

/** What the plan needs to know of a billing group. */
export interface HouseholdGroup {
  readonly id: Id;
  readonly name: string;
  readonly firm: Id | null;
  readonly household: Id | null;
  readonly accounts: readonly Id[];
}

/** A household of a firm, and what would become of it. */
export interface PlannedHousehold {
  readonly firm: Id;
  readonly household: Id;
  readonly state: HouseholdState;
  readonly why: LeaveReason | null;
  readonly group: HouseholdGroup | null;
  readonly open: number;
  /** The accounts that are to be put. */
  readonly put: readonly Id[];
  /** How many of its open accounts are in groups that are not its own. */
  readonly elsewhere: number;
}

export interface PlannedHouseholds {
  readonly rows: readonly PlannedHousehold[];
  /** Open accounts that no plan can place. */
  readonly without: { readonly household: number; readonly firm: number };
}

interface Home {
  readonly firm: Id;
  readonly household: Id;
  open: number;
  /** In no group at all. */
  readonly free: Id[];
  /** The group that is not the household's own; `several`: there are more than this one. */
  other: HouseholdGroup | null;
  several: boolean;
  elsewhere: number;
}

const isOf = ({ firm }: HouseholdGroup, home: Home): boolean => firm === null || firm === home.firm;
const isOwn = (group: HouseholdGroup, home: Home): boolean =>
  group.household === home.household && isOf(group, home);

/**
 * One group for each household of each firm, with its open accounts: a household without one gets a new group, one whose
 * group lacks accounts has it extended, everything else is left alone. No group is deleted, and no account is taken out
 * of the group that has it. All groups come first, then the accounts.
 */
export class HouseholdPlanner {
  readonly #groupOf = new Map<Id, HouseholdGroup>();
  /** Of the few accounts that are in several. */
  readonly #more = new Map<Id, HouseholdGroup[]>();
  readonly #owned = new Map<Id, HouseholdGroup[]>();
  readonly #homes = new Map<Id, Home[]>();
  readonly #without = { household: 0, firm: 0 };

  group(group: HouseholdGroup): void {
    if (group.household !== null) push(this.#owned, group.household, group);
    for (const account of group.accounts)
      if (this.#groupOf.has(account)) push(this.#more, account, group);
      else this.#groupOf.set(account, group);
  }

  account({ id, firm, household, open }: HouseholdAccount): void {
    if (!open) return;
    if (household === null) this.#without.household += 1;
    else if (firm === null) this.#without.firm += 1;
    else {
      const home = homeOf(this.#homes, firm, household);
      home.open += 1;
      const first = this.#groupOf.get(id);
      if (!first) home.free.push(id);
      else if (!isOwn(first, home) && !this.#more.get(id)?.some((group) => isOwn(group, home))) {
        home.elsewhere += 1;
        home.other ??= first;
        home.several ||= home.other !== first;
      }
    }
  }

  plan(): PlannedHouseholds {
    const rows: PlannedHousehold[] = [];
    for (const list of this.#homes.values())
      for (const home of list) {
        const own = this.#owned.get(home.household)?.filter((group) => isOf(group, home)) ?? [];
        rows.push(planned(home, own));
      }
    return { rows, without: { ...this.#without } };
  }
}

function planned(home: Home, own: readonly HouseholdGroup[]): PlannedHousehold {
  const { firm, household, open, free, elsewhere, other, several } = home;
  const [group = null] = own;
  const known = { firm, household, open, elsewhere };
  const leave = (why: LeaveReason, of: HouseholdGroup | null) =>
    ({ ...known, state: 'leave', why, group: of, put: [] }) as const;
  if (own.length > 1) return leave('several', null);
  if (group)
    return free.length > 0
      ? { ...known, state: 'extend', why: null, group, put: free }
      : leave('complete', group);
  if (elsewhere === 0) return { ...known, state: 'new', why: null, group: null, put: free };
  return leave('elsewhere', several ? null : other);
}

function homeOf(homes: Map<Id, Home[]>, firm: Id, household: Id): Home {
  const list = homes.get(household);
  const known = list?.find((home) => home.firm === firm);
  if (known) return known;
  const home: Home = { firm, household, open: 0, free: [], other: null, several: false, elsewhere: 0 };
  if (list) list.push(home);
  else homes.set(household, [home]);
  return home;
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
