import { ACCOUNT_KINDS, longTitle, typeText, type AccountKind } from './account-kinds';
import { FUNDED, inceptionDay, isLongNamed, PAPERED, PAYMENT, STATUS } from './base';
import { FIRST_HOUSEHOLD_ID, type Book } from './book';
import { isoMidnight } from './calendar';
import { codeAt } from './code-pools';
import { FIRMS, MAIN_FIRM } from './firms';
import { cityAt, holders, zipCode } from './people';
import { draw, pick, TRAIT } from './random';

/** Functions that return single values of an account, for filters, without building the whole record. */

export const kindOf = (book: Book, index: number): AccountKind =>
  ACCOUNT_KINDS[book.kind[index] ?? 0] ?? pick(ACCOUNT_KINDS, 0);

/** Returns whether an account belongs to the second adult of its family, as a random one in three does. */
export const isOwnedByPartner = (book: Book, index: number): boolean =>
  draw(book.seed, index, TRAIT.owner) % 3 === 0;

const holdersOf = (book: Book, index: number) =>
  holders(
    book.seed,
    book.family[index] ?? 0,
    isOwnedByPartner(book, index),
    cityAt(book.city[index] ?? 0).state,
  );

const titleDraw = (book: Book, index: number): number => draw(book.seed, index, TRAIT.trust);

export const accountName = (book: Book, index: number): string =>
  isLongNamed(book.seed, index)
    ? longTitle(holdersOf(book, index), titleDraw(book, index))
    : kindOf(book, index).title(holdersOf(book, index), titleDraw(book, index));

export const accountType = (book: Book, index: number): string =>
  typeText(kindOf(book, index), draw(book.seed, index, TRAIT.texts));

export const accountStatus = (book: Book, index: number): (typeof STATUS)[number] =>
  STATUS[book.status[index] ?? FUNDED] ?? 'funded';

export const accountCode = (book: Book, index: number): string | null =>
  codeAt(book.pools, book.custodian[index] ?? 0, book.code[index] ?? 0);

export const accountFirm = (book: Book, index: number): number =>
  FIRMS[book.firmOf(book.family[index] ?? 0)]?.id ?? MAIN_FIRM;

export const accountHousehold = (book: Book, index: number): number | null => {
  const household = book.household[index] ?? 0;
  return household === 0 ? null : FIRST_HOUSEHOLD_ID + household - 1;
};

export const accountPayment = (book: Book, index: number) => PAYMENT[book.payment[index] ?? 0] ?? null;

/** Returns whether an account has no address in the custodian's feed, as three in a hundred have. */
export const isWithoutAddress = (book: Book, index: number): boolean =>
  draw(book.seed, index, TRAIT.street) % 32 === 0;

export const accountCity = (book: Book, index: number): string | null =>
  isWithoutAddress(book, index) ? null : cityAt(book.city[index] ?? 0).city;

export const accountZip = (book: Book, index: number): string | null =>
  isWithoutAddress(book, index)
    ? null
    : zipCode(book.city[index] ?? 0, draw(book.seed, book.family[index] ?? 0, TRAIT.street));

/** Some custodian feeds omit both tax flags. */
const isTaxUnknown = (book: Book, index: number): boolean => draw(book.seed, index, TRAIT.flags) % 24 === 0;

export const accountTaxable = (book: Book, index: number): boolean | null =>
  isTaxUnknown(book, index) ? null : kindOf(book, index).taxable;

export const accountDeferred = (book: Book, index: number): boolean | null =>
  isTaxUnknown(book, index) ? null : kindOf(book, index).deferred;

/** Returns the inception date: unknown for one account in forty, and for papered accounts. */
export const accountInception = (book: Book, index: number): string | null =>
  book.status[index] === PAPERED || draw(book.seed, index, TRAIT.inception) % 40 === 0
    ? null
    : isoMidnight(inceptionDay(book.seed, index));

export const accountClosed = (book: Book, index: number): string | null => {
  const day = book.closed[index] ?? 0;
  return day === 0 ? null : isoMidnight(day);
};
