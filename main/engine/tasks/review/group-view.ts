import type { Cell } from '../../../../preload/contract/query';
import type { FirmColumns } from '../../records/firm/firm-columns';
import type { Id } from '../../records/firm/ids';
import { Print } from './fingerprint';
import { distinct, itemsOf } from './values';

/** A billing group (spec 2.6) as rules need it. */
export interface GroupFacts {
  readonly key: string;
  readonly household: Cell;
  /** How many assignments it has. */
  readonly size: number;
  /** IDs of its accounts (wire facts A, billing). */
  readonly accounts: readonly string[];
  /** The accounts that pay for others. */
  readonly payers: readonly string[];
  /** Different households of its accounts; accounts that are not on this computer are left out, as below. */
  readonly households: readonly string[];
  /** IDs of the different fee structures of its accounts. */
  readonly structures: readonly string[];
}

const NONE: readonly string[] = [];

/** The fields that rules about groups may read. */
export const GROUP_FIELDS = ['household_id', 'assignments'];

/** One group that moves on to the next: take values out of it, never keep it. */
export class GroupView implements GroupFacts {
  readonly #firm: FirmColumns;
  readonly #payment = new Print();
  readonly #lists = new Map<number, readonly string[]>();
  #place = 0;

  constructor(firm: FirmColumns) {
    this.#firm = firm;
  }

  /** The accounts that pay for others: several rules ask for them, of nearly all groups there are none. */
  payers: readonly string[] = NONE;
  #row: Cell[] | null = null;

  show(place: number): void {
    this.#place = place;
    this.payers = this.#firm.groups.payers(place);
    this.#row = null;
  }

  get key(): string {
    return this.#firm.groups.keys[this.#place] ?? '';
  }

  get household(): Cell {
    return this.#firm.groups.households[this.#place] ?? null;
  }

  get size(): number {
    return this.#firm.groups.size(this.#place);
  }

  get accounts(): readonly string[] {
    return this.#firm.groups.accounts(this.#place);
  }

  get households(): readonly string[] {
    const { accounts, groups } = this.#firm;
    const homes = groups.distinct(this.#place, this.#homeOf);
    const [only = 0] = homes;
    if (homes.length < 2) return only === 0 ? NONE : [String(accounts.household(only - 1))];
    return distinct(homes.map((home) => String(accounts.household(home - 1))));
  }

  get structures(): readonly string[] {
    const lists = this.#firm.groups.distinct(this.#place, this.#feesOf);
    const [only = 0] = lists;
    return lists.length > 1 ? distinct(lists.flatMap((list) => this.#list(list))) : this.#list(only);
  }

  /** What stands for the fields of its record that rules read, after its number and its key (GROUP_FIELDS). */
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
  readonly #homeOf = (slot: number): number => this.#firm.accounts.home(slot);
  readonly #feesOf = (slot: number): number => this.#firm.accounts.fees(slot);

  /** The IDs of one list of fee structures. */
  #list(number: number): readonly string[] {
    let list = this.#lists.get(number);
    if (!list) {
      list = distinct(itemsOf(this.#firm.accounts.feeLists[number - 1] ?? null));
      this.#lists.set(number, list);
    }
    return list;
  }
}
