import { baseKind, basePayment, baseStatus, CLOSED, closingDay, FUNDED, PAPERED, STALE } from './base';
import { codeSlot, otherCodeSlot, type CodePools } from './code-pools';
import { today } from './calendar';
import { custodianOf } from './custodians';
import { firmSlot } from './firms';
import { homeCity } from './people';
import { draw, TRAIT, unit, wheel, type Seed } from './random';
import { CITIES } from './words';

/** Ids are offsets into the book, so that an id finds its record without an index. */
export const FIRST_ACCOUNT = 200_001;
export const FIRST_HOUSEHOLD = 60_001;

/** Members of a family, 1 to 6. */
const SIZES = wheel([26, 28, 21, 13, 7, 5]);

/** What one day of movement did. */
export interface DayMoves {
  readonly changed: number;
  readonly added: number;
  readonly closed: number;
}

/**
 * The few facts of every account that filters read and days move, as columns: about 20 bytes an account, so that a
 * million accounts stay small. Everything else is generated when a record is served.
 */
export class Book {
  readonly seed: Seed;
  readonly baseSize: number;
  readonly pools: CodePools;
  size = 0;
  families = 0;
  day = 0;
  /** Rises with every change of an account's place in the list. */
  version = 0;

  status: Uint8Array;
  custodian: Uint8Array;
  kind: Uint8Array;
  payment: Uint8Array;
  city: Uint8Array;
  /** Position in the custodian's pool of advisor codes; 255 = none. */
  code: Uint8Array;
  /** The family an account belongs to by nature; names and addresses come from it. */
  family: Uint32Array;
  /** Household, as family + 1; 0 = none. People can edit it. */
  household: Uint32Array;
  /** Day of the closing, in days since 1970; 0 = open. */
  closed: Uint16Array;
  /** Day of movement on which the account last changed; 0 = not since the demo began. */
  moved: Uint16Array;

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
    this.moved = new Uint16Array(capacity);
    while (this.size < size) {
      const family = this.families++;
      const members = 1 + (SIZES[draw(seed, family, TRAIT.familySize) & 1023] ?? 0);
      for (let member = 0; member < members && this.size < size; member++) this.append(family);
    }
  }

  /** Position of an account in the book, or −1. */
  indexOf(accountId: number): number {
    const index = accountId - FIRST_ACCOUNT;
    return Number.isInteger(index) && index >= 0 && index < this.size ? index : -1;
  }

  hasHousehold(householdId: number): boolean {
    const family = householdId - FIRST_HOUSEHOLD;
    return Number.isInteger(family) && family >= 0 && family < this.families;
  }

  /** Position in `FIRMS` of the firm of a family. */
  firmOf(family: number): number {
    return firmSlot(draw(this.seed, family, TRAIT.firm));
  }

  /** Moves to the next day: a few per mille of the accounts change, some are new, some are closed. */
  nextDay(): DayMoves {
    this.day++;
    this.version++;
    const { seed, day } = this;
    const before = this.size;
    const share = (perMille: number): number => Math.max(1, Math.round((before * perMille) / 1000));
    const moves = { changed: 0, added: share(0.8), closed: 0 };
    for (let step = 0, wanted = share(3); step < wanted; step++) {
      if (this.change(draw(seed, day * 65_521 + step, TRAIT.dayPick) % before, step)) moves.changed++;
    }
    for (let step = 0, wanted = share(0.6); step < wanted; step++) {
      if (this.close(draw(seed, day * 65_519 + step, TRAIT.closing) % before)) moves.closed++;
    }
    for (let step = 0; step < moves.added; step++) {
      const drawn = draw(seed, day * 65_497 + step, TRAIT.dayKind);
      // Two in three new accounts belong to a family that is already there.
      const index = this.append(drawn % 3 === 0 ? this.families++ : drawn % this.families);
      this.status[index] = drawn % 5 < 2 ? PAPERED : FUNDED;
      this.closed[index] = 0;
      this.moved[index] = day;
    }
    return moves;
  }

  private append(family: number): number {
    const index = this.size;
    if (index === this.status.length) this.grow();
    this.size = index + 1;
    const { seed } = this;
    const custodian = custodianOf(seed, index);
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

  private change(index: number, step: number): boolean {
    const status = this.status[index];
    if (status === CLOSED) return false;
    const drawn = draw(this.seed, this.day * 65_537 + step, TRAIT.dayValue);
    switch (drawn % 4) {
      case 0:
        this.status[index] = status === FUNDED ? STALE : FUNDED;
        break;
      case 1:
        this.city[index] =
          ((this.city[index] ?? 0) + 1 + ((drawn >>> 4) % (CITIES.length - 1))) % CITIES.length;
        break;
      case 2:
        this.code[index] = otherCodeSlot(
          this.pools,
          this.custodian[index] ?? 0,
          this.code[index] ?? 0,
          drawn >>> 4,
        );
        break;
      default:
        // The custodian switched the billing; `payment` null stays rare.
        this.payment[index] = this.payment[index] === 1 ? 2 : 1;
    }
    this.moved[index] = this.day;
    return true;
  }

  private close(index: number): boolean {
    if (this.status[index] === CLOSED) return false;
    this.status[index] = CLOSED;
    this.closed[index] = today(this.day) - 1;
    this.moved[index] = this.day;
    return true;
  }

  private grow(): void {
    const capacity = Math.ceil(this.status.length * 1.25);
    const wider = <T extends Uint8Array | Uint16Array | Uint32Array>(next: T, old: T): T => {
      next.set(old);
      return next;
    };
    this.status = wider(new Uint8Array(capacity), this.status);
    this.custodian = wider(new Uint8Array(capacity), this.custodian);
    this.kind = wider(new Uint8Array(capacity), this.kind);
    this.payment = wider(new Uint8Array(capacity), this.payment);
    this.city = wider(new Uint8Array(capacity), this.city);
    this.code = wider(new Uint8Array(capacity), this.code);
    this.family = wider(new Uint32Array(capacity), this.family);
    this.household = wider(new Uint32Array(capacity), this.household);
    this.closed = wider(new Uint16Array(capacity), this.closed);
    this.moved = wider(new Uint16Array(capacity), this.moved);
  }
}
