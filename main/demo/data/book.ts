import { baseKind, basePayment, baseStatus, CLOSED, closingDay } from './base';
import { codeSlot, type CodePools } from './code-pools';
import { demoCustodianOf } from './custodians';
import { firmSlot } from './firms';
import { homeCity } from './people';
import { draw, TRAIT, unit, weightedSlots, type Seed } from './random';

/** IDs are offsets into the book, so finding a record needs no index. */
export const FIRST_ACCOUNT_ID = 200_001;
export const FIRST_HOUSEHOLD_ID = 60_001;

/** Members per family, 1 to 6. */
const SIZES = weightedSlots([26, 28, 21, 13, 7, 5]);

/**
 * The account fields that filters read and simulated nights change, as columns: 21 bytes per account. All other
 * fields are generated when a record is served.
 */
export class Book {
  readonly seed: Seed;
  readonly baseSize: number;
  readonly pools: CodePools;
  size = 0;
  /** Number of families. A family is given by its index; each has one household. */
  families = 0;
  day = 0;
  /**
   * The real time of each night simulated while the demo ran, by day. Earlier nights have dates of the demo's
   * calendar.
   */
  readonly nightTimes = new Map<number, string>();
  /** Incremented every night, which adds accounts to the list and removes others. */
  version = 0;

  status: Uint8Array;
  custodian: Uint8Array;
  kind: Uint8Array;
  payment: Uint8Array;
  city: Uint8Array;
  /** Index in the custodian's pool of advisor codes; 255: none. */
  code: Uint8Array;
  /** Index of the account's family; names and addresses derive from it. */
  family: Uint32Array;
  /** Household, as family + 1; 0: none. Editable. */
  household: Uint32Array;
  /** Closing day, in days since 1970; 0: open. */
  closed: Uint16Array;
  /** Night on which the account last changed; 0: never. */
  changedOnNight: Uint16Array;
  /** Night on which the account appeared; 0: from the beginning. */
  added: Uint16Array;
  /** 1: the service no longer returns it. */
  vanished: Uint8Array;

  constructor(seed: Seed, size: number, pools: CodePools) {
    this.seed = seed;
    this.baseSize = size;
    this.pools = pools;
    const capacity = size + Math.max(64, Math.ceil(size * 0.02));
    this.status = new Uint8Array(capacity);
    this.custodian = new Uint8Array(capacity);
    this.kind = new Uint8Array(capacity);
    this.payment = new Uint8Array(capacity);
    this.city = new Uint8Array(capacity);
    this.code = new Uint8Array(capacity);
    this.family = new Uint32Array(capacity);
    this.household = new Uint32Array(capacity);
    this.closed = new Uint16Array(capacity);
    this.changedOnNight = new Uint16Array(capacity);
    this.added = new Uint16Array(capacity);
    this.vanished = new Uint8Array(capacity);
    while (this.size < size) {
      const family = this.families++;
      const members = 1 + (SIZES[draw(seed, family, TRAIT.familySize) & 1023] ?? 0);
      for (let member = 0; member < members && this.size < size; member++) this.append(family);
    }
  }

  /** Returns the index of an account, or −1. */
  indexOf(accountId: number): number {
    const index = accountId - FIRST_ACCOUNT_ID;
    return Number.isInteger(index) && index >= 0 && index < this.size ? index : -1;
  }

  hasHousehold(householdId: number): boolean {
    const family = householdId - FIRST_HOUSEHOLD_ID;
    return Number.isInteger(family) && family >= 0 && family < this.families;
  }

  /** Returns the index in `FIRMS` of a family's firm. */
  firmOf(family: number): number {
    return firmSlot(draw(this.seed, family, TRAIT.firm));
  }

  /** Appends one account to a family and returns its index. */
  append(family: number): number {
    const index = this.size;
    if (index === this.status.length) this.#grow();
    this.size = index + 1;
    const { seed } = this;
    const custodian = demoCustodianOf(seed, index);
    const status = baseStatus(seed, index);
    this.custodian[index] = custodian;
    this.status[index] = status;
    this.kind[index] = baseKind(seed, index);
    this.payment[index] = basePayment(seed, index);
    this.city[index] = homeCity(seed, family);
    this.code[index] = codeSlot(this.pools, seed, index, custodian);
    this.family[index] = family;
    // Three in a hundred accounts have no household.
    this.household[index] = unit(draw(seed, index, TRAIT.unattached)) < 0.03 ? 0 : family + 1;
    this.closed[index] = status === CLOSED ? closingDay(seed, index) : 0;
    return index;
  }

  #grow(): void {
    const capacity = Math.ceil(this.status.length * 1.25);
    const grown = <T extends Uint8Array | Uint16Array | Uint32Array>(next: T, old: T): T => {
      next.set(old);
      return next;
    };
    this.status = grown(new Uint8Array(capacity), this.status);
    this.custodian = grown(new Uint8Array(capacity), this.custodian);
    this.kind = grown(new Uint8Array(capacity), this.kind);
    this.payment = grown(new Uint8Array(capacity), this.payment);
    this.city = grown(new Uint8Array(capacity), this.city);
    this.code = grown(new Uint8Array(capacity), this.code);
    this.family = grown(new Uint32Array(capacity), this.family);
    this.household = grown(new Uint32Array(capacity), this.household);
    this.closed = grown(new Uint16Array(capacity), this.closed);
    this.changedOnNight = grown(new Uint16Array(capacity), this.changedOnNight);
    this.added = grown(new Uint16Array(capacity), this.added);
    this.vanished = grown(new Uint8Array(capacity), this.vanished);
  }
}
