import { accountFirm, kindOf } from './account-facts';
import { demoAssetAdjustments } from './asset-adjustments';
import { basePayment, baseStatus, CLOSED, closingDay, firstBillableDay, FUNDED } from './base';
import type { Book } from './book';
import { nextQuarterStart, QUARTER_ENDS } from './calendar';
import { groupShape, hasGroup, hasMinimum, lacksAssignments, payerOf } from './fee-payers';
import { demoFeeStructures, FIRST_STRUCTURE, feeStructureOf, mayHaveSecondStructure } from './fee-structures';
import { monthsBilled, quarterBalance } from './fees';
import { plannedFees, type PlannedFee } from './planned-fees';
import type { Seed } from './random';

/** From here on, accounts get one case each of what review finds in fee files. */
const CASES_FROM = 500;
/** Days from the end of the latest period to the first billable date of an account that was billed too early. */
const BILLED_EARLY_DAYS = 120;
/** Days from the end of a period to the first billable date of the account with a first bill. */
const FIRST_BILL_DAYS = 20;
/** The change of this fee is above the threshold in dollars. */
const MIN_CHANGED_CENTS = 40_000;
/** A fee that is billed twice changes by less, so that it is not an unusual change. */
const MAX_TWICE_CENTS = 9_000;

/** Three times this yearly rate is above the ceiling of most firms. */
const MIN_TRIPLED_RATE = 0.95;

/** The accounts with one case each, by index; null if the firm is too small. */
export interface FeeCases {
  readonly billedEarly: number | null;
  readonly invoiced: number | null;
  readonly changed: number | null;
  readonly flat: number | null;
  readonly lowCash: number | null;
  readonly missing: number | null;
  readonly notInReport: number | null;
  /** In the second file of the latest period, too. */
  readonly billedTwice: number | null;
  /** Charged a multiple of its fee in every quarter. */
  readonly aboveCeiling: number | null;
  /** Has another balance in the sample spreadsheet than in the service. */
  readonly differingBalance: number | null;
  /** Closed inside the interval that its last fee bills in advance, with the quarter of that fee. */
  readonly refund: { readonly account: number; readonly quarter: number } | null;
  /** First billable inside the interval that its first fee bills in advance. */
  readonly firstBill: number | null;
  /** The group names a payer, and the account was debited itself. */
  readonly wrongPayer: { readonly account: number; readonly payer: number } | null;
  /** The accounts of a group billed as a group, of which the file has none. */
  readonly unbilledGroup: readonly number[];
}

/** Returns the yearly rate in percent. */
const rateOf = (seed: Seed, index: number, fee: PlannedFee | undefined): number =>
  (fee?.yearly ?? 0) / quarterBalance(seed, index, QUARTER_ENDS.length - 1);

const casesOf = new WeakMap<Book, FeeCases>();

export function feeCases(book: Book): FeeCases {
  let found = casesOf.get(book);
  if (!found) casesOf.set(book, (found = chooseCases(book)));
  return found;
}

/** The quarter of the first fee of the account that is first billable inside the interval it bills. */
export const FIRST_BILL_QUARTER = QUARTER_ENDS.length - 2;

/** Returns an account's first billable day, in days since 1970: a month or more after its first day, or its case. */
export function demoFirstBillable(book: Book, index: number): number {
  const { billedEarly, firstBill } = feeCases(book);
  if (index === billedEarly) return (QUARTER_ENDS.at(-1) ?? 0) + BILLED_EARLY_DAYS;
  if (index === firstBill) return (QUARTER_ENDS[FIRST_BILL_QUARTER] ?? 0) + FIRST_BILL_DAYS;
  return firstBillableDay(book.seed, index);
}

function chooseCases(book: Book): FeeCases {
  const { seed } = book;
  const latest = plannedFees(book, QUARTER_ENDS.length - 1);
  const before = plannedFees(book, QUARTER_ENDS.length - 2);
  const structures = demoFeeStructures(seed);
  const paying = new Set<number>();
  for (let index = 0; index < book.baseSize; index += 1) {
    const payer = payerOf(book, index);
    if (typeof payer === 'number') paying.add(payer);
  }
  /** Charged at the custodian in both periods, with one fee structure, and billable before both. */
  const isBilled = (index: number): boolean =>
    latest.has(index) &&
    before.has(index) &&
    basePayment(seed, index) === 1 &&
    baseStatus(seed, index) === FUNDED &&
    firstBillableDay(seed, index) <= (QUARTER_ENDS.at(-2) ?? 0) &&
    !mayHaveSecondStructure(book, index);
  const isPlain = (index: number): boolean =>
    isBilled(index) && payerOf(book, index) === 'itself' && !paying.has(index);
  const familyOf = (index: number): number => book.family[index] ?? 0;
  const structureOf = (index: number) => structures[(feeStructureOf(book, index) ?? 0) - FIRST_STRUCTURE];
  const calculation = (index: number): unknown => structureOf(index)?.calculation_type;
  const isByBalance = (index: number): boolean => latest.get(index)?.isByBalance ?? false;
  const adjustedFirms = new Set(
    demoAssetAdjustments(seed).flatMap(({ level, firm_id: firm }) => (level === 'f' ? [firm] : [])),
  );
  /** Whether Firm Desk can calculate the account's expected fee. */
  const isCalculated = (index: number): boolean =>
    isByBalance(index) &&
    structureOf(index)?.balance_type === 'E' &&
    !adjustedFirms.has(accountFirm(book, index)) &&
    !(hasGroup(book, familyOf(index)) && hasMinimum(groupShape(book, familyOf(index))));

  const taken = new Set<number>();
  const take = (isFitting: (index: number) => boolean): number | null => {
    for (let index = CASES_FROM; index < book.baseSize; index += 1)
      if (!taken.has(index) && isPlain(index) && isFitting(index)) {
        taken.add(index);
        return index;
      }
    return null;
  };
  const billedEarly = take(() => true);
  const changed = take(
    (index) => isCalculated(index) && (before.get(index)?.cents ?? 0) >= MIN_CHANGED_CENTS,
  );
  const flat = take((index) => calculation(index) === 'A' && !hasGroup(book, familyOf(index)));
  const [invoiced, lowCash, missing, notInReport] = [
    take(() => true),
    take(() => true),
    take(isByBalance),
    take(() => true),
  ];
  const isInGroup = (index: number): boolean =>
    hasGroup(book, familyOf(index)) &&
    !lacksAssignments(groupShape(book, familyOf(index))) &&
    book.household[index] !== 0;
  const payerFor = (account: number): number | undefined =>
    [account - 1, account + 1].find(
      (index) =>
        familyOf(index) === familyOf(account) &&
        isPlain(index) &&
        isInGroup(index) &&
        !kindOf(book, index).deferred &&
        !taken.has(index),
    );
  const misdirected = take((index) => isInGroup(index) && payerFor(index) !== undefined);
  const payer = misdirected === null ? undefined : payerFor(misdirected);
  if (payer !== undefined) taken.add(payer);
  const centsIn = (fees: typeof latest, index: number): number => fees.get(index)?.cents ?? 0;
  const billedTwice = take(
    (index) => isCalculated(index) && 2 * centsIn(latest, index) - centsIn(before, index) <= MAX_TWICE_CENTS,
  );
  const aboveCeiling = take(
    (index) => isCalculated(index) && rateOf(seed, index, latest.get(index)) >= MIN_TRIPLED_RATE,
  );
  const differingBalance = take(isCalculated);
  const isInAdvance = (index: number): boolean => {
    const structure = structureOf(index);
    return structure !== undefined && structure.collection_type !== 'R' && monthsBilled(structure) === 3;
  };
  const firstBill = take(isInAdvance);
  return {
    billedEarly,
    invoiced,
    changed,
    flat,
    lowCash,
    missing,
    notInReport,
    billedTwice,
    aboveCeiling,
    differingBalance,
    refund: closedWithFee(book, isInAdvance),
    firstBill,
    wrongPayer: misdirected === null || payer === undefined ? null : { account: misdirected, payer },
    unbilledGroup: groupToLeaveOut(book, isBilled),
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
    const isFitting = (one: number): boolean => payerOf(book, one) === 'group' && isBilled(one);
    if (members.length > 1 && members.every(isFitting)) return members;
  }
  return [];
}
