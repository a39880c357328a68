import { kindSlot, PLANS, TRUST } from './account-kinds';
import { FIRST_DAY, dayNumberOf, nextQuarterStart } from './calendar';
import { demoCustodianOf, DEMO_CUSTODIANS } from './custodians';
import { redraw, draw, pick, TRAIT, unit, type Seed } from './random';

/** Account data on day 0, as pure functions of seed and index. `Book` holds later changes. */

export const STATUS = ['funded', 'papered', 'closed', 'stale'] as const;
export const FUNDED = 0;
export const PAPERED = 1;
export const CLOSED = 2;
export const STALE = 3;

/** 0: null; 1: C (billed at the custodian); 2: D (billed directly). */
export const PAYMENT = [null, 'C', 'D'] as const;

/**
 * Returns whether an account is a trust with a long name. Seven accounts in 20,000, and always the seventh, are
 * trusts with names too long for any column.
 */
export const isLongNamed = (seed: Seed, index: number): boolean =>
  index === 6 || unit(draw(seed, index, TRAIT.longName)) < 0.00035;

/** Returns an index into `ACCOUNT_KINDS`; some custodians hold retirement plans only. */
export function baseKind(seed: Seed, index: number): number {
  if (isLongNamed(seed, index)) return TRUST;
  const drawn = draw(seed, index, TRAIT.kind);
  return DEMO_CUSTODIANS[demoCustodianOf(seed, index)]?.holdsOnlyPlans ? pick(PLANS, drawn) : kindSlot(drawn);
}

/** Returns the first status of an account: about 4% closed, 3% stale and 3% papered. */
export function baseStatus(seed: Seed, index: number): number {
  const fraction = unit(draw(seed, index, TRAIT.status));
  if (fraction < 0.04) return CLOSED;
  if (fraction < 0.07) return STALE;
  if (fraction < 0.1) return PAPERED;
  return FUNDED;
}

export function basePayment(seed: Seed, index: number): number {
  const fraction = unit(draw(seed, index, TRAIT.payment));
  return fraction < 0.05 ? 0 : fraction < 0.87 ? 1 : 2;
}

const FIRST_OPENING_DAY = dayNumberOf('1994-01-03');

/** Returns the account's first day; recent years are more frequent. */
export function inceptionDay(seed: Seed, index: number): number {
  const fraction = unit(draw(seed, index, TRAIT.inception));
  return FIRST_OPENING_DAY + Math.floor((1 - fraction * fraction) * (FIRST_DAY - 40 - FIRST_OPENING_DAY));
}

/** Returns the first billable day: the first quarter that begins 30 days or more after the account's first day. */
export const firstBillableDay = (seed: Seed, index: number): number =>
  nextQuarterStart(inceptionDay(seed, index) + 29);

/** Returns the closing day of a closed account: within four years, never before its inception. */
export function closingDay(seed: Seed, index: number): number {
  const back = draw(seed, index, TRAIT.closing) % 1460;
  return Math.max(inceptionDay(seed, index) + 20, FIRST_DAY - 2 - back);
}

/** Returns dollars under management: roughly log-normal around 240,000, a few above ten million. */
export function balance(seed: Seed, index: number): number {
  const drawn = draw(seed, index, TRAIT.balance);
  const normal = unit(drawn) + unit(redraw(drawn, 1)) + unit(redraw(drawn, 2)) + unit(redraw(drawn, 3)) - 2;
  return Math.round(240_000 * Math.exp(normal * 2.2) * 100) / 100;
}
