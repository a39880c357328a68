import { CLOSED } from './base';
import { FIRST_HOUSEHOLD_ID, type Book } from './book';
import { isoDateTime, today } from './calendar';
import { FIRMS, MAIN_FIRM } from './firms';
import { firstName, lastName, OWNER, PARTNER } from './people';
import { draw, TRAIT } from './random';
import { BENCHMARKS } from './references';

/** Returns a name such as "Juns, Violet & Amara" or "The Juns Household". */
export function householdName(book: Book, family: number): string {
  const last = lastName(book.seed, family);
  const drawn = draw(book.seed, family, TRAIT.familySize) >>> 12;
  if (drawn % 4 === 0) return `The ${last} Household`;
  const owner = firstName(book.seed, family, OWNER);
  return drawn % 4 === 1
    ? `${last}, ${owner}`
    : `${last}, ${owner} & ${firstName(book.seed, family, PARTNER)}`;
}

export const householdFirm = (book: Book, family: number): number =>
  FIRMS[book.firmOf(family)]?.id ?? MAIN_FIRM;

/** Returns a row of GET /reporting/households (not in the specification; wire facts). */
export const demoHousehold = (book: Book, family: number) => ({
  object: 'reporting.household',
  id: FIRST_HOUSEHOLD_ID + family,
  firm_id: householdFirm(book, family),
  name: householdName(book, family),
  short_name: lastName(book.seed, family),
  status: family % 40 === 39 ? 'inactive' : 'active',
  inception_date: isoDateTime(today(0) - 900 - (family % 1500), family).slice(0, 10),
  close_date: null,
  benchmarks_ids: family % 9 === 0 ? [BENCHMARKS.first + (family % BENCHMARKS.count)] : [],
  created_at_utc: isoDateTime(today(0) - 900 - (family % 1500), family),
});

/** Accounts by household, as two arrays: the members of family f are `accounts.subarray(from[f], from[f + 1])`. */
export interface HouseholdMembership {
  readonly from: Uint32Array;
  readonly accounts: Uint32Array;
}

/** Returns the current members of every household, without closed accounts. One pass over the book. */
export function membership(book: Book): HouseholdMembership {
  const from = new Uint32Array(book.families + 1);
  const householdOf = (index: number): number =>
    book.status[index] === CLOSED || book.vanished[index] ? 0 : (book.household[index] ?? 0);
  for (let index = 0; index < book.size; index++) {
    const household = householdOf(index);
    if (household > 0) from[household] = (from[household] ?? 0) + 1;
  }
  for (let family = 1; family < from.length; family++)
    from[family] = (from[family] ?? 0) + (from[family - 1] ?? 0);
  const next = from.slice();
  const accounts = new Uint32Array(from[book.families] ?? 0);
  for (let index = 0; index < book.size; index++) {
    const household = householdOf(index);
    if (household === 0) continue;
    const position = next[household - 1] ?? 0;
    accounts[position] = index;
    next[household - 1] = position + 1;
  }
  return { from, accounts };
}
