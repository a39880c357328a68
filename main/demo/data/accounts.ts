import type { RecordOf } from '#contract/resources';
import { BENCHMARKS, INVESTMENT_MODELS, TARGET_ALLOCATIONS } from './references';
import { SECURITIES } from './securities';
import {
  accountCity,
  accountClosed,
  accountCode,
  accountDeferred,
  accountFirm,
  accountHousehold,
  accountInception,
  accountName,
  accountPayment,
  accountTaxable,
  accountType,
  accountZip,
  isOwnedByPartner,
  isWithoutAddress,
  kindOf,
} from './account-facts';
import { FIRST_SPLIT_ID, SPLIT_RECIPIENTS } from './splits';
import { CLOSED, FUNDED, inceptionDay, PAPERED, STALE, STATUS } from './base';
import { FIRST_ACCOUNT_ID, type Book } from './book';
import { custodianDay, isoDate, isoMidnight, isoDateTime, today } from './calendar';
import { codeAt } from './code-pools';
import { accountNumber, DEMO_CUSTODIANS } from './custodians';
import { feeStructuresOf } from './fee-structures';
import { cityAt, ENTITY, OWNER, PARTNER, street, taxNumber } from './people';
import { redraw, draw, pick, TRAIT } from './random';
import type { DemoTokens } from './tokens';
import { LAST_NAMES } from './name-lists';
import { demoFirstBillable } from './fee-cases';

export type DemoAccount = RecordOf<'accounts'>;
type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the token of the owner's tax ID. An entity has its own; a person has one for all accounts. */
function ownerToken(book: Book, index: number, tokens: DemoTokens): string {
  const family = book.family[index] ?? 0;
  if (kindOf(book, index).isEntity) return tokens.ofDigits(taxNumber(book.seed, family, ENTITY), 'tax_id');
  const member = isOwnedByPartner(book, index) ? PARTNER : OWNER;
  return tokens.ofDigits(taxNumber(book.seed, family, member), 'ssn');
}

const NO_IDS: number[] = [];
const NO_LINES: string[] = [];

/** Returns up to three of the `count` IDs from `first` on, but only for one in `oneIn` random numbers. */
const someIds = (random: number, oneIn: number, first: number, count: number): number[] => {
  if (random % oneIn !== 0) return NO_IDS;
  const ids = Array.from(
    { length: 1 + ((random >>> 8) % 3) },
    (_, step) => first + ((random >>> (10 + step * 4)) % count),
  );
  return [...new Set(ids)];
};

/**
 * One feed in fifty is late and brings the previous day's data. 3,671 exceeds the number of nights (process.ts), so
 * that two accounts do not share draws.
 */
const isLate = (book: Book, index: number): boolean =>
  book.day > 0 && draw(book.seed, index * 3671 + book.day, TRAIT.dayLate) % 50 === 0;

/** Returns the last day of the account's data. It advances nightly, except for stale and closed accounts. */
export function lastDataDay(book: Book, index: number): number | null {
  switch (book.status[index]) {
    case PAPERED:
      return null;
    case CLOSED:
      return book.closed[index] ?? null;
    case STALE: // 12 to 211 days before the custodians' latest data on the night when this account last changed
      return (
        custodianDay(book.changedOnNight[index] ?? 0) - 12 - (draw(book.seed, index, TRAIT.updated) % 200)
      );
    default:
      return custodianDay(isLate(book, index) ? book.day - 1 : book.day);
  }
}

/** Returns the night that last changed an account. Every night brings data for funded accounts. */
const lastFeedNight = (book: Book, index: number): number =>
  book.status[index] === FUNDED && book.day > 0 ? book.day : (book.changedOnNight[index] ?? 0);

/**
 * Returns when the account last changed, apart from edits: the real time of a night simulated while the demo ran, or a
 * time in the demo's own calendar.
 */
export function accountUpdated(book: Book, index: number): string {
  return (
    book.nightTimes.get(lastFeedNight(book, index)) ??
    isoDateTime(calendarChangeDay(book, index), draw(book.seed, index, TRAIT.lists))
  );
}

/** Maximum number of days, before the first night, since an account last changed. */
const MAX_DAYS_SINCE_CHANGE = 60;

/** Returns the day of the last change in the demo's calendar, in days since 1970. */
function calendarChangeDay(book: Book, index: number): number {
  const night = lastFeedNight(book, index);
  return night === 0
    ? today(0) - 1 - (draw(book.seed, index, TRAIT.texts) % MAX_DAYS_SINCE_CHANGE)
    : today(night);
}

/** Returns the day of accountUpdated, in days since 1970; infinite for a night simulated while the demo ran. */
export const accountChangeDay = (book: Book, index: number): number =>
  book.nightTimes.has(lastFeedNight(book, index)) ? Infinity : calendarChangeDay(book, index);

/** An account of the book, with the facts and random numbers from which several of its fields derive. */
function accountSource(book: Book, index: number) {
  const { seed } = book;
  const inception = accountInception(book, index);
  const start = inception === null ? null : inceptionDay(seed, index);
  return {
    book,
    index,
    name: accountName(book, index),
    kind: kindOf(book, index),
    status: book.status[index] ?? FUNDED,
    inception,
    start,
    startMidnight: start === null ? null : isoMidnight(start),
    lastDay: lastDataDay(book, index),
    added: book.added[index] ?? 0,
    lists: draw(seed, index, TRAIT.lists),
    flags: draw(seed, index, TRAIT.flags),
    texts: draw(seed, index, TRAIT.texts),
  };
}
type AccountSource = ReturnType<typeof accountSource>;

const NICKNAMES = ['Rainy day', "Kids' college", 'Beach house', 'Mom’s account', 'Core'] as const;

function nameFields({ book, index, name, texts }: AccountSource) {
  const number = accountNumber(book.seed, index);
  return {
    object: 'account_management.account',
    id: FIRST_ACCOUNT_ID + index,
    firm_id: accountFirm(book, index),
    entity_id: `A${FIRST_ACCOUNT_ID + index}`,
    name,
    short_name: name.length > 24 ? name.slice(0, 24) : null,
    display_name: name,
    nickname: texts % 14 === 0 ? pick(NICKNAMES, texts >>> 8) : null,
    number,
    display_number: `****${number.slice(-4)}`,
  } satisfies Partial<DemoAccount>;
}

function custodyFields({ book, index, name, kind, status }: AccountSource) {
  const custodian = pick(DEMO_CUSTODIANS, book.custodian[index] ?? 0);
  return {
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
    registration_lines_reported: name.length > 40 ? [name.slice(0, 40), name.slice(40)] : NO_LINES,
    household_id: accountHousehold(book, index),
  } satisfies Partial<DemoAccount>;
}

function addressFields({ book, index }: AccountSource) {
  const home = draw(book.seed, book.family[index] ?? 0, TRAIT.street);
  const lacksAddress = isWithoutAddress(book, index);
  return {
    address_1: lacksAddress ? null : street(home),
    address_2: !lacksAddress && home % 9 === 0 ? `Apt ${1 + (home % 40)}` : null,
    city: accountCity(book, index),
    state: lacksAddress ? null : cityAt(book.city[index] ?? 0).state,
    zip_code: accountZip(book, index),
    country: lacksAddress ? null : 'US',
  } satisfies Partial<DemoAccount>;
}

function advisorCodesOf(code: string | null, { book, index, texts }: AccountSource): string[] {
  if (code === null) return [];
  if (texts % 33 !== 0) return [code];
  // The second code is the custodian's most frequent one, which may be the account's first.
  return [...new Set([code, codeAt(book.pools, book.custodian[index] ?? 0, 0) ?? code])];
}

/** The advisor, taxes, billing and models. */
function billingFields(source: AccountSource, tokens: DemoTokens) {
  const { book, index, start, lists, flags } = source;
  const code = accountCode(book, index);
  const payment = accountPayment(book, index);
  return {
    advisor_code: code,
    advisor_codes: advisorCodesOf(code, source),
    is_taxable: accountTaxable(book, index),
    is_tax_deferred: accountDeferred(book, index),
    tax_id_token: ownerToken(book, index, tokens),
    payment_source: payment,
    is_direct_billed: payment === 'D',
    is_custodian_billed: payment === 'C',
    fee_structures_ids: feeStructuresOf(book, index),
    billing_splits_ids: someIds(lists, 40, FIRST_SPLIT_ID, SPLIT_RECIPIENTS.length),
    first_billable_date: start === null ? null : isoMidnight(demoFirstBillable(book, index)),
    benchmarks_ids: someIds(lists >>> 3, 3, BENCHMARKS.first, BENCHMARKS.count),
    target_allocation_id:
      flags % 5 === 0 ? TARGET_ALLOCATIONS.first + ((flags >>> 8) % TARGET_ALLOCATIONS.count) : null,
    investment_model_id:
      flags % 3 === 0 ? INVESTMENT_MODELS.first + ((flags >>> 6) % INVESTMENT_MODELS.count) : null,
  } satisfies Partial<DemoAccount>;
}

/** Cash to hold, and securities with a rule. */
function tradingFields({ book, index, lists, flags, texts }: AccountSource) {
  const cash = draw(book.seed, index, TRAIT.cash);
  const buying = someIds(redraw(lists, 2), 60, SECURITIES.first, SECURITIES.count);
  return {
    // Cents on purpose: 0.10 must survive a round trip without floating-point noise.
    required_cash: cash % 6 === 0 ? 0.1 : cash % 5 === 0 ? ((cash >>> 8) % 5_000_000) / 100 : null,
    // Some have required cash without a frequency, for a review rule to find.
    required_cash_frequency:
      (cash % 6 === 0 || cash % 5 === 0) && texts % 20 !== 3 ? pick(['M', 'Q', 'O'], cash >>> 4) : '',
    unsupervised_securities_ids: someIds(redraw(lists, 1), 25, SECURITIES.first, SECURITIES.count),
    buy_securities_ids: buying,
    sell_securities_ids: someIds(redraw(lists, 3), 60, SECURITIES.first, SECURITIES.count),
    // Securities both to buy and not to buy, for a review rule to find.
    do_not_buy_securities_ids:
      buying.length > 1 ? buying.slice(1) : someIds(redraw(lists, 4), 50, SECURITIES.first, SECURITIES.count),
    do_not_sell_securities_ids: someIds(redraw(lists, 5), 30, SECURITIES.first, SECURITIES.count),
    notes: texts % 11 === 0 ? pick(NOTES, texts >>> 7) : null,
    source_margin_indicator: flags % 12 === 0 ? 'Y' : 'N',
    is_pledged_account: flags % 90 === 0,
  } satisfies Partial<DemoAccount>;
}

function dateFields({
  book,
  index,
  status,
  inception,
  start,
  startMidnight,
  lastDay,
  added,
  lists,
}: AccountSource) {
  // Records are at most 2,400 days old, and were created before their earliest last change.
  const created =
    added > 0
      ? today(added)
      : Math.min(Math.max(start ?? 0, today(0) - 2400) + (lists % 20), today(0) - MAX_DAYS_SINCE_CHANGE - 1);
  const lastIso = lastDay === null ? null : isoDate(lastDay);
  const startIso = start === null ? null : isoDate(start);
  return {
    inception_date: inception,
    close_date: accountClosed(book, index),
    first_performance_date: startMidnight,
    first_funded_date: status === PAPERED ? null : startMidnight,
    first_papered_date: start === null ? isoMidnight(created) : isoMidnight(start - 4),
    first_positions_date: startIso,
    last_positions_date: lastIso,
    first_transactions_date: startIso,
    last_transactions_date: lastIso,
    last_reporting_date: lastIso,
    last_portfolio_data_date: lastDay === null ? null : isoMidnight(lastDay),
    created_at_utc: isoDateTime(created, lists),
    updated_at_utc: accountUpdated(book, index),
  } satisfies Partial<DemoAccount>;
}

/** Adds the fields that only some custodians send. */
function addOptionalFields(
  record: Writable<DemoAccount>,
  { kind, startMidnight, lastDay, flags, added }: AccountSource,
): void {
  if (kind.taxable && startMidnight !== null) {
    record.first_cost_basis_date = startMidnight;
    record.last_cost_basis_date = lastDay === null ? null : isoMidnight(lastDay);
  }
  if (flags % 70 === 0) record.restrictions = [{ code: '7', description: 'Margin call outstanding' }];
  if (flags % 200 === 1) record.prime_brokerage_indicator = 'Y';
  if (flags % 150 === 2) record.address_3 = `c/o ${pick(LAST_NAMES, flags >>> 8)} & Partners LLP`;
  if (flags % 400 === 0)
    record.first_quarantine_date = lastDay === null ? null : isoDate(custodianDay(added));
}

/**
 * Builds one account as the service sends it (spec 2.1 and wire facts), before edits: about 1.9 KB of JSON.
 */
export function demoAccount(book: Book, index: number, tokens: DemoTokens): DemoAccount {
  const source = accountSource(book, index);
  const record: Writable<DemoAccount> = {
    ...nameFields(source),
    ...custodyFields(source),
    ...addressFields(source),
    ...billingFields(source, tokens),
    ...tradingFields(source),
    ...dateFields(source),
  };
  addOptionalFields(record, source);
  return record;
}

const NOTES = [
  'Client prefers email; call only after 4 pm.',
  'RMD to be taken before December 15.',
  'Do not trade without calling first.',
  'Transferred from previous advisor; cost basis incomplete.',
  'Review allocation after the sale of the practice.',
  'Standing transfer of $2,500.00 on the 5th of each month.\nSee the form of March 2024.',
] as const;
