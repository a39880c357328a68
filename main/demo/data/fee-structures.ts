import type { RecordOf } from '#contract/resources';
import type { Book } from './book';
import { dayNumberOf, isoDateTime } from './calendar';
import { groupShape, payerOf } from './fee-payers';
import { FIRMS, MAIN_FIRM } from './firms';
import { redraw, draw, pick, TRAIT, unit, type Seed } from './random';
import { slugify } from './slug';

export type FeeStructure = RecordOf<'feeStructures'>;

export const FIRST_STRUCTURE_ID = 1201;

/** Number of structures in the service, including other firms': 20 to 40. */
const structureCount = (seed: Seed): number => 20 + (draw(seed, 0, TRAIT.structure) % 21);

/** Returns the position of a structure; the first ones are used most. */
const drawnPosition = (seed: Seed, drawn: number): number =>
  Math.floor(unit(redraw(drawn, 1)) ** 2 * structureCount(seed));

const isBilledAsGroup = (book: Book, index: number): boolean => payerOf(book, index) === 'group';

/**
 * Returns the ID of an account's fee structure; null for one in twenty-five of the accounts that are not billed as a
 * group. All members of a group that is billed as a group have the same tiers, which apply to the group's total.
 */
export function feeStructureOf(book: Book, index: number): number | null {
  const { seed } = book;
  if (isBilledAsGroup(book, index)) {
    const position = drawnPosition(seed, groupShape(book, book.family[index] ?? 0));
    return FIRST_STRUCTURE_ID + position - (position % 2); // structures at even positions are tiered
  }
  const drawn = draw(seed, index, TRAIT.structures);
  return drawn % 25 === 0 ? null : FIRST_STRUCTURE_ID + drawnPosition(seed, drawn);
}

/** Returns whether an account may get the next account's fee structure as its second one (see `feeStructuresOf`). */
export const mayHaveSecondStructure = ({ seed }: Book, index: number): boolean =>
  draw(seed, index, TRAIT.texts) % 50 === 1;

/** Returns the IDs of an account's fee structures: two for about one in fifty, and none for new accounts. */
export function feeStructuresOf(book: Book, index: number): number[] {
  const isNew = (book.added[index] ?? 0) > 0; // The review queue lists new accounts without a structure.
  const first = isNew ? null : feeStructureOf(book, index);
  if (first === null) return [];
  // For the review queue: the second one may collect or bill differently.
  const hasSecond = mayHaveSecondStructure(book, index) && !isBilledAsGroup(book, index);
  const second = hasSecond ? feeStructureOf(book, index + 1) : null;
  return second === null || second === first ? [first] : [first, second];
}

interface Tier {
  readonly id: number;
  readonly min_balance: number;
  readonly max_balance: number | null;
  readonly rate: number;
  readonly fee_structure_id: number;
}

const STEPS = [250_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000] as const;

/**
 * Returns tiers without gaps: each begins one cent above the end of the one before; the last has no upper bound.
 * Rates fall by `drop` percentage points from tier to tier.
 */
function tiersOf(structure: number, drawn: number, drop: number): Tier[] {
  const from = drawn % 3;
  const bounds = STEPS.slice(from, from + 2 + ((drawn >>> 4) % 3));
  const top = 1.35 - ((drawn >>> 8) % 6) * 0.05;
  return [...bounds, null].map((max, step) => ({
    id: structure * 10 + step,
    min_balance: step === 0 ? 0 : (bounds[step - 1] ?? 0) + 0.01,
    max_balance: max,
    rate: Math.round((top - step * drop) * 100) / 100,
    fee_structure_id: structure,
  }));
}

const TIERED_NAMES = [
  'Wealth',
  'Legacy',
  'Private Client',
  'Core',
  'Heritage',
  'Family Office',
  'Institutional',
];
/** Percentage points by which rates fall per tier. Reaching a drop-through tier must not look like an unusual fee. */
const DROP = { T: 0.15, D: 0.1 } as const;

/** The calculation types of the structures other than T; they are used in turn. */
const OTHER_TYPES = ['R', 'R', 'R', 'A', 'G', 'F', 'D', 'R'] as const;

function structure(seed: Seed, position: number): FeeStructure {
  const id = FIRST_STRUCTURE_ID + position;
  const drawn = draw(seed, position, TRAIT.structure);
  const isTiered = position % 2 === 0;
  const calculation = isTiered ? 'T' : pick(OTHER_TYPES, position >>> 1);
  const rate = calculation === 'R' ? ([1, 0.25, 0.85, 1.1, 0.5, 0.75][drawn % 6] ?? 1) : 0;
  const dollars = calculation === 'A' || calculation === 'G' ? 100 + (drawn % 40) * 12.5 : null;
  const name = structureName(calculation, position, rate, dollars);
  const created = dayNumberOf('2016-02-01') + (drawn % 3000);
  const isMonthly = (drawn >>> 6) % 6 === 0;
  return {
    object: 'billing.fee_structure',
    id,
    firm_id: position % 9 === 8 ? (FIRMS[1 + (position % 2)]?.id ?? MAIN_FIRM) : MAIN_FIRM,
    created_by_user_id: position % 3 === 0 ? 5001 : null,
    name,
    slug: slugify(name),
    calculation_type: calculation,
    collection_type: pick(['R', 'R', 'D', 'P'], drawn >>> 3),
    frequency: isMonthly ? 'M' : 'Q',
    quarter_cycle: isMonthly ? null : 1 + ((drawn >>> 9) % 3),
    balance_type: pick(['E', 'E', 'A', 'E', 'P', 'E', 'C', 'E'], drawn >>> 12),
    flat_rate: rate,
    flat_dollar_fee: dollars,
    semi_annual_cycle: null,
    annual_cycle: null,
    tiers: calculation === 'T' || calculation === 'D' ? tiersOf(id, redraw(drawn, 1), DROP[calculation]) : [],
    created_at_utc: isoDateTime(created, drawn),
    updated_at_utc: isoDateTime(created + 200, drawn >>> 3),
  };
}

function structureName(calculation: string, position: number, rate: number, dollars: number | null): string {
  const turn = Math.floor(position / 2);
  const series = ['', ' II', ' III'][Math.floor(turn / TIERED_NAMES.length)] ?? ` ${turn}`;
  switch (calculation) {
    case 'T':
      return `${pick(TIERED_NAMES, turn)} Tiered${series}`;
    case 'R':
      return `Flat ${rate.toFixed(2)}% (${2005 + turn})`;
    case 'A':
      return `Account Fee $${(dollars ?? 0).toFixed(2)}${series}`;
    case 'G':
      return `Household Fee $${(dollars ?? 0).toFixed(2)}${series}`;
    case 'F':
      return `Friends & Family${series}`;
    default:
      return `Drop Through${series}`;
  }
}

/** Returns all fee structures of the service (spec 2.9). One in nine belongs to another firm. */
export const demoFeeStructures = (seed: Seed): FeeStructure[] =>
  Array.from({ length: structureCount(seed) }, (_, position) => structure(seed, position));
