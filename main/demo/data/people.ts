import type { Holders } from './account-kinds';
import { redraw, draw, pick, TRAIT, unit, type Seed } from './random';
import { CITIES, FIRST_NAMES, LAST_NAMES, STREETS } from './name-lists';

/** Indexes of a family's account owners; children start at `CHILD`. All are below 8, the stride of draws per member. */
export const OWNER = 0;
export const PARTNER = 1;
export const CHILD = 2;

/** Returns the first name of a family member. */
export const firstName = (seed: Seed, family: number, member: number): string =>
  pick(FIRST_NAMES, draw(seed, family * 8 + member, TRAIT.firstName));

/** Returns the surname of a family; one in thirty is a double one. */
export function lastName(seed: Seed, family: number): string {
  const drawn = draw(seed, family, TRAIT.surname);
  const name = pick(LAST_NAMES, drawn);
  return unit(redraw(drawn, 1)) < 0.03 ? `${name}-${pick(LAST_NAMES, redraw(drawn, 2))}` : name;
}

/** Returns the tax ID, as a number without leading zeros, of a family member or of the family's entities (`ENTITY`). */
export const taxNumber = (seed: Seed, family: number, member: number): number =>
  1_010_001 + (draw(seed, family * 8 + member, TRAIT.taxId) % 898_000_000);

export const ENTITY = 7;

/** Returns the owners in an account's title. `swapped`: the second adult is the owner. */
export function holders(seed: Seed, family: number, swapped: boolean, state: string): Holders {
  const last = lastName(seed, family);
  const [a, b] = swapped ? [PARTNER, OWNER] : [OWNER, PARTNER];
  const ownerFirst = firstName(seed, family, a);
  const partnerFirst = firstName(seed, family, b);
  const initialDraw = draw(seed, family * 8 + a, TRAIT.initial);
  // A third of the owners have a middle initial.
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

/** Returns the index in `CITIES` of a family's home. */
export const homeCity = (seed: Seed, family: number): number =>
  draw(seed, family, TRAIT.city) % CITIES.length;

export const cityAt = (position: number) => pick(CITIES, position);

export const zipCode = (position: number, drawn: number): string => {
  const five = `${cityAt(position).zip}${String(drawn % 100).padStart(2, '0')}`;
  // One in eight has a ZIP+4 code.
  return (drawn >>> 8) % 8 === 0 ? `${five}-${String((drawn >>> 12) % 10_000).padStart(4, '0')}` : five;
};

export const street = (drawn: number): string => `${1 + (drawn % 9899)} ${pick(STREETS, drawn >>> 9)}`;
