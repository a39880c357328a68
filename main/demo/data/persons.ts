import type { RecordOf } from '#contract/resources';
import { FIRST_ACCOUNT_ID, type Book } from './book';
import { isoDate, isoDateTime, today } from './calendar';
import { DEMO_CUSTODIANS } from './custodians';
import { cityAt, CHILD, ENTITY, firstName, lastName, street, taxNumber, zipCode } from './people';
import { redraw, draw, pick, TRAIT, unit } from './random';
import { slugify } from './slug';
import type { DemoTokens } from './tokens';
import { FIRST_NAMES, LAST_NAMES } from './name-lists';

export type RelatedPerson = RecordOf<'relatedPersons'>;

/** A person's ID encodes the account and the position in its list, so no index is needed. */
export const FIRST_PERSON_ID = 3_000_001;
const MAX_PERSONS = 4;

export const personId = (index: number, position: number): number =>
  FIRST_PERSON_ID + index * MAX_PERSONS + position;
export const accountIndexOfPerson = (id: number): number => Math.floor((id - FIRST_PERSON_ID) / MAX_PERSONS);
const positionOf = (id: number): number => (id - FIRST_PERSON_ID) % MAX_PERSONS;

/** Returns an account's number of persons: only PER, SWB and NFS supply them; 0.6 on average. */
export function personCount(book: Book, index: number): number {
  if (book.vanished[index] || !DEMO_CUSTODIANS[book.custodian[index] ?? 0]?.suppliesPersons) return 0;
  const fraction = unit(draw(book.seed, index, TRAIT.personCount));
  return fraction < 0.49 ? 0 : fraction < 0.8 ? 1 : fraction < 0.95 ? 2 : 3;
}

export const isPerson = (book: Book, id: number): boolean => {
  const index = accountIndexOfPerson(id);
  return Number.isInteger(id) && index >= 0 && index < book.size && positionOf(id) < personCount(book, index);
};

/** Returns the IDs of all persons, in account order. */
export function personIds(book: Book): Uint32Array {
  let total = 0;
  for (let index = 0; index < book.size; index++) total += personCount(book, index);
  const ids = new Uint32Array(total);
  let next = 0;
  for (let index = 0; index < book.size; index++) {
    const count = personCount(book, index);
    for (let position = 0; position < count; position++) ids[next++] = personId(index, position);
  }
  return ids;
}

const TYPES = [
  'Beneficiary',
  'Beneficiary',
  'Beneficiary',
  'Contingent Beneficiary',
  'Joint Owner',
  'Trusted Contact',
  'Trustee',
  'Power of Attorney',
  'Authorized Signer',
  'Interested Party',
] as const;

const EMAIL_DOMAINS = ['example.com', 'example.net', 'mail.example.org'] as const;

/** Returns when the person last changed, which is when the account did, apart from its nightly data. */
export function personUpdated(book: Book, id: number): string {
  const who = draw(book.seed, id, TRAIT.personName);
  const night = book.changedOnNight[accountIndexOfPerson(id)] ?? 0;
  return book.nightTimes.get(night) ?? isoDateTime(calendarChangeDay(night, who), who);
}

const calendarChangeDay = (night: number, who: number): number =>
  night === 0 ? today(0) - 1 - (who % 50) : today(night);

/** Returns the day of personUpdated, in days since 1970; infinite for a night simulated while the demo ran. */
export function personChangeDay(book: Book, id: number): number {
  const night = book.changedOnNight[accountIndexOfPerson(id)] ?? 0;
  if (book.nightTimes.has(night)) return Infinity;
  return calendarChangeDay(night, draw(book.seed, id, TRAIT.personName));
}

/**
 * Builds one related person (spec 2.3). Fidelity sends a numeric type for some of its persons, and for half of all
 * neither phones nor addresses: those keys are absent. Schwab leaves out only the addresses of some. Pershing sends
 * empty lists where it has neither.
 */
export function relatedPerson(book: Book, id: number, tokens: DemoTokens): RelatedPerson {
  const { seed } = book;
  const index = accountIndexOfPerson(id);
  const drawn = draw(seed, id, TRAIT.personType);
  const contact = draw(seed, id, TRAIT.personContact);
  const who = draw(seed, id, TRAIT.personName);
  const family = book.family[index] ?? 0;
  const source = DEMO_CUSTODIANS[book.custodian[index] ?? 0]?.code ?? 'SWB';
  const isEntity = drawn % 19 === 0;
  // Three in four are family members: the same person wherever the family's accounts name them.
  const isUnrelated = who % 4 === 0;
  const member = CHILD + (positionOf(id) % 3);
  const first = isUnrelated ? pick(FIRST_NAMES, who >>> 4) : firstName(seed, family, member);
  const last = isUnrelated ? pick(LAST_NAMES, who >>> 12) : lastName(seed, family);
  const birth = isUnrelated ? redraw(who, 1) : draw(seed, family * 8 + member, TRAIT.birth);
  const born = today(0) - 365 * (21 + (birth % 66)) - (birth % 365);
  const digits = isUnrelated
    ? taxNumber(seed, id, member)
    : taxNumber(seed, family, isEntity ? ENTITY : member);
  return {
    object: 'account_management.related_person',
    id,
    account_id: FIRST_ACCOUNT_ID + index,
    type: source === 'NFS' && drawn % 5 === 0 ? 1 + (drawn % 9) : pick(TYPES, drawn >>> 5),
    first_name: isEntity ? null : first,
    last_name: isEntity ? null : last,
    middle_initial: isEntity || who % 3 !== 0 ? null : String.fromCharCode(65 + ((who >>> 6) % 26)),
    date_of_birth: isEntity || contact % 15 === 0 ? null : isoDate(born),
    entity_name: isEntity
      ? pick([`The ${last} Foundation`, `${last} Charitable Trust`, 'Boise Public Library'], who)
      : null,
    email:
      isEntity || contact % 5 === 0
        ? null
        : `${slugify(first)}.${slugify(last)}@${pick(EMAIL_DOMAINS, contact >>> 4)}`,
    tax_id_token: contact % 9 === 0 ? null : tokens.ofDigits(digits, isEntity ? 'tax_id' : 'ssn'),
    ...contacts(book, index, source, contact),
    created_at_utc: isoDateTime(today(0) - 60 - (drawn % 1800), drawn),
    updated_at_utc: personUpdated(book, id),
  };
}

function contacts(book: Book, index: number, source: string, drawn: number) {
  const hasContacts = (drawn >>> 3) % 4 > 0;
  if (source === 'NFS' && drawn % 2 === 0) return {};
  if (source === 'PER' && !hasContacts) return { phone_numbers: [], addresses: [] };
  const local = (step: number): string => {
    const digits = String(redraw(drawn, step) % 10_000_000).padStart(7, '0');
    return `(${200 + (drawn % 700)}) ${digits.slice(0, 3)}-${digits.slice(3)}`;
  };
  const phones = [{ phone_number: local(1), type: 'Home' }];
  if ((drawn >>> 6) % 2) phones.push({ phone_number: local(2), type: 'Mobile' });
  if (source === 'SWB' && !hasContacts) return { phone_numbers: phones };
  const city = cityAt(book.city[index] ?? 0);
  const address = {
    address_1: street(redraw(drawn, 3)),
    address_2: drawn % 7 === 0 ? 'Suite 200' : '',
    city: city.city,
    state: city.state,
    postal_code: zipCode(book.city[index] ?? 0, redraw(drawn, 4)),
    country: 'US',
    type: (drawn >>> 9) % 5 === 0 ? 'Mailing' : 'Legal',
  };
  return { phone_numbers: phones, addresses: [address] };
}
