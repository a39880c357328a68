import { isPaidByAnother } from '../../../../preload/contract/domain/assignments';
import type { Cell } from '../../../../preload/contract/query';
import { CellNumbers } from '../../../common/cell-numbers';
import { Ints } from '../../../common/slots';
import { Pairs } from '../../cache/pairs';
import type { Accounts } from './accounts';
import { idOf, type Id } from './ids';

const NONE: readonly number[] = [];

/** The billing groups of a firm (spec 2.6) as columns, each by its place in the list. */
export class Groups {
  readonly ids: Id[] = [];
  readonly names: string[] = [];
  /** As they came. */
  readonly households: Cell[] = [];
  readonly firms: Cell[] = [];
  /** Row numbers. */
  readonly numbers = new Ints();
  readonly #accounts: Accounts;
  /** Slots of accounts, and who pays for them, one group after another; and where each group's begin. */
  readonly #assigned: Ints;
  readonly #paidBy: Ints;
  readonly #from = new Ints();
  readonly #payerIds = new CellNumbers();
  readonly #read = new Pairs();
  /** Slots of the accounts that pay for others in each. */
  readonly #payers: (readonly number[])[] = [];

  /** `expected`: about how many accounts they have together. */
  constructor(accounts: Accounts, expected: number) {
    this.#accounts = accounts;
    this.#assigned = new Ints(expected);
    this.#paidBy = new Ints(expected);
  }

  get length(): number {
    return this.ids.length;
  }

  key(place: number): string {
    return String(this.ids[place] ?? '');
  }

  /** The next row; `assigned`: its accounts and who pays for each (cache/pairs.ts). */
  add(n: number, key: Id, name: string, household: Cell, firm: Cell, assigned: Cell): void {
    const place = this.ids.push(idOf(key) ?? key) - 1;
    this.names.push(name);
    this.households.push(household);
    this.firms.push(firm);
    this.numbers.push(n);
    this.#from.push(this.#assigned.length);
    let payers: number[] | undefined;
    this.#read.read(assigned);
    for (let at = 0; at < this.#read.length; at += 1) {
      const account = this.#read.keys[at] ?? '';
      const payer = this.#read.values[at] ?? null;
      this.#assigned.push(this.#accounts.assign(account, place));
      this.#paidBy.push(this.#payerIds.of(payer));
      // Nearly all accounts pay for themselves: no text is made of them.
      if (payer === null || payer === 0 || !isPaidByAnother(account, String(payer))) continue;
      const slot = this.#accounts.pays(payer);
      payers ??= [];
      if (!payers.includes(slot)) payers.push(slot);
    }
    this.#payers.push(payers ?? NONE);
  }

  /** How many assignments it has. */
  size(place: number): number {
    return this.#to(place) - this.#from.at(place);
  }

  /** Whether an account is among its own. */
  has(place: number, slot: number): boolean {
    const to = this.#to(place);
    for (let at = this.#from.at(place); at < to; at += 1) if (this.#assigned.at(at) === slot) return true;
    return false;
  }

  /** The ID of each of its accounts and who pays for it, in their order. */
  eachId(place: number, take: (account: Id, payer: Id | null) => void): void {
    const to = this.#to(place);
    for (let at = this.#from.at(place); at < to; at += 1)
      take(this.#accounts.id(this.#assigned.at(at)), this.#payerIds.cell(this.#paidBy.at(at)));
  }

  /** Slots of the accounts that pay for others. */
  payers(place: number): readonly number[] {
    return this.#payers[place] ?? NONE;
  }

  /** What `of` says of all its accounts; 0: of none anything, -1: not the same of all. 0 of one is no word about it. */
  only(place: number, of: (slot: number) => number): number {
    let only = 0;
    const to = this.#to(place);
    for (let at = this.#from.at(place); at < to; at += 1) {
      const value = of(this.#assigned.at(at));
      if (value === 0 || value === only) continue;
      if (only !== 0) return -1;
      only = value;
    }
    return only;
  }

  /** The different values that `of` says of its accounts, in their order; 0 is none. */
  distinct(place: number, of: (slot: number) => number): number[] {
    const found: number[] = [];
    const to = this.#to(place);
    for (let at = this.#from.at(place); at < to; at += 1) {
      const value = of(this.#assigned.at(at));
      if (value !== 0 && !found.includes(value)) found.push(value);
    }
    return found;
  }

  #to(place: number): number {
    return place + 1 < this.#from.length ? this.#from.at(place + 1) : this.#assigned.length;
  }
}
