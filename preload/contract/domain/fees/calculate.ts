import Big from 'big.js';
import { plain } from './decimal';
import { fromOf, type Ladder } from './ladder';
import type { Calculation, Terms } from './structure';
import { straightened } from './ladder';

/** What a tier takes of a balance. Amounts in dollars and rates in percent, exact. */
export interface Slice {
  readonly at: number;
  readonly from: string;
  /** Null: open at the top. */
  readonly to: string | null;
  readonly rate: string;
  /** How much of the balance it takes. */
  readonly amount: string;
  readonly fee: string;
}

/** Why there is no fee to tell. `not-described`: nothing says what a favor fee is (spec 2.9). */
export type NoFee =
  'not-described' | 'unknown-calculation' | 'no-rate' | 'no-dollars' | 'no-tiers' | 'faulty-tiers';

/** The fee of one balance, step by step, each exact. */
export type Fee =
  | { readonly kind: 'none'; readonly why: NoFee }
  | {
      readonly kind: 'flat-rate';
      readonly rate: string;
      readonly fee: string;
    }
  | { readonly kind: 'tiered'; readonly slices: readonly Slice[]; readonly fee: string }
  | { readonly kind: 'drop-through'; readonly slice: Slice; readonly fee: string }
  | { readonly kind: 'dollars'; readonly of: 'account' | 'group'; readonly fee: string };

const none = (why: NoFee): Fee => ({ kind: 'none', why });

/**
 * The fee of a balance of dollars, at least 0, in exact decimals. That rates are of a year, and that a drop through takes
 * the whole balance at the rate of the tier it falls in, are readings of ours: nothing describes them (spec 2.9).
 */
export function feeOf(terms: Terms, balance: Big): Fee {
  return CALCULATE[terms.calculation ?? 'unknown'](terms, balance);
}

const CALCULATE: Readonly<Record<Calculation | 'unknown', (terms: Terms, balance: Big) => Fee>> = {
  R: ({ flatRate }, balance) =>
    flatRate
      ? { kind: 'flat-rate', rate: plain(flatRate), fee: plain(share(balance, flatRate)) }
      : none('no-rate'),
  A: ({ flatDollars }) => dollarsOf('account', flatDollars),
  G: ({ flatDollars }) => dollarsOf('group', flatDollars),
  T: (terms, balance) =>
    onLadder(terms, (ladder) => {
      const slices = slicesOf(ladder, balance);
      return { kind: 'tiered', slices, fee: plain(sum(slices)) };
    }),
  D: (terms, balance) =>
    onLadder(terms, (ladder) => {
      const at = tierOf(ladder, balance);
      const slice = sliceOf(ladder, at, balance);
      return { kind: 'drop-through', slice, fee: slice.fee };
    }),
  F: () => none('not-described'),
  unknown: () => none('unknown-calculation'),
};

const dollarsOf = (of: 'account' | 'group', dollars: Big | null): Fee =>
  dollars ? { kind: 'dollars', of, fee: plain(dollars) } : none('no-dollars');

function onLadder({ tiers }: Terms, calculate: (ladder: Ladder) => Fee): Fee {
  // Tiers that touch say the same as those a cent apart.
  const ladder = tiers.faults.every(({ code }) => code === 'touch') ? straightened(tiers) : null;
  if (!ladder) return none('faulty-tiers');
  return ladder.length === 0 ? none('no-tiers') : calculate(ladder);
}

/** The tier a balance falls in: the first that does not end below it. */
const tierOf = (ladder: Ladder, balance: Big): number =>
  ladder.findIndex(({ to }) => to === null || balance.lte(to));

/**
 * What each tier takes. A tier takes what is above the end of the one below it: of 1,000,000.01 the upper one of two that
 * meet at a million takes one cent.
 */
function slicesOf(ladder: Ladder, balance: Big): Slice[] {
  const slices: Slice[] = [];
  let end = new Big(0);
  for (const [at, { to }] of ladder.entries()) {
    if (at > 0 && balance.lte(end)) break;
    const top = to === null || balance.lt(to) ? balance : new Big(to);
    slices.push(sliceOf(ladder, at, top.minus(end)));
    end = top;
  }
  return slices;
}

function sliceOf(ladder: Ladder, at: number, amount: Big): Slice {
  const { to, rate } = ladder[at] ?? { to: null, rate: '0' };
  return {
    at,
    from: fromOf(ladder, at),
    to,
    rate,
    amount: plain(amount),
    fee: plain(share(amount, new Big(rate))),
  };
}

const sum = (slices: readonly Slice[]): Big => slices.reduce((all, { fee }) => all.plus(fee), new Big(0));
/** So many percent of an amount. A product, so nothing is rounded. */
const share = (amount: Big, percent: Big): Big => amount.times(percent).times('0.01');

/** A fee in percent of its balance, rounded to this many decimals; null for no balance. */
export function effectiveRate(fee: string, balance: Big, decimals = 4): string | null {
  return balance.eq(0) ? null : plain(divided(new Big(fee).times(100), balance, decimals));
}

/** Parts of a year in which a fee is collected (spec 2.9, and the wire facts). */
const PARTS: Readonly<Record<string, number>> = { Q: 4, M: 12, Y: 1 };

/** A yearly fee in equal parts, to the cent; null where the frequency has none, as days and weeks. */
export function periodFee(fee: string, frequency: string | null): string | null {
  const parts = frequency !== null && Object.hasOwn(PARTS, frequency) ? PARTS[frequency] : undefined;
  return parts === undefined ? null : divided(new Big(fee), new Big(parts), 2).toFixed(2);
}

function divided(one: Big, other: Big, decimals: number): Big {
  const exact = Big();
  exact.DP = decimals;
  exact.RM = Big.roundHalfUp;
  return new exact(plain(one)).div(new exact(plain(other)));
}
