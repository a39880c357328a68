import type { Holders } from './account-kinds';
import { again, draw, pick, TRAIT, unit, type Seed } from './random';
import { CITIES, FIRST_NAMES, LAST_NAMES, STREETS } from './words';

/** Members of a family that own accounts; members from `CHILD` on are children. */
export const OWNER = 0;
export const PARTNER = 1;
export const CHILD = 2;

/** First name of a family's member. */
export const firstName = (seed: Seed, family: number, member: number): string =>
  pick(FIRST_NAMES, draw(seed, family * 8 + member, TRAIT.firstName));

/** One family in thirty joins two surnames. */
export function lastName(seed: Seed, family: number): string {
  const drawn = draw(seed, family, TRAIT.surname);
  const name = pick(LAST_NAMES, drawn);
  return unit(again(drawn, 1)) < 0.03 ? `${name}-${pick(LAST_NAMES, again(drawn, 2))}` : name;
}

/** Nine digits of the tax id of a family's member, and of its entities (member 7). */
export const taxNumber = (seed: Seed, family: number, member: number): number =>
  1_010_001 + (draw(seed, family * 8 + member, TRAIT.taxId) % 898_000_000);

export const ENTITY = 7;

/** Who an account of the family is titled for. `swapped`: the second adult owns it. */
export function holders(seed: Seed, family: number, swapped: boolean, state: string): Holders {
  const last = lastName(seed, family);
  const [a, b] = swapped ? [PARTNER, OWNER] : [OWNER, PARTNER];
  const ownerFirst = firstName(seed, family, a);
  const partnerFirst = firstName(seed, family, b);
  const initialDraw = draw(seed, family * 8 + a, TRAIT.initial);
  // A middle initial for a third of the owners.
  const initial = initialDraw % 3 === 0 ? `${String.fromCharCode(65 + ((initialDraw >>> 8) % 26))}. ` : '';
  return {
    last,
    ownerFirst,
    partnerFirst,
    owner: `${ownerFirst} ${initial}${last}`,
    partner: `${partnerFirst} ${last}`,
    child: `${firstName(seed, family, CHILD)} ${last}`,
    state,
  };
}

/** Where a family lives: position in `CITIES`. */
export const homeCity = (seed: Seed, family: number): number =>
  draw(seed, family, TRAIT.city) % CITIES.length;

export const cityAt = (position: number) => pick(CITIES, position);

export const zipCode = (position: number, drawn: number): string => {
  const five = `${cityAt(position).zip}${String(drawn % 100).padStart(2, '0')}`;
  // One in eight carries the four further digits.
  return (drawn >>> 8) % 8 === 0 ? `${five}-${String((drawn >>> 12) % 10_000).padStart(4, '0')}` : five;
};

export const street = (drawn: number): string => `${1 + (drawn % 9899)} ${pick(STREETS, drawn >>> 9)}`;
