import type { RecordOf } from '../../../preload/contract/resources';
import { ACCOUNT_KINDS, longTitle, typeText, type AccountKind } from './account-kinds';
import { balance, CLOSED, FUNDED, inceptionDay, PAPERED, PAYMENT, STALE, STATUS } from './base';
import { FIRST_ACCOUNT, FIRST_HOUSEHOLD, type Book } from './book';
import { custodianDay, isoDate, isoMidnight, isoMoment, today } from './calendar';
import { codeAt } from './code-pools';
import { accountNumber, DEMO_CUSTODIANS } from './custodians';
import { feeStructureOf } from './fee-structures';
import { FIRMS, MAIN_FIRM } from './firms';
import { cityAt, ENTITY, holders, OWNER, PARTNER, street, taxNumber, zipCode } from './people';
import { again, draw, pick, TRAIT, unit } from './random';
import type { Tokens } from './tokens';

export type Account = RecordOf<'accounts'>;

const kindOf = (book: Book, index: number): AccountKind =>
  ACCOUNT_KINDS[book.kind[index] ?? 0] ?? pick(ACCOUNT_KINDS, 0);

/** One account in three belongs to the second adult of the family. */
const isPartners = (book: Book, index: number): boolean => draw(book.seed, index, TRAIT.owner) % 3 === 0;

const holdersOf = (book: Book, index: number) =>
  holders(book.seed, book.family[index] ?? 0, isPartners(book, index), cityAt(book.city[index] ?? 0).state);

/** Seven of the account titles in 20,000, and always the seventh account, are too long for any column. */
const isLong = (book: Book, index: number): boolean =>
  index === 6 || unit(draw(book.seed, index, TRAIT.longName)) < 0.00035;

const titleDraw = (book: Book, index: number): number => draw(book.seed, index, TRAIT.trust);

/** The single facts of an account that filters ask for, without making the whole record. */
export const accountName = (book: Book, index: number): string =>
  isLong(book, index)
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
  return household === 0 ? null : FIRST_HOUSEHOLD + household - 1;
};

export const accountPayment = (book: Book, index: number) => PAYMENT[book.payment[index] ?? 0] ?? null;

/** Three custodian feeds in a hundred accounts lack the address. */
const isWithoutAddress = (book: Book, index: number): boolean =>
  draw(book.seed, index, TRAIT.street) % 32 === 0;

export const accountCity = (book: Book, index: number): string | null =>
  isWithoutAddress(book, index) ? null : cityAt(book.city[index] ?? 0).city;

export const accountZip = (book: Book, index: number): string | null =>
  isWithoutAddress(book, index)
    ? null
    : zipCode(book.city[index] ?? 0, draw(book.seed, book.family[index] ?? 0, TRAIT.street));

/** Null for some accounts: the custodian gives neither of the two tax flags. */
const isTaxUnknown = (book: Book, index: number): boolean => draw(book.seed, index, TRAIT.flags) % 24 === 0;

export const accountTaxable = (book: Book, index: number): boolean | null =>
  isTaxUnknown(book, index) ? null : kindOf(book, index).taxable;

export const accountDeferred = (book: Book, index: number): boolean | null =>
  isTaxUnknown(book, index) ? null : kindOf(book, index).deferred;

/** Unknown for one account in forty, and for those only papered. */
export const accountInception = (book: Book, index: number): string | null =>
  book.status[index] === PAPERED || draw(book.seed, index, TRAIT.inception) % 40 === 0
    ? null
    : isoMidnight(inceptionDay(book.seed, index));

export const accountClosed = (book: Book, index: number): string | null => {
  const day = book.closed[index] ?? 0;
  return day === 0 ? null : isoMidnight(day);
};

/** The token of the owner's tax id: entities have their own, people one for all their accounts. */
function ownerToken(book: Book, index: number, tokens: Tokens): string {
  const family = book.family[index] ?? 0;
  if (kindOf(book, index).entity) return tokens.ofDigits(taxNumber(book.seed, family, ENTITY), 'tax_id');
  const member = isPartners(book, index) ? PARTNER : OWNER;
  return tokens.ofDigits(taxNumber(book.seed, family, member), 'ssn');
}

const NO_IDS: number[] = [];

/** A short list of security or benchmark ids, empty for most accounts. */
const someIds = (drawn: number, oneIn: number, from: number): number[] => {
  if (drawn % oneIn !== 0) return NO_IDS;
  return Array.from(
    { length: 1 + ((drawn >>> 8) % 3) },
    (_, step) => from + ((drawn >>> (10 + step * 4)) % 900),
  );
};

/** Last day of the account's data: custodian day while it is received, earlier when stale or closed. */
function lastDataDay(book: Book, index: number): number | null {
  switch (book.status[index]) {
    case PAPERED:
      return null;
    case CLOSED:
      return book.closed[index] ?? null;
    case STALE:
      return custodianDay(book.moved[index] ?? 0) - 12 - (draw(book.seed, index, TRAIT.updated) % 200);
    default:
      return custodianDay(book.moved[index] ?? 0);
  }
}

/**
 * One account as the service sends it (spec 2.1 and wire facts), before edits.
 * The list of keys is fixed, and every key is always present: the service sends null for what it does not know.
 */
export function account(book: Book, index: number, tokens: Tokens): Account {
  const { seed } = book;
  const custodian = pick(DEMO_CUSTODIANS, book.custodian[index] ?? 0);
  const kind = kindOf(book, index);
  const name = accountName(book, index);
  const number = accountNumber(seed, index);
  const status = book.status[index] ?? FUNDED;
  const payment = accountPayment(book, index);
  const code = accountCode(book, index);
  const inception = accountInception(book, index);
  const start = inception === null ? null : inceptionDay(seed, index);
  const family = book.family[index] ?? 0;
  const lists = draw(seed, index, TRAIT.lists);
  const flags = draw(seed, index, TRAIT.flags);
  const texts = draw(seed, index, TRAIT.texts);
  const cash = draw(seed, index, TRAIT.cash);
  const home = draw(seed, family, TRAIT.street);
  const last = lastDataDay(book, index);
  const bare = isWithoutAddress(book, index);
  const moved = book.moved[index] ?? 0;
  const created = Math.max(start ?? 0, today(0) - 2400) + (lists % 20);
  const lastIso = last === null ? null : isoDate(last);
  const startMidnight = start === null ? null : isoMidnight(start);
  const startIso = start === null ? null : isoDate(start);
  const structure = feeStructureOf(seed, index);
  return {
    object: 'account_management.account',
    id: FIRST_ACCOUNT + index,
    firm_id: accountFirm(book, index),
    entity_id: `A${FIRST_ACCOUNT + index}`,
    name,
    short_name: name.length > 24 ? name.slice(0, 24) : name,
    display_name: name,
    nickname:
      texts % 14 === 0
        ? pick(['Rainy day', "Kids' college", 'Beach house', 'Mom’s account', 'Core'], texts >>> 8)
        : null,
    number,
    display_number: `…${number.slice(-4)}`,
    custodian: custodian.code,
    custodian_name: custodian.name,
    has_custodian_name: true,
    status: STATUS[status] ?? 'funded',
    is_active: status === FUNDED,
    is_closed: status === CLOSED,
    is_account: true,
    is_household: false,
    acct_type: accountType(book, index),
    account_type_reported: kind.types[0] ?? null,
    registration_type_reported: kind.registration,
    registration_lines_reported: name.length > 60 ? [name.slice(0, 60), name.slice(60)] : [name],
    household_id: accountHousehold(book, index),
    address_1: bare ? null : street(home),
    address_2: !bare && home % 9 === 0 ? `Apt ${1 + (home % 40)}` : null,
    address_3: null,
    city: accountCity(book, index),
    state: bare ? null : cityAt(book.city[index] ?? 0).state,
    zip_code: accountZip(book, index),
    country: bare ? null : 'US',
    advisor_code: code,
    advisor_codes:
      code === null
        ? []
        : texts % 33 === 0
          ? [code, codeAt(book.pools, book.custodian[index] ?? 0, 0) ?? code]
          : [code],
    is_taxable: accountTaxable(book, index),
    is_tax_deferred: accountDeferred(book, index),
    tax_id_token: ownerToken(book, index, tokens),
    payment_source: payment,
    is_direct_billed: payment === 'D',
    is_custodian_billed: payment === 'C',
    fee_structures_ids: structure === null ? NO_IDS : [structure],
    billing_splits_ids: someIds(lists, 40, 5000),
    first_billable_date: start === null ? null : isoMidnight(start + 30),
    benchmarks_ids: someIds(lists >>> 3, 3, 700),
    target_allocation_id: flags % 5 === 0 ? 300 + ((flags >>> 8) % 24) : null,
    investment_model_id: flags % 3 === 0 ? 100 + ((flags >>> 6) % 40) : null,
    // Cents on purpose: 0.10 must come back as 0.10's number, not as 0.1000001.
    required_cash: cash % 6 === 0 ? 0.1 : cash % 5 === 0 ? ((cash >>> 8) % 5_000_000) / 100 : null,
    required_cash_frequency: cash % 6 === 0 || cash % 5 === 0 ? pick(['M', 'Q', 'O'], cash >>> 4) : '',
    unsupervised_securities_ids: someIds(again(lists, 1), 25, 10),
    buy_securities_ids: someIds(again(lists, 2), 60, 10),
    sell_securities_ids: someIds(again(lists, 3), 60, 10),
    do_not_buy_securities_ids: someIds(again(lists, 4), 50, 10),
    do_not_sell_securities_ids: someIds(again(lists, 5), 30, 10),
    notes: texts % 11 === 0 ? pick(NOTES, texts >>> 7) : null,
    restrictions: flags % 70 === 0 ? [{ code: '7', description: 'Margin call outstanding' }] : null,
    source_margin_indicator: flags % 12 === 0 ? 'Y' : 'N',
    prime_brokerage_indicator: null,
    is_pledged_account: flags % 90 === 0,
    inception_date: inception,
    close_date: accountClosed(book, index),
    first_performance_date: startMidnight,
    first_funded_date: status === PAPERED ? null : startMidnight,
    first_papered_date: start === null ? isoMidnight(created) : isoMidnight(start - 4),
    first_cost_basis_date: startMidnight,
    last_cost_basis_date: last === null ? null : isoMidnight(last),
    first_positions_date: startIso,
    last_positions_date: lastIso,
    first_transactions_date: startIso,
    last_transactions_date: lastIso,
    last_reporting_date: lastIso,
    first_quarantine_date: flags % 400 === 0 ? lastIso : null,
    last_portfolio_data_date: last === null ? null : isoMidnight(last),
    created_at_utc: isoMoment(Math.min(created, today(moved)), texts),
    updated_at_utc: isoMoment(moved === 0 ? today(0) - 1 - (texts % 60) : today(moved), lists),
  };
}

const NOTES = [
  'Client prefers e-mail; call only after 4 pm.',
  'RMD to be taken before December 15.',
  'Do not trade without calling first.',
  'Transferred from previous advisor; cost basis incomplete.',
  'Review allocation after the sale of the practice.',
  'Standing transfer of $2,500.00 on the 5th of each month.\nSee the form of March 2024.',
] as const;

/** Dollars under management at the end of the last quarter; drives the fees. */
export const accountBalance = balance;
