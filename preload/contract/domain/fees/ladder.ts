import Big from 'big.js';
import { CENT, decimalOf, isCents, plain } from './decimal';
import type { Tiers } from './tiers';

/** One tier of a valid ladder. Where it begins follows from the one below it. */
export interface Rung {
  /** Which tier of the record it was; null for a new one. */
  readonly source: number | null;
  /** Where it ends, in dollars; null: it is open at the top. */
  readonly to: string | null;
  /** In percent. */
  readonly rate: string;
}

/**
 * Tiers without holes and overlaps: the first begins at 0, each other a cent above the end of the one below (wire facts,
 * billing), and the last is open. None at all is a ladder too.
 */
export type Ladder = readonly Rung[];

/** The least and the most a rate may be: what the specification says of flat rates (2.9) is held for tiers as well. */
export const RATES = [0, 99] as const;

/** Why a change was not made. `above`, `below`: the amount must be above or below this one. */
export type LadderFault =
  | {
      readonly code:
        'no-amount' | 'no-rate' | 'parts-of-a-cent' | 'rate-range' | 'last-tier' | 'no-tier' | 'no-ladder';
    }
  | { readonly code: 'above' | 'below'; readonly than: string };

/** A change makes another ladder, or says why it cannot. */
export type Changed = { readonly ladder: Ladder } | { readonly fault: LadderFault };
const refused = (fault: LadderFault): Changed => ({ fault });

/** Where a tier begins, in dollars. */
export function fromOf(ladder: Ladder, at: number): string {
  const below = ladder[at - 1]?.to;
  return below === undefined || below === null ? '0' : plain(new Big(below).plus(CENT));
}

/** Moves the boundary between a tier and the next one: `to` of this one, and with it where the next begins. */
export function moveTop(ladder: Ladder, at: number, to: string): Changed {
  const rung = ladder[at];
  if (!rung || rung.to === null) return refused({ code: 'no-tier' });
  if (decimalOf(to)?.eq(rung.to)) return { ladder };
  const fault = misplaced(to, ladder[at - 1]?.to ?? '0', ladder[at + 1]?.to ?? null);
  return fault ? refused(fault) : { ladder: replaced(ladder, at, { ...rung, to: canonical(to) }) };
}

/** Divides a tier: it ends at `to`, and a new one of the same rate goes from there to where it ended. */
export function split(ladder: Ladder, at: number, to: string): Changed {
  const rung = ladder[at];
  if (!rung) return refused({ code: 'no-tier' });
  const fault = misplaced(to, ladder[at - 1]?.to ?? '0', rung.to);
  if (fault) return refused(fault);
  const lower = { ...rung, to: canonical(to) };
  return { ladder: ladder.toSpliced(at, 1, lower, { ...rung, source: null }) };
}

/** Joins a tier with the one above it; its own rate stays. */
export function merge(ladder: Ladder, at: number): Changed {
  const rung = ladder[at];
  const upper = ladder[at + 1];
  if (!rung || !upper) return refused({ code: 'no-tier' });
  return { ladder: ladder.toSpliced(at, 2, { ...rung, to: upper.to }) };
}

/** Adds a tier at the top, which begins above `from`; the first tier of all begins at 0. */
export function add(ladder: Ladder, from: string, rate: string): Changed {
  if (!isRate(rate)) return refused({ code: 'rate-range' });
  const top = { source: null, to: null, rate: canonical(rate) };
  if (ladder.length === 0) return { ladder: [top] };
  const done = split(ladder, ladder.length - 1, from);
  return 'fault' in done ? done : { ladder: [...done.ladder.slice(0, -1), top] };
}

/** Takes a tier away; the one below it takes its place, and of the lowest the one above. The last one stays. */
export function remove(ladder: Ladder, at: number): Changed {
  const rung = ladder[at];
  if (!rung) return refused({ code: 'no-tier' });
  if (ladder.length === 1) return refused({ code: 'last-tier' });
  const below = ladder[at - 1];
  return {
    ladder: below ? ladder.toSpliced(at - 1, 2, { ...below, to: rung.to }) : ladder.slice(1),
  };
}

export function setRate(ladder: Ladder, at: number, rate: string): Changed {
  const rung = ladder[at];
  if (!rung) return refused({ code: 'no-tier' });
  const value = decimalOf(rate);
  if (!value) return refused({ code: 'no-rate' });
  if (value.eq(rung.rate)) return { ladder };
  return isRate(rate)
    ? { ladder: replaced(ladder, at, { ...rung, rate: canonical(rate) }) }
    : refused({ code: 'rate-range' });
}

/**
 * Tiers whose rate is higher than that of the one below: a balance that grows pays more of every dollar. Of tiers in their
 * order, be they a ladder or not; where a rate is missing, nothing can be said.
 */
export const rises = (tiers: readonly { readonly rate: string | null }[]): number[] =>
  tiers.flatMap(({ rate }, at) => {
    const below = tiers[at - 1]?.rate ?? null;
    return rate !== null && below !== null && new Big(rate).gt(below) ? [at] : [];
  });

/** An amount at which a tier could be divided, as a first proposal: its middle, or twice where the open one begins. */
export function middleOf(ladder: Ladder, at: number): string {
  const start = new Big(ladder[at - 1]?.to ?? 0);
  const to = ladder[at]?.to ?? null;
  if (to === null) return plain(start.eq(0) ? new Big(1_000_000) : start.times(2));
  const middle = start.plus(to).div(2);
  const whole = middle.round(0);
  return plain(whole.gt(start) && whole.lt(to) ? whole : middle.round(2));
}

/**
 * The ladder that tiers with holes or overlaps would be: each tier begins where it does (the first at 0), the one below
 * ends a cent before, the last is open. Where a tier begins at the end of the one below, it is moved a cent up. Null where
 * two begin at one place, or a number is missing.
 */
export function straightened({ tiers, ladder, faults }: Tiers): Ladder | null {
  if (ladder) return ladder;
  if (faults.some(({ code }) => code === 'no-list' || code === 'no-tier' || code === 'no-number'))
    return null;
  const made = tiers.map(({ max, rate }, source) => {
    const next = tiers[source + 1]?.min ?? null;
    return { source, to: next === null || next === max ? next : centBelow(next), rate: rate ?? '0' };
  });
  return isLadder(made) ? made : null;
}
const centBelow = (amount: string): string => plain(new Big(amount).minus(CENT));

/** Whether this is a valid ladder. Rates that came are not judged: the specification gives them no bounds. */
export const isLadder = (ladder: Ladder): boolean =>
  ladder.every(({ to }, at) => {
    if (to === null) return at === ladder.length - 1;
    return at < ladder.length - 1 && new Big(to).gt(0) && new Big(to).gte(fromOf(ladder, at));
  });

const replaced = (ladder: Ladder, at: number, rung: Rung): Ladder => ladder.with(at, rung);
const canonical = (text: string): string => plain(new Big(text));

export function isRate(text: string): boolean {
  const value = decimalOf(text);
  return value !== null && value.gte(RATES[0]) && value.lte(RATES[1]);
}

/** Why no boundary can be at `to`: it must be above `start`, and leave a cent to the tier that ends at `end`. */
function misplaced(to: string, start: string, end: string | null): LadderFault | null {
  const value = decimalOf(to);
  if (!value) return { code: 'no-amount' };
  if (!isCents(value)) return { code: 'parts-of-a-cent' };
  if (value.lt(new Big(start).plus(CENT))) return { code: 'above', than: start };
  if (end !== null && value.plus(CENT).gt(end)) return { code: 'below', than: end };
  return null;
}
