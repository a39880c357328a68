import Big from 'big.js';
import { CENT, decimalOf, isCents, plain } from './decimal';

/** One tier of a valid ladder. It begins where the one below ends. */
export interface LadderTier {
  /** Index of the record's tier; null for a new one. */
  readonly source: number | null;
  /** Upper bound in dollars; null: none. */
  readonly to: string | null;
  /** In percent. */
  readonly rate: string;
}

/**
 * Tiers without gaps and overlaps: the first begins at 0, each other one cent above the previous end (wire
 * facts, billing), and the last has no bound. An empty list is valid too.
 */
export type Ladder = readonly LadderTier[];

/** Allowed rates: the specification's limits for flat rates (2.9), applied to tiers as well. */
export const RATE_RANGE = [0, 99] as const;

/** Why a change was rejected. `above`, `below`: the amount must be above or below this one. */
export type LadderFault =
  | {
      readonly code:
        'no-amount' | 'no-rate' | 'parts-of-a-cent' | 'rate-range' | 'last-tier' | 'no-tier' | 'no-ladder';
    }
  | { readonly code: 'above' | 'below'; readonly than: string };

/** A changed ladder, or the reason it was rejected. */
export type LadderChange = { readonly ladder: Ladder } | { readonly fault: LadderFault };
const refused = (fault: LadderFault): LadderChange => ({ fault });

/** Returns the lower bound of a tier in dollars. */
export function lowerBoundOf(ladder: Ladder, index: number): string {
  const below = ladder[index - 1]?.to;
  return below === undefined || below === null ? '0' : plain(new Big(below).plus(CENT));
}

/** Moves the boundary between a tier and the next one. */
export function setUpperBound(ladder: Ladder, index: number, to: string): LadderChange {
  const rung = ladder[index];
  if (!rung || rung.to === null) return refused({ code: 'no-tier' });
  if (decimalOf(to)?.eq(rung.to)) return { ladder };
  const fault = boundaryFault(to, ladder[index - 1]?.to ?? '0', ladder[index + 1]?.to ?? null);
  return fault ? refused(fault) : { ladder: replaced(ladder, index, { ...rung, to: canonical(to) }) };
}

/** Splits a tier at `to`; the new upper part keeps the rate. */
export function splitTier(ladder: Ladder, index: number, to: string): LadderChange {
  const rung = ladder[index];
  if (!rung) return refused({ code: 'no-tier' });
  const fault = boundaryFault(to, ladder[index - 1]?.to ?? '0', rung.to);
  if (fault) return refused(fault);
  const lower = { ...rung, to: canonical(to) };
  return { ladder: ladder.toSpliced(index, 1, lower, { ...rung, source: null }) };
}

/** Merges a tier with the one above; its own rate stays. */
export function mergeTier(ladder: Ladder, index: number): LadderChange {
  const rung = ladder[index];
  const upper = ladder[index + 1];
  if (!rung || !upper) return refused({ code: 'no-tier' });
  return { ladder: ladder.toSpliced(index, 2, { ...rung, to: upper.to }) };
}

/** Adds a tier on top that begins above `from`; the very first begins at 0. */
export function addTier(ladder: Ladder, from: string, rate: string): LadderChange {
  if (!isRate(rate)) return refused({ code: 'rate-range' });
  const top = { source: null, to: null, rate: canonical(rate) };
  if (ladder.length === 0) return { ladder: [top] };
  const split = splitTier(ladder, ladder.length - 1, from);
  return 'fault' in split ? split : { ladder: [...split.ladder.slice(0, -1), top] };
}

/**
 * Removes a tier; the one below extends up, or for the lowest, the one above extends down. The only tier cannot be
 * removed.
 */
export function removeTier(ladder: Ladder, index: number): LadderChange {
  const rung = ladder[index];
  if (!rung) return refused({ code: 'no-tier' });
  if (ladder.length === 1) return refused({ code: 'last-tier' });
  const below = ladder[index - 1];
  return {
    ladder: below ? ladder.toSpliced(index - 1, 2, { ...below, to: rung.to }) : ladder.slice(1),
  };
}

export function setRate(ladder: Ladder, index: number, rate: string): LadderChange {
  const rung = ladder[index];
  if (!rung) return refused({ code: 'no-tier' });
  const value = decimalOf(rate);
  if (!value) return refused({ code: 'no-rate' });
  if (value.eq(rung.rate)) return { ladder };
  return isRate(rate)
    ? { ladder: replaced(ladder, index, { ...rung, rate: canonical(rate) }) }
    : refused({ code: 'rate-range' });
}

/**
 * Returns tiers with a higher rate than the one below. Works on sorted tiers, valid or not; missing rates are
 * skipped.
 */
export const risingTiers = (tiers: readonly { readonly rate: string | null }[]): number[] =>
  tiers.flatMap(({ rate }, index) => {
    const below = tiers[index - 1]?.rate ?? null;
    return rate !== null && below !== null && new Big(rate).gt(below) ? [index] : [];
  });

/** Returns a suggested split point: the middle, or twice the lower bound for an unbounded tier. */
export function suggestedSplitOf(ladder: Ladder, index: number): string {
  const start = new Big(ladder[index - 1]?.to ?? 0);
  const to = ladder[index]?.to ?? null;
  if (to === null) return plain(start.eq(0) ? new Big(1_000_000) : start.times(2));
  const middle = start.plus(to).div(2);
  const whole = middle.round(0);
  return plain(whole.gt(start) && whole.lt(to) ? whole : middle.round(2));
}

/**
 * Returns whether a ladder is valid. Existing rates are not checked: the specification sets no limits for
 * tiers.
 */
export const isLadder = (ladder: Ladder): boolean =>
  ladder.every(({ to }, index) => {
    if (to === null) return index === ladder.length - 1;
    return index < ladder.length - 1 && new Big(to).gt(0) && new Big(to).gte(lowerBoundOf(ladder, index));
  });

const replaced = (ladder: Ladder, index: number, rung: LadderTier): Ladder => ladder.with(index, rung);
const canonical = (text: string): string => plain(new Big(text));

export function isRate(text: string): boolean {
  const value = decimalOf(text);
  return value !== null && value.gte(RATE_RANGE[0]) && value.lte(RATE_RANGE[1]);
}

/**
 * Returns why no boundary can be at `to`: it must be above `start` and leave a cent to the tier ending at
 * `end`.
 */
function boundaryFault(to: string, start: string, end: string | null): LadderFault | null {
  const value = decimalOf(to);
  if (!value) return { code: 'no-amount' };
  if (!isCents(value)) return { code: 'parts-of-a-cent' };
  if (value.lt(new Big(start).plus(CENT))) return { code: 'above', than: start };
  if (end !== null && value.plus(CENT).gt(end)) return { code: 'below', than: end };
  return null;
}
