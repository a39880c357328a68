import Big from 'big.js';
import { divideRounded, feeOf } from '#contract/fees/calculate';
import { ONE_PERCENT } from '#contract/fees/decimal';
import type { FeeTerms } from '#contract/fees/structure';
import { closeGaps } from '#contract/fees/tiers';

/**
 * Returns the balance that has this yearly fee, to the cent; null if none or several have it. A flat dollar fee implies
 * no balance.
 */
export function impliedBalance(terms: FeeTerms, yearly: Big): string | null {
  if (yearly.lte(0)) return null;
  const fee = feeOf(terms, new Big(0)); // only its kind and its rate are used, which no balance changes
  switch (fee.kind) {
    case 'flat-rate':
      return atRate(yearly, fee.rate);
    case 'tiered':
      return inTiers(terms, yearly);
    case 'drop-through':
      return inDropThrough(terms, yearly);
    default:
      return null;
  }
}

const atRate = (fee: Big, rate: string): string | null =>
  new Big(rate).lte(0) ? null : divideRounded(fee.times(100), new Big(rate), 2).toFixed(2);

const ladderOf = ({ tiers }: FeeTerms) => closeGaps(tiers) ?? [];

/** Finds the tier that the fee reaches after filling those below; null at its end if the next tier adds no fee. */
function inTiers(terms: FeeTerms, yearly: Big): string | null {
  let remaining = yearly;
  let from = new Big(0);
  const ladder = ladderOf(terms);
  for (const [index, { to, rate }] of ladder.entries()) {
    const full = to === null ? null : new Big(to).minus(from).times(rate).times(ONE_PERCENT);
    const next = ladder[index + 1];
    if (full !== null && remaining.eq(full) && next && new Big(next.rate).eq(0)) return null;
    if (full === null || remaining.lte(full)) {
      const part = atRate(remaining, rate);
      return part === null ? null : from.plus(part).toFixed(2);
    }
    remaining = remaining.minus(full);
    from = new Big(to ?? 0);
  }
  return null;
}

/** Returns null if two balances have the same fee, which a drop to a lower rate makes possible. */
function inDropThrough(terms: FeeTerms, yearly: Big): string | null {
  let from = new Big(0);
  const balances: string[] = [];
  for (const [index, { to, rate }] of ladderOf(terms).entries()) {
    const balance = atRate(yearly, rate);
    const isAbove = balance !== null && (index === 0 || new Big(balance).gt(from));
    if (balance !== null && isAbove && (to === null || new Big(balance).lte(to))) balances.push(balance);
    from = new Big(to ?? 0);
  }
  const [only = null, ...others] = balances;
  return others.length === 0 ? only : null;
}
