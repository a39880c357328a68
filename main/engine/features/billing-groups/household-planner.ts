import type { HouseholdState, LeaveReason } from '#contract/features/billing-groups/calls';
import { appendTo } from '#contract/maps';
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
  /** Number of its open accounts. */
  readonly open: number;
  /** The accounts to add. */
  readonly added: readonly Id[];
  /** Number of its open accounts that are only in groups that are not its own. */
  readonly inOtherGroups: number;
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
  /** The household's own groups: those that name it. */
  readonly namedGroups: readonly number[];
  /** Number of its open accounts. */
  open: number;
  /** Accounts without a group; null if there are none, as in most households. */
  ungrouped: Id[] | null;
  /** A group that has its accounts but is not the household's own. */
  otherGroup: number | null;
  /** True if there are more such groups. */
  hasMoreOtherGroups: boolean;
  /** Number of open accounts that are only in groups that are not the household's own. */
  inOtherGroups: number;
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
  readonly #groupsByHousehold = new Map<Id, number[]>();
  readonly #groupFirms: readonly (Id | null)[];
  readonly #households: (HouseholdGroups | undefined)[] = [];
  readonly #order: HouseholdGroups[] = [];
  readonly #without = { household: 0, firm: 0 };

  constructor(firm: FirmColumns) {
    this.#firm = firm;
    const { households, firms } = firm.groups;
    this.#groupFirms = firms.map((item) => idInCell(item));
    for (const [position, cell] of households.entries()) {
      const household = idInCell(cell);
      if (household === null) continue;
      appendTo(this.#groupsByHousehold, household, position);
    }
  }

  /** Adds the accounts from index `from` up to but not including `to`, in list order. */
  addAccounts(from: number, to: number): void {
    const { accounts } = this.#firm;
    for (let index = from; index < to; index += 1) {
      const slot = accounts.inOrder.at(index);
      if (!accounts.isOpen(slot)) continue;
      const number = accounts.householdNumber(slot);
      if (number === 0) this.#without.household += 1;
      else if (accounts.firm(number - 1) === null) this.#without.firm += 1;
      else this.#countAccount(slot, (this.#households[number] ??= this.#addHousehold(number - 1)));
    }
  }

  plan(): PlannedHouseholds {
    return { rows: this.#order.map((item) => this.#planHousehold(item)), without: { ...this.#without } };
  }

  #countAccount(slot: number, planned: HouseholdGroups): void {
    const { accounts } = this.#firm;
    planned.open += 1;
    const first = accounts.firstGroup(slot) - 1;
    if (first < 0) (planned.ungrouped ??= []).push(accounts.id(slot));
    else if (
      !planned.namedGroups.includes(first) &&
      !accounts.otherGroups(slot)?.some((item) => planned.namedGroups.includes(item))
    ) {
      planned.inOtherGroups += 1;
      planned.otherGroup ??= first;
      planned.hasMoreOtherGroups ||= planned.otherGroup !== first;
    }
  }

  #addHousehold(index: number): HouseholdGroups {
    const household = this.#firm.accounts.household(index);
    const firm = this.#firm.accounts.firm(index) ?? '';
    const named = this.#groupsByHousehold.get(household) ?? NO_GROUPS;
    const isOfFirm = (group: number | undefined) => {
      const groupFirm = this.#groupFirms[group ?? -1] ?? null;
      return groupFirm === null || groupFirm === firm;
    };
    // Most households have one group, their own, so no new list is created.
    const namedGroups = named.length === 1 && isOfFirm(named[0]) ? named : named.filter(isOfFirm);
    const planned: HouseholdGroups = {
      firm,
      household,
      namedGroups,
      open: 0,
      ungrouped: null,
      otherGroup: null,
      hasMoreOtherGroups: false,
      inOtherGroups: 0,
    };
    this.#order.push(planned);
    return planned;
  }

  #planHousehold(planned: HouseholdGroups): PlannedHousehold {
    const { namedGroups, ungrouped, inOtherGroups } = planned;
    if (namedGroups.length > 1) return this.#row(planned, 'leave', 'several', null);
    const [group = null] = namedGroups;
    if (group !== null)
      return ungrouped
        ? this.#row(planned, 'extend', null, group)
        : this.#row(planned, 'leave', 'complete', group);
    if (inOtherGroups === 0) return this.#row(planned, 'new', null, null);
    return this.#row(
      planned,
      'leave',
      'in-other-groups',
      planned.hasMoreOtherGroups ? null : planned.otherGroup,
    );
  }

  #row(
    planned: HouseholdGroups,
    state: HouseholdState,
    why: LeaveReason | null,
    groupIndex: number | null,
  ): PlannedHousehold {
    const { firm, household, open, ungrouped, inOtherGroups } = planned;
    const { ids, names } = this.#firm.groups;
    const group = groupIndex === null ? null : { id: ids[groupIndex] ?? '', name: names[groupIndex] ?? '' };
    const added = state === 'leave' ? NO_ACCOUNTS : (ungrouped ?? NO_ACCOUNTS);
    return { firm, household, state, why, group, open, added, inOtherGroups };
  }
}
