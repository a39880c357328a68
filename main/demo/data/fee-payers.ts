import { getOrCompute } from '#contract/maps';
import {
  balance,
  basePayment,
  baseStatus,
  CLOSED,
  closingDay,
  firstBillableDay,
  FUNDED,
  PAPERED,
  STALE,
} from './base';
import type { Book } from './book';
import { QUARTER_ENDS } from './calendar';
import { draw, TRAIT, unit } from './random';

/** Returns whether a household has a billing group from the start, as seven in ten have. */
export const hasGroup = (book: Book, family: number): boolean =>
  draw(book.seed, family, TRAIT.group) % 10 < 7;

/** Returns the random number that decides a group's payers, minimums and times. */
export const groupShape = (book: Book, family: number): number => draw(book.seed, family, TRAIT.groupShape);
/** Returns whether a group has null instead of assignments, as one in thirty does. */
export const lacksAssignments = (shape: number): boolean => shape % 30 === 0;
/** Returns whether a group has a minimum fee, as one in four does; some of them list a second one that is null. */
export const hasMinimum = (shape: number): boolean => listsNullMinimum(shape) || shape % 5 === 0;
export const listsNullMinimum = (shape: number): boolean => shape % 12 === 0;

/** Longer than the interval after a quarter end that is billed in advance. */
const NOT_BILLED_BEFORE_CLOSING_DAYS = 93;

/**
 * Returns whether the account was billed at the end of a quarter. Later changes do not matter. The last quarter before
 * closing is not billed, so that no refund is due but the planted one.
 */
export function wasBilled(book: Book, index: number, end: number): boolean {
  const { seed } = book;
  if (basePayment(seed, index) === 0 || firstBillableDay(seed, index) > end) return false;
  const status = baseStatus(seed, index);
  if (status === CLOSED) return closingDay(seed, index) > end + NOT_BILLED_BEFORE_CLOSING_DAYS;
  return status === FUNDED || status === STALE;
}

const PAID_BY_ITSELF = 0;
const PAID_BY_GROUP = -1;

/** The payer of an account's fee: itself, its group pro rata, or the account with this index. */
export type DemoPayer = 'itself' | 'group' | number;

const payers = new WeakMap<Book, Int32Array>();

/** Returns who pays the fee of an account in the initial billing groups. */
export function payerOf(book: Book, index: number): DemoPayer {
  const payer = getOrCompute(payers, book, initialPayers)[index] ?? PAID_BY_ITSELF;
  return payer === PAID_BY_ITSELF ? 'itself' : payer === PAID_BY_GROUP ? 'group' : payer - 1;
}

/** For each account: 0 itself, −1 its group, or the index of the paying account plus 1. */
function initialPayers(book: Book): Int32Array {
  const payersByAccount = new Int32Array(book.baseSize);
  const members: number[] = [];
  for (let index = 0; index < book.baseSize; index += 1) {
    const family = book.family[index] ?? 0;
    // Three in a hundred accounts have no household; closed ones are in no group.
    if (unit(draw(book.seed, index, TRAIT.unattached)) >= 0.03 && baseStatus(book.seed, index) !== CLOSED)
      members.push(index);
    const isLast = index + 1 === book.baseSize || book.family[index + 1] !== family;
    if (!isLast) continue;
    if (hasGroup(book, family)) setPayers(book, members, groupShape(book, family), payersByAccount);
    members.length = 0;
  }
  return payersByAccount;
}

function setPayers(book: Book, members: readonly number[], shape: number, payersByAccount: Int32Array): void {
  const style = (shape >>> 6) % 4;
  // In half of the groups, each account pays for itself.
  if (style > 1 || lacksAssignments(shape) || !isSteady(book, members)) return;
  if (style === 0) for (const index of members) payersByAccount[index] = PAID_BY_GROUP;
  else {
    const payer = payingMember(book, members, shape % Math.max(1, members.length));
    if (payer !== undefined)
      for (const index of members) if (index !== payer) payersByAccount[index] = payer + 1;
  }
}

/** Returns whether all members had balances and were billable in both latest periods, as comparable shares need. */
const isSteady = ({ seed }: Book, members: readonly number[]): boolean =>
  members.every(
    (index) =>
      baseStatus(seed, index) !== PAPERED && firstBillableDay(seed, index) <= (QUARTER_ENDS.at(-2) ?? 0),
  );

/** Returns the first member, starting at position `from`, that is billed and large enough to pay for all. */
function payingMember(book: Book, members: readonly number[], from: number): number | undefined {
  const total = members.reduce((sum, index) => sum + balance(book.seed, index), 0);
  return members
    .map((_, index) => members[(from + index) % members.length] ?? 0)
    .find(
      (index) => wasBilled(book, index, QUARTER_ENDS.at(-1) ?? 0) && balance(book.seed, index) >= total * 0.1,
    );
}
