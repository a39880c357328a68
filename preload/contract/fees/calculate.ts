import Big from 'big.js';
import { plain } from './decimal';
import { lowerBoundOf, type Ladder } from './ladder';
import type { Calculation, FeeTerms } from './structure';
import { closeGaps } from './tiers';

/** A tier's share of a balance. Amounts in dollars and rates in percent, exact. */
export interface TierShare {
  readonly index: number;
  readonly from: string;
  /** Null: no upper bound. */
  readonly to: string | null;
  readonly rate: string;
  /** The part of the balance in this tier. */
  readonly amount: string;
  readonly fee: string;
}

/** Why no fee can be calculated. `not-described`: favor fees are undocumented (spec 2.9). */
export type NoFeeReason =
  'not-described' | 'unknown-calculation' | 'no-rate' | 'no-dollars' | 'no-tiers' | 'faulty-tiers';

/** The fee of one balance with its steps, exact. */
export type Fee =
  | { readonly kind: 'none'; readonly why: NoFeeReason }
  | {
      readonly kind: 'flat-rate';
      readonly rate: string;
      readonly fee: string;
    }
  | { readonly kind: 'tiered'; readonly slices: readonly TierShare[]; readonly fee: string }
  | { readonly kind: 'drop-through'; readonly slice: TierShare; readonly fee: string }
  | { readonly kind: 'dollars'; readonly chargedTo: 'account' | 'group'; readonly fee: string };

const none = (why: NoFeeReason): Fee => ({ kind: 'none', why });

/**
 * Returns the fee of a balance in dollars (at least 0) in exact decimals. We assume that rates are yearly and
 * that a drop-through applies the rate of the balance's tier to the whole balance; neither is documented
 * (spec 2.9).
 */
export function feeOf(terms: FeeTerms, balance: Big): Fee {
  return CALCULATE[terms.calculation ?? 'unknown'](terms, balance);
}

const CALCULATE: Readonly<Record<Calculation | 'unknown', (terms: FeeTerms, balance: Big) => Fee>> = {
  R: ({ flatRate }, balance) =>
    flatRate
      ? { kind: 'flat-rate', rate: plain(flatRate), fee: plain(share(balance, flatRate)) }
      : none('no-rate'),
  A: ({ flatDollars }) => dollarsOf('account', flatDollars),
  G: ({ flatDollars }) => dollarsOf('group', flatDollars),
  T: (terms, balance) =>
    onLadder(terms, (ladder) => {
      const slices = tierShares(ladder, balance);
      return { kind: 'tiered', slices, fee: plain(sum(slices)) };
    }),
  D: (terms, balance) =>
    onLadder(terms, (ladder) => {
      const index = tierOf(ladder, balance);
      const slice = tierShareOf(ladder, index, balance);
      return { kind: 'drop-through', slice, fee: slice.fee };
    }),
  F: () => none('not-described'),
  unknown: () => none('unknown-calculation'),
};

const dollarsOf = (chargedTo: 'account' | 'group', dollars: Big | null): Fee =>
  dollars ? { kind: 'dollars', chargedTo, fee: plain(dollars) } : none('no-dollars');

function onLadder({ tiers }: FeeTerms, calculate: (ladder: Ladder) => Fee): Fee {
  // Adjacent tiers that touch mean the same as those one cent apart.
  const ladder = tiers.faults.every(({ code }) => code === 'touch') ? closeGaps(tiers) : null;
  if (!ladder) return none('faulty-tiers');
  return ladder.length === 0 ? none('no-tiers') : calculate(ladder);
}

/** Returns the tier of a balance: the first that does not end below it. */
const tierOf = (ladder: Ladder, balance: Big): number =>
  ladder.findIndex(({ to }) => to === null || balance.lte(to));

/**
 * Returns each tier's share. A tier covers what exceeds the end of the one below: of 1,000,000.01, the upper
 * of two tiers meeting at a million covers one cent.
 */
function tierShares(ladder: Ladder, balance: Big): TierShare[] {
  const slices: TierShare[] = [];
  let end = new Big(0);
  for (const [index, { to }] of ladder.entries()) {
    if (index > 0 && balance.lte(end)) break;
    const top = to === null || balance.lt(to) ? balance : new Big(to);
    slices.push(tierShareOf(ladder, index, top.minus(end)));
    end = top;
  }
  return slices;
}

function tierShareOf(ladder: Ladder, index: number, amount: Big): TierShare {
  const { to, rate } = ladder[index] ?? { to: null, rate: '0' };
  return {
    index,
    from: lowerBoundOf(ladder, index),
    to,
    rate,
    amount: plain(amount),
    fee: plain(share(amount, new Big(rate))),
  };
}

const sum = (slices: readonly TierShare[]): Big => slices.reduce((all, { fee }) => all.plus(fee), new Big(0));
/** Returns a percentage of an amount, unrounded. */
const share = (amount: Big, percent: Big): Big => amount.times(percent).times('0.01');

/** Returns a fee as a percentage of its balance, rounded; null for a zero balance. */
export function effectiveRate(fee: string, balance: Big): string | null {
  return balance.eq(0) ? null : plain(divideRounded(new Big(fee).times(100), balance, 4));
}

/** Collections per year by frequency (spec 2.9, and the wire facts). */
const COLLECTIONS_PER_YEAR: Readonly<Record<string, number>> = { Q: 4, M: 12, Y: 1 };

/**
 * Returns a yearly fee divided by the collections per year, to the cent; null for daily, weekly, unknown or no
 * frequency.
 */
export function periodFee(fee: string, frequency: string | null): string | null {
  const collections =
    frequency !== null && Object.hasOwn(COLLECTIONS_PER_YEAR, frequency)
      ? COLLECTIONS_PER_YEAR[frequency]
      : undefined;
  return collections === undefined ? null : divideRounded(new Big(fee), new Big(collections), 2).toFixed(2);
}

/** Divides exactly, then rounds half up to these decimals. */
export function divideRounded(dividend: Big, divisor: Big, decimals: number): Big {
  const RoundedBig = Big();
  RoundedBig.DP = decimals;
  RoundedBig.RM = Big.roundHalfUp;
  return new RoundedBig(plain(dividend)).div(new RoundedBig(plain(divisor)));
}
