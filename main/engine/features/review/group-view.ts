import type { Cell } from '#contract/query';
import type { PayerFacts } from '../billing-groups/account-columns';
import type { FirmColumns } from '../billing-groups/firm-columns';
import type { Id } from '../../records/id-key';
import { FindingFingerprint } from './fingerprint';
import { allOf, distinctTexts, cellItems } from './cell-values';

/** The facts of a billing group (spec 2.6) that rules need. */
export interface GroupFacts {
  readonly key: string;
  readonly household: Cell;
  readonly firm: Cell;
  /** Number of assignments. */
  readonly size: number;
  /** The accounts that pay for others, as arguments for the methods below. */
  readonly payers: readonly number[];
  /** Undefined if the account is not in the cache. */
  payer(account: number): PayerFacts | undefined;
  idOf(account: number): string;
  /** True if the account is assigned to the group. */
  has(account: number): boolean;
  /** Visits each account and its payer. */
  eachAssignment(visit: (account: Id, payer: Id | null) => void): void;
  /** Distinct households of its cached accounts. */
  readonly households: readonly string[];
  /** True if its accounts have several households, or a different one from the group's. */
  readonly isMixed: boolean;
  /** IDs of the distinct fee structures of its accounts. */
  readonly structures: readonly string[];
  /** Numbers of the distinct fee structure lists of its accounts. */
  readonly feeLists: readonly number[];
  /** True if `valueOf` returns the same for all those lists; 0 is ignored, and -1 never counts as the same. */
  haveSameValue(valueOf: (list: number) => number): boolean;
  /** Returns the IDs of the distinct fee structures in one of those lists. */
  structuresIn(list: number): readonly string[];
}

const NONE: readonly string[] = [];
const NO_PAYERS: readonly number[] = [];

/** The fields that rules about groups may read. */
export const GROUP_FIELDS = ['household_id', 'assignments'];

/** A view that moves from group to group: read its values, never keep it. */
export class GroupView implements GroupFacts {
  readonly #firm: FirmColumns;
  readonly #paymentFingerprint = new FindingFingerprint();
  readonly #lists: (readonly string[])[] = [];
  #index = 0;

  constructor(firm: FirmColumns) {
    this.#firm = firm;
  }

  /** The accounts that pay for others; several rules read them, and nearly all groups have none. */
  payers: readonly number[] = NO_PAYERS;
  #row: Cell[] | null = null;

  show(index: number): void {
    this.#index = index;
    this.payers = this.#firm.groups.payers(index);
    this.#row = null;
  }

  get key(): string {
    return this.#firm.groups.key(this.#index);
  }

  get household(): Cell {
    return this.#firm.groups.households[this.#index] ?? null;
  }

  get firm(): Cell {
    return this.#firm.groups.firms[this.#index] ?? null;
  }

  get size(): number {
    return this.#firm.groups.size(this.#index);
  }

  payer(account: number): PayerFacts | undefined {
    return this.#firm.accounts.payer(account);
  }

  idOf(account: number): string {
    return this.#firm.accounts.key(account);
  }

  has(account: number): boolean {
    return this.#firm.groups.has(this.#index, account);
  }

  eachAssignment(visit: (account: Id, payer: Id | null) => void): void {
    this.#firm.groups.eachId(this.#index, visit);
  }

  get households(): readonly string[] {
    const { accounts, groups } = this.#firm;
    const households = groups.distinct(this.#index, this.#householdNumberOf);
    const [first = 0] = households;
    if (households.length < 2) return first === 0 ? NONE : [String(accounts.household(first - 1))];
    return distinctTexts(households.map((number) => String(accounts.household(number - 1))));
  }

  get isMixed(): boolean {
    const { accounts, groups } = this.#firm;
    const commonValue = groups.commonValue(this.#index, this.#householdNumberOf);
    if (commonValue < 0) return true;
    const ownHousehold = this.household;
    if (commonValue === 0 || ownHousehold === null) return false;
    const other = accounts.household(commonValue - 1);
    return other !== ownHousehold && String(other) !== String(ownHousehold);
  }

  get structures(): readonly string[] {
    const lists = this.feeLists;
    const [first = 0] = lists;
    return lists.length > 1 ? allOf(lists, (list) => this.structuresIn(list)) : this.structuresIn(first);
  }

  get feeLists(): readonly number[] {
    return this.#firm.groups.distinct(this.#index, this.#feesOf);
  }

  haveSameValue(valueOf: (list: number) => number): boolean {
    const { accounts, groups } = this.#firm;
    return groups.commonValue(this.#index, (slot) => valueOf(accounts.fees(slot))) >= 0;
  }

  structuresIn(list: number): readonly string[] {
    return (this.#lists[list] ??= distinctTexts(cellItems(this.#firm.accounts.feeLists[list - 1] ?? null)));
  }

  /** The row number, the key, and values that represent the fields in GROUP_FIELDS. */
  get row(): Cell[] {
    if (this.#row) return this.#row;
    const { groups } = this.#firm;
    this.#paymentFingerprint.begin();
    groups.eachId(this.#index, this.#addPayment);
    this.#row = [groups.numbers.at(this.#index), this.key, this.household, this.#paymentFingerprint.text];
    return this.#row;
  }

  readonly #addPayment = (account: Id, payer: Id | null): void => {
    this.#paymentFingerprint.id(account);
    if (payer === null) this.#paymentFingerprint.cell(null);
    else this.#paymentFingerprint.id(payer);
  };
  readonly #householdNumberOf = (slot: number): number => this.#firm.accounts.householdNumber(slot);
  readonly #feesOf = (slot: number): number => this.#firm.accounts.fees(slot);
}
