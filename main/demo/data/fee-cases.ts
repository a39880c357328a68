import { getOrCompute } from '#contract/maps';
import { accountFirm, kindOf } from './account-facts';
import { demoAssetAdjustments } from './asset-adjustments';
import { basePayment, baseStatus, CLOSED, closingDay, firstBillableDay, FUNDED } from './base';
import type { Book } from './book';
import { nextQuarterStart, QUARTER_ENDS } from './calendar';
import { groupShape, hasGroup, hasMinimum, lacksAssignments, payerOf } from './fee-payers';
import {
  demoFeeStructures,
  FIRST_STRUCTURE_ID,
  feeStructureOf,
  mayHaveSecondStructure,
} from './fee-structures';
import { monthsBilled, quarterBalance } from './fees';
import { plannedFees, type PlannedFee } from './planned-fees';

/** First account that gets a case. Each review rule about fee files finds one case. */
const CASES_FROM = 500;
/** Days from the end of the latest period to the first billable date of an account that was billed too early. */
const BILLED_EARLY_DAYS = 120;
/** Days from the end of a period to the first billable date of the account with a first bill. */
const FIRST_BILL_DAYS = 20;
/** A changed fee is at least this large before it changes, so that the change exceeds the threshold in dollars. */
const MIN_CHANGED_CENTS = 40_000;
/** An account billed twice pays at most this much more than before, so that it is not an unusual change too. */
const MAX_TWICE_CENTS = 9_000;

/** Three times this yearly rate, in percent, is above the ceiling of most firms. */
const MIN_TRIPLED_RATE = 0.95;

/** The accounts with one case each, by index; null if the firm is too small. */
export interface FeeCases {
  /** In the latest file, although not billable until months later. */
  readonly billedEarly: number | null;
  /** In the latest file and invoiced too. */
  readonly invoiced: number | null;
  /** Its latest fee is 50% above what it should be. */
  readonly changed: number | null;
  /** Its latest fee is above its flat fee. */
  readonly flat: number | null;
  /** Its cash is half of its latest fee. */
  readonly lowCash: number | null;
  /** Missing from the latest file. */
  readonly missing: number | null;
  /** In the latest file but not in its billing report. */
  readonly notInReport: number | null;
  /** Also in the second file of the latest period. */
  readonly billedTwice: number | null;
  /** Charged a multiple of its fee in every quarter. */
  readonly aboveCeiling: number | null;
  /** Its balance in the sample spreadsheet differs from the service's. */
  readonly differingBalance: number | null;
  /** Closed inside the interval that its last fee bills in advance, with the quarter of that fee. */
  readonly refund: { readonly account: number; readonly quarter: number } | null;
  /** First billable inside the interval that its first fee bills in advance. */
  readonly firstBill: number | null;
  /** The group names a payer, and the account was debited itself. */
  readonly wrongPayer: { readonly account: number; readonly payer: number } | null;
  /** The accounts of a group billed as a group that is missing from the file. */
  readonly unbilledGroup: readonly number[];
}

const casesByBook = new WeakMap<Book, FeeCases>();

export const feeCases = (book: Book): FeeCases => getOrCompute(casesByBook, book, chooseCases);

/** Quarter of the `firstBill` account's first fee, as an index of QUARTER_ENDS. */
export const FIRST_BILL_QUARTER = QUARTER_ENDS.length - 2;

/** Returns an account's first billable day, in days since 1970: at least 30 days after its first day, or its case's. */
export function demoFirstBillable(book: Book, index: number): number {
  const { billedEarly, firstBill } = feeCases(book);
  if (index === billedEarly) return (QUARTER_ENDS.at(-1) ?? 0) + BILLED_EARLY_DAYS;
  if (index === firstBill) return (QUARTER_ENDS[FIRST_BILL_QUARTER] ?? 0) + FIRST_BILL_DAYS;
  return firstBillableDay(book.seed, index);
}

/** Returns the accounts that pay for others. */
function payersOf(book: Book): ReadonlySet<number> {
  const paying = new Set<number>();
  for (let index = 0; index < book.baseSize; index += 1) {
    const payer = payerOf(book, index);
    if (typeof payer === 'number') paying.add(payer);
  }
  return paying;
}

/** Picks accounts, by index, for the cases, and knows the facts that decide whether one fits. */
class CaseAccounts {
  readonly #book: Book;
  readonly #latest: ReadonlyMap<number, PlannedFee>;
  readonly #previous: ReadonlyMap<number, PlannedFee>;
  readonly #structures: ReturnType<typeof demoFeeStructures>;
  readonly #payers: ReadonlySet<number>;
  readonly #adjustedFirms: ReadonlySet<unknown>;
  readonly #used = new Set<number>();

  constructor(book: Book) {
    this.#book = book;
    this.#latest = plannedFees(book, QUARTER_ENDS.length - 1);
    this.#previous = plannedFees(book, QUARTER_ENDS.length - 2);
    this.#structures = demoFeeStructures(book.seed);
    this.#payers = payersOf(book);
    this.#adjustedFirms = new Set(
      demoAssetAdjustments(book.seed).flatMap(({ level, firm_id: firm }) => (level === 'f' ? [firm] : [])),
    );
  }

  /** Picks the first plain account that fits; an account serves one case only. */
  pick(isFitting: (index: number) => boolean): number | null {
    for (let index = CASES_FROM; index < this.#book.baseSize; index += 1)
      if (!this.#used.has(index) && this.#isPlain(index) && isFitting(index)) {
        this.#used.add(index);
        return index;
      }
    return null;
  }

  /** Picks an account of a group that another member of its family could pay for, and that member. */
  pickWithPayer(): FeeCases['wrongPayer'] {
    const account = this.pick((index) => this.#isInGroup(index) && this.#payerFor(index) !== undefined);
    const payer = account === null ? undefined : this.#payerFor(account);
    if (account === null || payer === undefined) return null;
    this.#used.add(payer);
    return { account, payer };
  }

  /** Charged at the custodian in both periods, with one fee structure, and billable before both. */
  readonly isBilled = (index: number): boolean =>
    this.#latest.has(index) &&
    this.#previous.has(index) &&
    basePayment(this.#book.seed, index) === 1 &&
    baseStatus(this.#book.seed, index) === FUNDED &&
    firstBillableDay(this.#book.seed, index) <= (QUARTER_ENDS.at(-2) ?? 0) &&
    !mayHaveSecondStructure(this.#book, index);

  readonly isByBalance = (index: number): boolean => this.#latest.get(index)?.isByBalance ?? false;

  /** Whether Firm Desk can calculate the account's expected fee. */
  readonly isCalculated = (index: number): boolean =>
    this.isByBalance(index) &&
    this.#structureOf(index)?.balance_type === 'E' &&
    !this.#adjustedFirms.has(accountFirm(this.#book, index)) &&
    !(this.#hasGroup(index) && hasMinimum(groupShape(this.#book, this.#familyOf(index))));

  /** Whether the account pays a flat fee and belongs to no group. */
  readonly isFlat = (index: number): boolean =>
    this.#structureOf(index)?.calculation_type === 'A' && !this.#hasGroup(index);

  readonly isInAdvance = (index: number): boolean => {
    const structure = this.#structureOf(index);
    return structure !== undefined && structure.collection_type !== 'R' && monthsBilled(structure) === 3;
  };

  latestCents(index: number): number {
    return this.#latest.get(index)?.cents ?? 0;
  }

  previousCents(index: number): number {
    return this.#previous.get(index)?.cents ?? 0;
  }

  /** Returns the yearly rate in percent: the fee in cents per dollar of the balance. */
  rate(index: number): number {
    const yearly = this.#latest.get(index)?.yearly ?? 0;
    return yearly / quarterBalance(this.#book.seed, index, QUARTER_ENDS.length - 1);
  }

  #isPlain(index: number): boolean {
    return this.isBilled(index) && payerOf(this.#book, index) === 'itself' && !this.#payers.has(index);
  }

  #isInGroup(index: number): boolean {
    return (
      this.#hasGroup(index) &&
      !lacksAssignments(groupShape(this.#book, this.#familyOf(index))) &&
      this.#book.household[index] !== 0
    );
  }

  #payerFor(account: number): number | undefined {
    return [account - 1, account + 1].find(
      (index) =>
        this.#familyOf(index) === this.#familyOf(account) &&
        this.#isPlain(index) &&
        this.#isInGroup(index) &&
        !kindOf(this.#book, index).deferred &&
        !this.#used.has(index),
    );
  }

  #hasGroup(index: number): boolean {
    return hasGroup(this.#book, this.#familyOf(index));
  }

  #familyOf(index: number): number {
    return this.#book.family[index] ?? 0;
  }

  #structureOf(index: number) {
    return this.#structures[(feeStructureOf(this.#book, index) ?? 0) - FIRST_STRUCTURE_ID];
  }
}

function chooseCases(book: Book): FeeCases {
  const accounts = new CaseAccounts(book);
  const any = (): boolean => true;
  // Each picks the first unused account, so a different order would pick different accounts.
  return {
    billedEarly: accounts.pick(any),
    changed: accounts.pick(
      (index) => accounts.isCalculated(index) && accounts.previousCents(index) >= MIN_CHANGED_CENTS,
    ),
    flat: accounts.pick(accounts.isFlat),
    invoiced: accounts.pick(any),
    lowCash: accounts.pick(any),
    missing: accounts.pick(accounts.isByBalance),
    notInReport: accounts.pick(any),
    wrongPayer: accounts.pickWithPayer(),
    billedTwice: accounts.pick(
      (index) =>
        accounts.isCalculated(index) &&
        2 * accounts.latestCents(index) - accounts.previousCents(index) <= MAX_TWICE_CENTS,
    ),
    aboveCeiling: accounts.pick(
      (index) => accounts.isCalculated(index) && accounts.rate(index) >= MIN_TRIPLED_RATE,
    ),
    differingBalance: accounts.pick(accounts.isCalculated),
    firstBill: accounts.pick(accounts.isInAdvance),
    refund: closedWithFee(book, accounts.isInAdvance),
    unbilledGroup: groupToLeaveOut(book, accounts.isBilled),
  };
}

/** Returns the last account to close in a quarter that its last fee can bill in advance. */
function closedWithFee(book: Book, isInAdvance: (index: number) => boolean): FeeCases['refund'] {
  const { seed } = book;
  let last: FeeCases['refund'] = null;
  for (let account = CASES_FROM; account < book.baseSize; account += 1) {
    if (baseStatus(seed, account) !== CLOSED || basePayment(seed, account) !== 1) continue;
    const closed = closingDay(seed, account);
    const quarter = QUARTER_ENDS.findIndex((end) => end < closed && closed < nextQuarterStart(end + 1) - 1);
    const isFitting =
      quarter >= 0 &&
      quarter < QUARTER_ENDS.length - 1 &&
      firstBillableDay(seed, account) <= (QUARTER_ENDS[quarter] ?? 0) &&
      !mayHaveSecondStructure(book, account) &&
      isInAdvance(account);
    if (isFitting && (last === null || closed > closingDay(seed, last.account))) last = { account, quarter };
  }
  return last;
}

/** Returns the members of the first group billed as a group whose members are all charged at custodians. */
function groupToLeaveOut(book: Book, isBilled: (index: number) => boolean): number[] {
  for (let index = CASES_FROM; index < book.baseSize; index += 1) {
    const family = book.family[index];
    if (book.family[index - 1] === family || payerOf(book, index) !== 'group') continue;
    const members = [index];
    while (index + members.length < book.baseSize && book.family[index + members.length] === family)
      members.push(index + members.length);
    const isFitting = (member: number): boolean => payerOf(book, member) === 'group' && isBilled(member);
    if (members.length > 1 && members.every(isFitting)) return members;
  }
  return [];
}
