import type { HouseholdState, LeaveReason } from '#contract/features/billing-groups/calls';
import type { FirmColumns } from './firm-columns';
import { idInCell, type Id } from '../../records/id-key';

/** A billing group in the plan. */
export interface HouseholdGroup {
  readonly id: Id;
  readonly name: string;
}

/** A household of a firm and its planned change. */
export interface PlannedHousehold {
  readonly firm: Id;
  readonly household: Id;
  readonly state: HouseholdState;
  readonly why: LeaveReason | null;
  readonly group: HouseholdGroup | null;
  readonly open: number;
  /** The accounts to add. */
  readonly put: readonly Id[];
  /** Number of its open accounts in groups that are not its own. */
  readonly elsewhere: number;
}

export interface PlannedHouseholds {
  readonly rows: readonly PlannedHousehold[];
  /** Number of open accounts without a household or without a firm. */
  readonly without: { readonly household: number; readonly firm: number };
}

/** A household of a firm; groups are given by their positions. */
interface HouseholdGroups {
  readonly firm: Id;
  readonly household: Id;
  readonly namedGroups: readonly number[];
  open: number;
  /** Accounts without a group; null if there are none, as in most households. */
  free: Id[] | null;
  /** A group that is not the household's own; `several` is true if there are more. */
  other: number | null;
  several: boolean;
  elsewhere: number;
}

const NO_GROUPS: readonly number[] = [];
const NO_ACCOUNTS: readonly Id[] = [];

/**
 * Plans one group per household of each firm, with its open accounts. A household without a group gets a new
 * one, a group that lacks accounts gets them, and all others stay as they are. No group is deleted, and no
 * account leaves its group.
 */
export class HouseholdPlanner {
  readonly #firm: FirmColumns;
  /** Group positions by household. */
  readonly #owned = new Map<Id, number[]>();
  readonly #groupFirms: readonly (Id | null)[];
  readonly #households: (HouseholdGroups | undefined)[] = [];
  readonly #order: HouseholdGroups[] = [];
  readonly #without = { household: 0, firm: 0 };

  constructor(firm: FirmColumns) {
    this.#firm = firm;
    const { households, firms } = firm.groups;
    this.#groupFirms = firms.map((one) => idInCell(one));
    for (const [place, cell] of households.entries()) {
      const household = idInCell(cell);
      if (household === null) continue;
      const known = this.#owned.get(household);
      if (known) known.push(place);
      else this.#owned.set(household, [place]);
    }
  }

  /** Adds accounts, in list order. */
  accounts(from: number, to: number): void {
    const { accounts } = this.#firm;
    for (let at = from; at < to; at += 1) {
      const slot = accounts.inOrder.at(at);
      if (!accounts.isOpen(slot)) continue;
      const number = accounts.householdNumber(slot);
      if (number === 0) this.#without.household += 1;
      else if (accounts.firm(number - 1) === null) this.#without.firm += 1;
      else this.#account(slot, (this.#households[number] ??= this.#addHousehold(number - 1)));
    }
  }

  plan(): PlannedHouseholds {
    return { rows: this.#order.map((one) => this.#planned(one)), without: { ...this.#without } };
  }

  #account(slot: number, planned: HouseholdGroups): void {
    const { accounts } = this.#firm;
    planned.open += 1;
    const first = accounts.firstGroup(slot) - 1;
    if (first < 0) (planned.free ??= []).push(accounts.id(slot));
    else if (
      !planned.namedGroups.includes(first) &&
      !accounts.otherGroups(slot)?.some((one) => planned.namedGroups.includes(one))
    ) {
      planned.elsewhere += 1;
      planned.other ??= first;
      planned.several ||= planned.other !== first;
    }
  }

  #addHousehold(index: number): HouseholdGroups {
    const household = this.#firm.accounts.household(index);
    const firm = this.#firm.accounts.firm(index) ?? '';
    const named = this.#owned.get(household) ?? NO_GROUPS;
    const isOf = (group: number | undefined) => {
      const groupFirm = this.#groupFirms[group ?? -1] ?? null;
      return groupFirm === null || groupFirm === firm;
    };
    // Most households have one group, their own, so no new list is created.
    const namedGroups = named.length === 1 && isOf(named[0]) ? named : named.filter(isOf);
    const planned: HouseholdGroups = {
      firm,
      household,
      namedGroups,
      open: 0,
      free: null,
      other: null,
      several: false,
      elsewhere: 0,
    };
    this.#order.push(planned);
    return planned;
  }

  #planned(planned: HouseholdGroups): PlannedHousehold {
    const { namedGroups, free, elsewhere } = planned;
    if (namedGroups.length > 1) return this.#row(planned, 'leave', 'several', null);
    const [group = null] = namedGroups;
    if (group !== null)
      return free
        ? this.#row(planned, 'extend', null, group)
        : this.#row(planned, 'leave', 'complete', group);
    if (elsewhere === 0) return this.#row(planned, 'new', null, null);
    return this.#row(planned, 'leave', 'elsewhere', planned.several ? null : planned.other);
  }

  #row(
    planned: HouseholdGroups,
    state: HouseholdState,
    why: LeaveReason | null,
    of: number | null,
  ): PlannedHousehold {
    const { firm, household, open, free, elsewhere } = planned;
    const { ids, names } = this.#firm.groups;
    const group = of === null ? null : { id: ids[of] ?? '', name: names[of] ?? '' };
    const put = state === 'leave' ? NO_ACCOUNTS : (free ?? NO_ACCOUNTS);
    return { firm, household, state, why, group, open, put, elsewhere };
  }
}
