import { accountFirm, kindOf } from './account-facts';
import { demoAssetAdjustments } from './asset-adjustments';
import { basePayment, baseStatus, FUNDED, inceptionDay } from './base';
import type { Book } from './book';
import { QUARTER_ENDS } from './calendar';
import { groupShape, hasGroup, hasMinimum, lacksAssignments, payerOf } from './fee-payers';
import { demoFeeStructures, FIRST_STRUCTURE, feeStructureOf } from './fee-structures';
import { quarterBalance } from './fees';
import { plannedFees, type PlannedFee } from './planned-fees';
import { draw, TRAIT, type Seed } from './random';

/** From here on, accounts get one case each of what review finds in fee files. */
const CASES_FROM = 500;
/** Days from the end of the latest period to the first billable date of an account that was billed too early. */
const BILLED_EARLY_DAYS = 120;
/** The change of this fee is above the threshold in dollars. */
const MIN_CHANGED_CENTS = 40_000;
/** A fee that is billed twice changes by less, so that it is no unusual change. */
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
  readonly balanceApart: number | null;
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

/** Returns the first billable day, in days since 1970, of the account that was billed too early; else null. */
export const firstBillableAfterFee = (book: Book, index: number): number | null =>
  index === feeCases(book).billedEarly ? (QUARTER_ENDS.at(-1) ?? 0) + BILLED_EARLY_DAYS : null;

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
    inceptionDay(seed, index) + 30 <= (QUARTER_ENDS.at(-2) ?? 0) &&
    draw(seed, index, TRAIT.texts) % 50 !== 1;
  const isPlain = (index: number): boolean =>
    isBilled(index) && payerOf(book, index) === 'itself' && !paying.has(index);
  const familyOf = (index: number): number => book.family[index] ?? 0;
  const structureOf = (index: number) => structures[(feeStructureOf(seed, index) ?? 0) - FIRST_STRUCTURE];
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
  const changed = take((index) => isByBalance(index) && (before.get(index)?.cents ?? 0) >= MIN_CHANGED_CENTS);
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
    (index) =>
      calculation(index) !== 'A' && 2 * centsIn(latest, index) - centsIn(before, index) <= MAX_TWICE_CENTS,
  );
  const aboveCeiling = take(
    (index) => isCalculated(index) && rateOf(seed, index, latest.get(index)) >= MIN_TRIPLED_RATE,
  );
  const balanceApart = take(isCalculated);
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
    balanceApart,
    wrongPayer: misdirected === null || payer === undefined ? null : { account: misdirected, payer },
    unbilledGroup: groupToLeaveOut(book, isBilled),
  };
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
