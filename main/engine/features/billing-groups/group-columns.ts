import { isPaidByAnother } from '#contract/features/billing-groups/assignments';
import type { Cell } from '#contract/query';
import { CellNumbers } from '#common/cell-numbers';
import { IntList } from '#common/intern-table';
import { PairReader } from '../../cache/schema/pairs';
import type { FirmAccounts } from './account-columns';
import { idInCell, type Id } from '../../records/id-key';

const NONE: readonly number[] = [];

/** A firm's billing groups (spec 2.6) as columns, by list index. */
export class FirmGroups {
  readonly ids: Id[] = [];
  readonly names: string[] = [];
  /** As received. */
  readonly households: Cell[] = [];
  readonly firms: Cell[] = [];
  /** Row numbers. */
  readonly numbers = new IntList();
  readonly #accounts: FirmAccounts;
  /** Account slots and their payers, group after group, and where each group begins. */
  readonly #assigned: IntList;
  readonly #paidBy: IntList;
  readonly #from = new IntList();
  readonly #payerIds = new CellNumbers();
  readonly #pairs = new PairReader();
  /** For each group: slots of accounts that pay for others. */
  readonly #payers: (readonly number[])[] = [];

  /** `expected`: the approximate number of accounts in all groups. */
  constructor(accounts: FirmAccounts, expected: number) {
    this.#accounts = accounts;
    this.#assigned = new IntList(expected);
    this.#paidBy = new IntList(expected);
  }

  get length(): number {
    return this.ids.length;
  }

  key(group: number): string {
    return String(this.ids[group] ?? '');
  }

  /** Adds the next row; `assigned`: its accounts and payers (cache/schema/pairs.ts). */
  add(n: number, key: Id, name: string, household: Cell, firm: Cell, assigned: Cell): void {
    const group = this.ids.push(idInCell(key) ?? key) - 1;
    this.names.push(name);
    this.households.push(household);
    this.firms.push(firm);
    this.numbers.push(n);
    this.#from.push(this.#assigned.length);
    let payers: number[] | undefined;
    this.#pairs.read(assigned);
    for (let index = 0; index < this.#pairs.length; index += 1) {
      const account = this.#pairs.keys[index] ?? '';
      const payer = this.#pairs.values[index] ?? null;
      this.#assigned.push(this.#accounts.assign(account, group));
      this.#paidBy.push(this.#payerIds.numberOf(payer));
      // Nearly all accounts pay for themselves, so no text is created for them.
      if (payer === null || payer === 0 || !isPaidByAnother(account, String(payer))) continue;
      const slot = this.#accounts.markPayer(payer);
      payers ??= [];
      if (!payers.includes(slot)) payers.push(slot);
    }
    this.#payers.push(payers ?? NONE);
  }

  /** Returns the number of assignments. */
  size(group: number): number {
    return this.#to(group) - this.#from.at(group);
  }

  /** Returns whether the group contains an account. */
  has(group: number, slot: number): boolean {
    const to = this.#to(group);
    for (let index = this.#from.at(group); index < to; index += 1)
      if (this.#assigned.at(index) === slot) return true;
    return false;
  }

  /** Returns who pays the fee of an account of the group (spec 2.6, fee_location); null if the group does not say. */
  payerOf(group: number, slot: number): Id | null {
    const to = this.#to(group);
    for (let index = this.#from.at(group); index < to; index += 1)
      if (this.#assigned.at(index) === slot) return this.#payerIds.cell(this.#paidBy.at(index));
    return null;
  }

  /** Visits each account ID and its payer, in order. */
  eachId(group: number, visit: (account: Id, payer: Id | null) => void): void {
    const to = this.#to(group);
    for (let index = this.#from.at(group); index < to; index += 1)
      visit(this.#accounts.id(this.#assigned.at(index)), this.#payerIds.cell(this.#paidBy.at(index)));
  }

  /** Returns the slots of accounts that pay for others. */
  payers(group: number): readonly number[] {
    return this.#payers[group] ?? NONE;
  }

  /**
   * Returns the value that all accounts of a group share; 0 if none has one, -1 if they differ. Accounts with 0
   * are ignored.
   */
  commonValue(group: number, valueOf: (slot: number) => number): number {
    let shared = 0;
    const to = this.#to(group);
    for (let index = this.#from.at(group); index < to; index += 1) {
      const value = valueOf(this.#assigned.at(index));
      if (value === 0 || value === shared) continue;
      if (shared !== 0) return -1;
      shared = value;
    }
    return shared;
  }

  /** Returns the distinct values of a group's accounts, in order, without 0. */
  distinct(group: number, valueOf: (slot: number) => number): number[] {
    const values: number[] = [];
    const to = this.#to(group);
    for (let index = this.#from.at(group); index < to; index += 1) {
      const value = valueOf(this.#assigned.at(index));
      if (value !== 0 && !values.includes(value)) values.push(value);
    }
    return values;
  }

  #to(group: number): number {
    return group + 1 < this.#from.length ? this.#from.at(group + 1) : this.#assigned.length;
  }
}
