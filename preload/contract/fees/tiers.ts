import Big from 'big.js';
import { textAt, valueAt } from '../exact-json/patch';
import { isList, readExact } from '../exact-json/read';
import { unlessInvalidJson } from '../exact-json/scan';
import { CENT, decimalOf, plain } from './decimal';
import { isLadder, type Ladder } from './ladder';

/** A tier as received. Null for a number that is missing or invalid. */
export interface Tier {
  /** Its exact text. */
  readonly text: string;
  /** Text of its ID; null if absent. */
  readonly id: string | null;
  readonly min: string | null;
  /** `open`: no upper bound. */
  readonly max: string | null;
  readonly rate: string | null;
}

/**
 * Errors in received tiers. `touch`: begins exactly where the previous ends. `bounded`: the last tier has a
 * bound. `unbounded`: an earlier tier has none. `backward`: ends before it begins. `starts-above-zero`: or below zero.
 */
export type TierFault =
  | { readonly code: 'no-list' | 'no-tier' }
  | {
      readonly code: 'no-number';
      readonly index: number;
      readonly field: 'min_balance' | 'max_balance' | 'rate';
    }
  | { readonly code: 'starts-above-zero'; readonly index: number; readonly from: string }
  | { readonly code: 'unbounded' | 'backward'; readonly index: number }
  | { readonly code: 'bounded'; readonly index: number; readonly to: string }
  | {
      readonly code: 'hole' | 'overlap' | 'touch';
      /** The upper of the two. */
      readonly index: number;
      /** Upper bound of the lower one. */
      readonly to: string;
      readonly from: string;
    };

export interface Tiers {
  /** Text as received; undefined if the record lacks the field. */
  readonly text: string | undefined;
  /** In ascending order, if all have numbers. */
  readonly tiers: readonly Tier[];
  readonly faults: readonly TierFault[];
  /** The editable form; null while there are errors. */
  readonly ladder: Ladder | null;
}

/**
 * Parses the text of the field `tiers` (spec 2.9). Null, a missing field and an empty list mean no tiers.
 * Never throws.
 */
export function readTiers(text: string | undefined): Tiers {
  const value = text === undefined ? null : unlessInvalidJson(() => readExact(text));
  if (value === undefined || !(value === null || isList(value)))
    return { text, tiers: [], faults: [{ code: 'no-list' }], ladder: null };
  if (value === null || text === undefined) return { text, tiers: [], faults: [], ladder: [] };
  const parsed = value.map((_, index) => tierAt(text, index));
  if (parsed.some((tier) => tier === null))
    return {
      text,
      tiers: parsed.filter((tier) => tier !== null),
      faults: [{ code: 'no-tier' }],
      ladder: null,
    };
  const all = parsed.filter((tier) => tier !== null);
  const numberless = all.flatMap(missingNumbers);
  if (numberless.length > 0) return { text, tiers: all, faults: numberless, ladder: null };
  const tiers = all.toSorted((a, b) => amount(a.min).cmp(amount(b.min)));
  const faults = faultsOf(tiers);
  const ladder = faults.length > 0 ? null : tiers.map((tier, index) => rungOf(tier, index));
  return { text, tiers, faults, ladder };
}

function tierAt(text: string, index: number): Tier | null {
  const tierText = textAt(text, [index]);
  if (!tierText?.startsWith('{')) return null;
  const number = (field: string): string | null => {
    const decimal = decimalOf(valueAt(tierText, [field]));
    return decimal && plain(decimal);
  };
  const top = valueAt(tierText, ['max_balance']);
  return {
    text: tierText,
    id: textAt(tierText, ['id']) ?? null,
    min: number('min_balance'),
    max: top === null || top === undefined ? 'open' : number('max_balance'),
    rate: number('rate'),
  };
}

const missingNumbers = ({ min, max, rate }: Tier, index: number): TierFault[] => [
  ...(min === null ? [{ code: 'no-number', index, field: 'min_balance' } as const] : []),
  ...(max === null ? [{ code: 'no-number', index, field: 'max_balance' } as const] : []),
  ...(rate === null ? [{ code: 'no-number', index, field: 'rate' } as const] : []),
];

/** Parses the text of a valid number. Without exponent, it can have more digits than `decimalOf` accepts. */
const amount = (text: string | null): Big => new Big(text ?? 0);

const rungOf = ({ max, rate }: Tier, source: number) => ({
  source,
  to: max === 'open' ? null : max,
  rate: rate ?? '0',
});

function faultsOf(tiers: readonly Tier[]): TierFault[] {
  const faults: TierFault[] = [];
  tiers.forEach(({ min, max }, index) => {
    const from = amount(min);
    const isLast = index === tiers.length - 1;
    if (index === 0 && !from.eq(0)) faults.push({ code: 'starts-above-zero', index, from: plain(from) });
    const below = tiers[index - 1];
    if (below && below.max !== 'open') {
      const end = amount(below.max);
      const code = from.eq(end) ? 'touch' : from.lt(end) ? 'overlap' : 'hole';
      if (!from.eq(end.plus(CENT))) faults.push({ code, index, to: plain(end), from: plain(from) });
    }
    if (max === 'open') {
      if (!isLast) faults.push({ code: 'unbounded', index });
    } else {
      const to = amount(max);
      if (to.lt(from) || (index === 0 && to.lte(0))) faults.push({ code: 'backward', index });
      if (isLast) faults.push({ code: 'bounded', index, to: plain(to) });
    }
  });
  return faults;
}

/**
 * Closes gaps and overlaps: each tier keeps its lower bound (the first 0), the one below ends a cent before,
 * the last is unbounded. A tier beginning exactly at the previous end moves up a cent. Null if two begin at
 * the same amount or a number is missing.
 */
export function closeGaps({ tiers, ladder, faults }: Tiers): Ladder | null {
  if (ladder) return ladder;
  if (faults.some(({ code }) => code === 'no-list' || code === 'no-tier' || code === 'no-number'))
    return null;
  const rungs = tiers.map(({ max, rate }, source) => {
    const next = tiers[source + 1]?.min ?? null;
    return { source, to: next === null || next === max ? next : centBelow(next), rate: rate ?? '0' };
  });
  return isLadder(rungs) ? rungs : null;
}
const centBelow = (bound: string): string => plain(new Big(bound).minus(CENT));
