import type { Cell } from '#contract/query';
import type { PayerFacts } from '../billing-groups/account-columns';
import type { FirmColumns } from '../billing-groups/firm-columns';
import type { Id } from '../../records/id-key';
import { FindingFingerprint } from './fingerprint';
import { allOf, distinct, cellItems } from './cell-values';

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
  eachAssignment(take: (account: Id, payer: Id | null) => void): void;
  /** Distinct households of its cached accounts. */
  readonly households: readonly string[];
  /** True if its accounts have several households, or another than the group's. */
  readonly isMixed: boolean;
  /** IDs of the distinct fee structures of its accounts. */
  readonly structures: readonly string[];
  /** Numbers of the distinct fee structure lists of its accounts. */
  readonly feeLists: readonly number[];
  /** True if `of` returns the same for all those lists; 0 is ignored. */
  agree(of: (list: number) => number): boolean;
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
  readonly #payment = new FindingFingerprint();
  readonly #lists: (readonly string[])[] = [];
  #place = 0;

  constructor(firm: FirmColumns) {
    this.#firm = firm;
  }

  /** The accounts that pay for others; several rules read them, and nearly all groups have none. */
  payers: readonly number[] = NO_PAYERS;
  #row: Cell[] | null = null;

  show(place: number): void {
    this.#place = place;
    this.payers = this.#firm.groups.payers(place);
    this.#row = null;
  }

  get key(): string {
    return this.#firm.groups.key(this.#place);
  }

  get household(): Cell {
    return this.#firm.groups.households[this.#place] ?? null;
  }

  get firm(): Cell {
    return this.#firm.groups.firms[this.#place] ?? null;
  }

  get size(): number {
    return this.#firm.groups.size(this.#place);
  }

  payer(account: number): PayerFacts | undefined {
    return this.#firm.accounts.payer(account);
  }

  idOf(account: number): string {
    return this.#firm.accounts.key(account);
  }

  has(account: number): boolean {
    return this.#firm.groups.has(this.#place, account);
  }

  eachAssignment(take: (account: Id, payer: Id | null) => void): void {
    this.#firm.groups.eachId(this.#place, take);
  }

  get households(): readonly string[] {
    const { accounts, groups } = this.#firm;
    const households = groups.distinct(this.#place, this.#householdNumberOf);
    const [only = 0] = households;
    if (households.length < 2) return only === 0 ? NONE : [String(accounts.household(only - 1))];
    return distinct(households.map((number) => String(accounts.household(number - 1))));
  }

  get isMixed(): boolean {
    const { accounts, groups } = this.#firm;
    const only = groups.only(this.#place, this.#householdNumberOf);
    if (only < 0) return true;
    const own = this.household;
    if (only === 0 || own === null) return false;
    const other = accounts.household(only - 1);
    return other !== own && String(other) !== String(own);
  }

  get structures(): readonly string[] {
    const lists = this.feeLists;
    const [only = 0] = lists;
    return lists.length > 1 ? allOf(lists, (list) => this.structuresIn(list)) : this.structuresIn(only);
  }

  get feeLists(): readonly number[] {
    return this.#firm.groups.distinct(this.#place, this.#feesOf);
  }

  agree(of: (list: number) => number): boolean {
    const { accounts, groups } = this.#firm;
    return groups.only(this.#place, (slot) => of(accounts.fees(slot))) >= 0;
  }

  structuresIn(list: number): readonly string[] {
    return (this.#lists[list] ??= distinct(cellItems(this.#firm.accounts.feeLists[list - 1] ?? null)));
  }

  /** Represents the fields that rules read, after row number and key (GROUP_FIELDS). */
  get row(): Cell[] {
    if (this.#row) return this.#row;
    const { groups } = this.#firm;
    this.#payment.begin();
    groups.eachId(this.#place, this.#printPayment);
    this.#row = [groups.numbers.at(this.#place), this.key, this.household, this.#payment.text];
    return this.#row;
  }

  readonly #printPayment = (account: Id, payer: Id | null): void => {
    this.#payment.id(account);
    if (payer === null) this.#payment.cell(null);
    else this.#payment.id(payer);
  };
  readonly #householdNumberOf = (slot: number): number => this.#firm.accounts.householdNumber(slot);
  readonly #feesOf = (slot: number): number => this.#firm.accounts.fees(slot);
}
