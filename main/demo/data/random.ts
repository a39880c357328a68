/**
 * Random numbers by position: the same (seed, index, trait) always draws the same number, so record 734,512
 * can be built without the ones before it.
 */
export type Seed = number;

/**
 * The purpose of a draw. Draws of different traits are independent. `advisorCode` and `token` each begin a range of
 * numbers, so the tokens share 111 with `secret`.
 */
export const TRAIT = {
  custodian: 1,
  kind: 2,
  status: 3,
  city: 4,
  code: 5,
  payment: 7,
  inception: 8,
  closing: 9,
  balance: 10,
  flags: 11,
  structures: 12,
  cash: 13,
  street: 14,
  owner: 15,
  unattached: 16,
  longName: 17,
  lists: 18,
  texts: 19,
  updated: 20,
  familySize: 30,
  surname: 31,
  firstName: 32,
  taxId: 33,
  birth: 34,
  firm: 35,
  trust: 36,
  initial: 37,
  personCount: 40,
  personType: 41,
  personContact: 42,
  personName: 43,
  group: 50,
  groupShape: 51,
  structure: 60,
  adjustment: 70,
  smallList: 71,
  advisorCode: 80,
  mapping: 90,
  dayPick: 100,
  dayKind: 101,
  dayValue: 102,
  dayVanish: 103,
  dayLate: 104,
  token: 110,
  secret: 111,
} as const;

/** Returns an integer from 0 to 2^32 − 1 (murmur3's finalizer over the three inputs). */
export function draw(seed: Seed, index: number, trait: number): number {
  let h = (seed ^ Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(trait, 0x85ebca6b)) | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  h = Math.imul((h ^ (h >>> 16)) + trait, 0x27d4eb2f);
  return (h ^ (h >>> 15)) >>> 0;
}

/** Converts a draw to a number from 0 (inclusive) to 1 (exclusive). */
export const unit = (drawn: number): number => drawn / 4294967296;

/** Derives an independent number from a draw, for several small decisions. Any fixed trait would do. */
export const redraw = (drawn: number, step: number): number => draw(drawn, step, 7);

/** Returns one item of a list. */
export function pick<T>(list: readonly T[], drawn: number): T {
  const item = list[drawn % list.length];
  if (item === undefined) throw new Error('Nothing to pick from an empty list.');
  return item;
}

/** Builds a table of 1,024 slots in proportion to the weights, so that picking is one lookup. */
export function weightedSlots(weights: readonly number[]): Uint8Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const slots = new Uint8Array(1024);
  let from = 0;
  let sum = 0;
  weights.forEach((weight, index) => {
    sum += weight;
    const to = Math.round((sum / total) * slots.length);
    slots.fill(index, from, to);
    from = to;
  });
  return slots;
}

/** Maps indexes by a bijection on 0 … 10^digits − 1: different indexes give different numbers. */
export function scramble(index: number, digits: number, seed: Seed): number {
  const size = 10 ** digits;
  // 7,368,787 is odd and not a multiple of 5, so it shares no factor with a power of ten; the product stays
  // exact.
  return ((((index % size) * 7_368_787) % size) + (draw(seed, digits, TRAIT.token) % size)) % size;
}
