import type { Cell } from '../../../../preload/contract/query';
import { Ints, Slots } from '../../../common/slots';
import type { ScannedRow } from '../../cache/scan';
import { idOf, type Id } from './ids';

/** Of an account that pays for others. */
export interface PayerFacts {
  readonly status: Cell;
  readonly payment: Cell;
  readonly deferred: Cell;
}

/** The columns that are read of an account. */
export const ACCOUNT_FIELDS = [
  'status',
  'household_id',
  'firm_id',
  'payment_source',
  'is_tax_deferred',
  'fee_structures_ids',
] as const;
export type AccountRecord = { readonly key: Id } & {
  readonly [K in (typeof ACCOUNT_FIELDS)[number]]: Cell;
};

/** A row of those fields, as a record. */
export const accountOf = (row: ScannedRow): AccountRecord => ({
  key: row[1],
  status: row[2] ?? null,
  household_id: row[3] ?? null,
  firm_id: row[4] ?? null,
  payment_source: row[5] ?? null,
  is_tax_deferred: row[6] ?? null,
  fee_structures_ids: row[7] ?? null,
});

/** Marks of an account. */
const MET = 1;
const CLOSED = 2;
const PAPERED = 4;

/**
 * The accounts of a firm (spec 2.1) as columns of numbers: 100,000 objects would cost more than what is made of them.
 * Each has a slot, by its ID; all groups come first, then the accounts.
 */
export class Accounts {
  readonly #ids: Slots;
  /** Slots in the order of the list. */
  readonly inOrder: Ints;
  readonly #marks: Ints;
  /** Of each: the first group that has it, plus 1; the few that are in several have the others in `#more`. */
  readonly #group: Ints;
  readonly #more = new Map<number, number[]>();
  /** Of each: the household of a firm that it belongs to, plus 1. */
  readonly #home: Ints;
  readonly #homes: Slots;
  readonly #firms = new Slots();
  readonly #homeFirms: (Id | null)[] = [];
  // Most accounts are of the firm of the one before, and many of its household.
  #lastFirm: Id | null = null;
  #within = 0;
  #lastHousehold: Id | null = null;
  #lastHome = 0;
  /** Of each: the number of its list of fee structures, plus 1. */
  readonly #fees: Ints;
  readonly #feeLists = new Slots();
  // Several rules ask for the list of one account in turn.
  #lastFees: Cell = null;
  #lastFeesNumber = 0;
  /** Of each: the place of what is known of it as a payer, plus 1. */
  readonly #payer: Ints;
  readonly #payers: (PayerFacts | undefined)[] = [];
  // Rules ask for the account that was just added.
  #lastKey: Id | null = null;
  #lastSlot = -1;

  /** `expected`: about how many there are. */
  constructor(expected: number) {
    this.#ids = new Slots(expected);
    this.#homes = new Slots(expected / 2);
    this.inOrder = new Ints(expected);
    this.#marks = new Ints(expected);
    this.#group = new Ints(expected);
    this.#home = new Ints(expected);
    this.#fees = new Ints(expected);
    this.#payer = new Ints(expected);
  }

  /** An account is in a group; answers its slot. */
  assign(account: Id, group: number): number {
    const slot = this.#put(account);
    const first = this.#group.at(slot) - 1;
    if (first < 0) this.#group.put(slot, group + 1);
    else if (first !== group) {
      const more = this.#more.get(slot);
      if (!more) this.#more.set(slot, [group]);
      else if (more.at(-1) !== group) more.push(group);
    }
    return slot;
  }

  /** An account pays for others; answers its slot. */
  pays(account: Id): number {
    const slot = this.#put(account);
    if (this.#payer.at(slot) === 0) this.#payer.put(slot, this.#payers.push(undefined));
    return slot;
  }

  /** The next row. */
  add(record: AccountRecord): void {
    const slot = this.#put(record.key);
    this.#lastKey = record.key;
    this.#lastSlot = slot;
    const { status, household_id: household, fee_structures_ids: fees } = record;
    this.inOrder.push(slot);
    this.#marks.put(slot, MET | (status === 'closed' ? CLOSED : status === 'papered' ? PAPERED : 0));
    if (household !== null) this.#home.put(slot, this.#homeOf(idOf(household), idOf(record.firm_id)));
    if (fees !== null) this.#fees.put(slot, this.feesNumber(fees));
    const payer = this.#payer.at(slot) - 1;
    if (payer >= 0)
      this.#payers[payer] = { status, payment: record.payment_source, deferred: record.is_tax_deferred };
  }

  /** How many slots there are: accounts of the list, and those that only groups name. */
  get size(): number {
    return this.#ids.size;
  }

  /** -1: neither the list nor any group has it. */
  slot(account: Id): number {
    if (account === this.#lastKey) return this.#lastSlot;
    return this.#ids.of(idOf(account) ?? account);
  }

  id(slot: number): Id {
    return this.#ids.value(slot) ?? '';
  }

  key(slot: number): string {
    return String(this.id(slot));
  }

  /** Whether the list has it, and neither as closed nor, where `funded`, as only papered. */
  isOpen(slot: number, funded = false): boolean {
    return (this.#marks.at(slot) & (funded ? MET | CLOSED | PAPERED : MET | CLOSED)) === MET;
  }

  /** Places of the groups that have it. */
  groups(slot: number): readonly number[] {
    const first = this.#group.at(slot) - 1;
    return first < 0 ? [] : [first, ...(this.#more.get(slot) ?? [])];
  }

  /** The place of the first group that has it, plus 1. */
  firstGroup(slot: number): number {
    return this.#group.at(slot);
  }

  /** The places of the other groups that have it. */
  otherGroups(slot: number): readonly number[] | undefined {
    return this.#more.get(slot);
  }

  /** The number of its household in its firm, plus 1; 0: it has no household. */
  home(slot: number): number {
    return this.#home.at(slot);
  }

  /** How many households of firms there are. */
  get homes(): number {
    return this.#homes.size;
  }

  household(home: number): Id {
    return this.#homes.value(home) ?? '';
  }

  /** Null: its accounts name no firm. */
  firm(home: number): Id | null {
    return this.#homeFirms[home] ?? null;
  }

  /** The number of its list of fee structures, plus 1; 0: it has none. */
  fees(slot: number): number {
    return this.#fees.at(slot);
  }

  /** The number of a list of fee structures, plus 1; 0: of none. */
  feesNumber(fees: Cell): number {
    if (fees === this.#lastFees) return this.#lastFeesNumber;
    this.#lastFees = fees;
    this.#lastFeesNumber = fees === null ? 0 : this.#feeLists.put(fees) + 1;
    return this.#lastFeesNumber;
  }

  /** Different lists of fee structures, as cells, in the order of their numbers. */
  get feeLists(): readonly Cell[] {
    return this.#feeLists.values;
  }

  /** What is known of an account that pays for others; undefined: the list does not have it. */
  payer(slot: number): PayerFacts | undefined {
    return this.#payers[this.#payer.at(slot) - 1];
  }

  #put(account: Id): number {
    return this.#ids.put(idOf(account) ?? account);
  }

  #homeOf(household: Id | null, firm: Id | null): number {
    if (household === null) return 0;
    if (firm !== this.#lastFirm) {
      this.#lastFirm = firm;
      this.#within = firm === null ? 0 : this.#firms.put(firm) + 1;
    } else if (household === this.#lastHousehold) return this.#lastHome;
    const home = this.#homes.put(household, this.#within);
    if (home === this.#homeFirms.length) this.#homeFirms.push(firm);
    this.#lastHousehold = household;
    this.#lastHome = home + 1;
    return home + 1;
  }
}
