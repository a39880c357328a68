import type { Cell } from '#contract/query';
import { IntList, InternTable } from '#common/intern-table';
import type { ScannedRow } from '../../cache/query/scan';
import { idInCell, type Id } from '../../records/id-key';

/** Facts about an account that pays for others. */
export interface PayerFacts {
  readonly status: Cell;
  readonly payment: Cell;
  readonly deferred: Cell;
}

/** The columns read of an account. */
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

/** Converts a row of those fields to a record. */
export const accountRecordOf = (row: ScannedRow): AccountRecord => ({
  key: row[1],
  status: row[2] ?? null,
  household_id: row[3] ?? null,
  firm_id: row[4] ?? null,
  payment_source: row[5] ?? null,
  is_tax_deferred: row[6] ?? null,
  fee_structures_ids: row[7] ?? null,
});

/** Bit flags of an account. */
const LISTED = 1;
const CLOSED = 2;
const PAPERED = 4;

/**
 * A firm's accounts (spec 2.1) as numeric columns; 100,000 objects would cost more than the work on them.
 * Each account has a slot, by ID. Add all groups first, then the accounts, of which only payers keep further facts.
 */
export class FirmAccounts {
  readonly #ids: InternTable;
  /** Slots in list order. */
  readonly inOrder: IntList;
  readonly #flags: IntList;
  /** For each slot: its first group plus 1; `#furtherGroups` has the others of the few accounts with several. */
  readonly #group: IntList;
  readonly #furtherGroups = new Map<number, number[]>();
  /** For each slot: the number of its household, plus 1. A household with accounts of two firms has two numbers. */
  readonly #household: IntList;
  readonly #households: InternTable;
  readonly #firms = new InternTable();
  readonly #householdFirms: (Id | null)[] = [];
  // Most accounts share the firm of the previous one, and often its household.
  #lastFirm: Id | null = null;
  #lastFirmNumber = 0;
  #lastHousehold: Id | null = null;
  #lastHouseholdNumber = 0;
  /** For each slot: the number of its fee-structure list, plus 1. */
  readonly #fees: IntList;
  readonly #feeLists = new InternTable();
  // Several rules read the same account's list in turn.
  #lastFees: Cell = null;
  #lastFeesNumber = 0;
  /** For each slot: the index of its payer facts, plus 1. */
  readonly #payer: IntList;
  readonly #payers: (PayerFacts | undefined)[] = [];
  // Rules read the account that was just added.
  #lastKey: Id | null = null;
  #lastSlot = -1;

  /** `expected`: the approximate number of accounts. */
  constructor(expected: number) {
    this.#ids = new InternTable(expected);
    this.#households = new InternTable(expected / 2);
    this.inOrder = new IntList(expected);
    this.#flags = new IntList(expected);
    this.#group = new IntList(expected);
    this.#household = new IntList(expected);
    this.#fees = new IntList(expected);
    this.#payer = new IntList(expected);
  }

  /** Adds an account to a group; returns its slot. */
  assign(account: Id, group: number): number {
    const slot = this.#put(account);
    const first = this.#group.at(slot) - 1;
    if (first < 0) this.#group.put(slot, group + 1);
    else if (first !== group) {
      // Groups are added one after another, so a repeated account can only repeat the last group.
      const further = this.#furtherGroups.get(slot);
      if (!further) this.#furtherGroups.set(slot, [group]);
      else if (further.at(-1) !== group) further.push(group);
    }
    return slot;
  }

  /** Marks an account as paying for others; returns its slot. */
  markPayer(account: Id): number {
    const slot = this.#put(account);
    if (this.#payer.at(slot) === 0) this.#payer.put(slot, this.#payers.push(undefined));
    return slot;
  }

  /** Adds the next row. */
  add(record: AccountRecord): void {
    const slot = this.#put(record.key);
    this.#lastKey = record.key;
    this.#lastSlot = slot;
    const { status, household_id: household, fee_structures_ids: fees } = record;
    this.inOrder.push(slot);
    this.#flags.put(slot, LISTED | (status === 'closed' ? CLOSED : status === 'papered' ? PAPERED : 0));
    if (household !== null)
      this.#household.put(slot, this.#numberHousehold(idInCell(household), idInCell(record.firm_id)));
    if (fees !== null) this.#fees.put(slot, this.feesNumber(fees));
    const payer = this.#payer.at(slot) - 1;
    if (payer >= 0)
      this.#payers[payer] = { status, payment: record.payment_source, deferred: record.is_tax_deferred };
  }

  /** Number of slots: accounts of the list, and those only named by groups. */
  get size(): number {
    return this.#ids.size;
  }

  /** Returns -1 if neither the list nor any group has the account. */
  slot(account: Id): number {
    if (account === this.#lastKey) return this.#lastSlot;
    return this.#ids.indexOf(idInCell(account) ?? account);
  }

  id(slot: number): Id {
    return this.#ids.value(slot) ?? '';
  }

  key(slot: number): string {
    return String(this.id(slot));
  }

  /** Returns whether the list has the account, and not as closed. */
  isOpen(slot: number): boolean {
    return (this.#flags.at(slot) & (LISTED | CLOSED)) === LISTED;
  }

  /** Returns whether the list has the account, and neither as closed nor as merely papered. */
  isInUse(slot: number): boolean {
    return (this.#flags.at(slot) & (LISTED | CLOSED | PAPERED)) === LISTED;
  }

  /** Returns the indexes of its groups. */
  groups(slot: number): readonly number[] {
    const first = this.#group.at(slot) - 1;
    return first < 0 ? [] : [first, ...(this.#furtherGroups.get(slot) ?? [])];
  }

  /** Returns the index of its first group, plus 1; 0 without one. */
  firstGroup(slot: number): number {
    return this.#group.at(slot);
  }

  /** Returns the indexes of its further groups. */
  otherGroups(slot: number): readonly number[] | undefined {
    return this.#furtherGroups.get(slot);
  }

  /** Returns the number of its household, counted per firm, plus 1; 0 without a household. */
  householdNumber(slot: number): number {
    return this.#household.at(slot);
  }

  /** Number of households, counted per firm. */
  get householdCount(): number {
    return this.#households.size;
  }

  /** Returns the ID of a household; `index`: its householdNumber minus 1. */
  household(index: number): Id {
    return this.#households.value(index) ?? '';
  }

  /** Returns the firm of a household; null if its accounts name none. `index`: its householdNumber minus 1. */
  firm(index: number): Id | null {
    return this.#householdFirms[index] ?? null;
  }

  /** Returns the number of its fee-structure list, plus 1; 0 without one. */
  fees(slot: number): number {
    return this.#fees.at(slot);
  }

  /** Returns the number of a fee-structure list, plus 1; 0 for none. */
  feesNumber(fees: Cell): number {
    if (fees === this.#lastFees) return this.#lastFeesNumber;
    this.#lastFees = fees;
    this.#lastFeesNumber = fees === null ? 0 : this.#feeLists.put(fees) + 1;
    return this.#lastFeesNumber;
  }

  /** Distinct fee-structure lists as cells, by number. */
  get feeLists(): readonly Cell[] {
    return this.#feeLists.values;
  }

  /** Returns whether the account pays for others. */
  isPayer(slot: number): boolean {
    return this.#payer.at(slot) > 0;
  }

  /** Returns the facts of a paying account; undefined if the list lacks it. */
  payer(slot: number): PayerFacts | undefined {
    return this.#payers[this.#payer.at(slot) - 1];
  }

  #put(account: Id): number {
    return this.#ids.put(idInCell(account) ?? account);
  }

  #numberHousehold(household: Id | null, firm: Id | null): number {
    if (household === null) return 0;
    if (firm !== this.#lastFirm) {
      this.#lastFirm = firm;
      this.#lastFirmNumber = firm === null ? 0 : this.#firms.put(firm) + 1;
    } else if (household === this.#lastHousehold) return this.#lastHouseholdNumber;
    const index = this.#households.put(household, this.#lastFirmNumber);
    if (index === this.#householdFirms.length) this.#householdFirms.push(firm);
    this.#lastHousehold = household;
    this.#lastHouseholdNumber = index + 1;
    return index + 1;
  }
}
