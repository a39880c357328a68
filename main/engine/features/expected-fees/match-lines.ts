import Big from 'big.js';
import { feeOf } from '#contract/fees/calculate';
import type { FeeTerms } from '#contract/fees/structure';
import { closeGaps } from '#contract/fees/tiers';
import type { FeeReading } from '#contract/features/expected-fees/calls';
import { expectedFee, partOfYear, YEARS } from './calculate';

/**
 * The same comparison as `expectedFee`, for many lines: whole numbers of cents and of a hundred-millionth of a percent.
 * Exact as well, and about a hundred times as fast; what does not fit is calculated by `expectedFee`.
 */

type Match = FeeReading['match'];
/** The match under each division of the year, in the order of YEARS. */
export type Matches = readonly [Match, Match, Match];

const CENTS = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/;
const RATE = /^(\d{1,3})(?:\.(\d{1,8}))?$/;
/** Fee units per cent: a percent is a hundredth, and rates are in units of 10⁻⁸ percent. */
const UNITS = 10_000_000_000n;

/** Returns whole cents; null if the text has more digits. */
export function centsOf(text: string): bigint | null {
  const [found, sign, whole = '', part = ''] = CENTS.exec(text) ?? [];
  if (found === undefined) return null;
  const cents = BigInt(whole + part.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}
function rateOf(text: string): bigint | null {
  const [found, whole = '', part = ''] = RATE.exec(text) ?? [];
  return found === undefined ? null : BigInt(whole + part.padEnd(8, '0'));
}

interface Step {
  readonly from: bigint;
  readonly to: bigint | null;
  readonly rate: bigint;
  /** The fee of the tiers below. */
  readonly below: bigint;
}

/** A fee structure's yearly fee in units, as a function of cents. */
export interface CompiledFee {
  readonly yearly: (cents: bigint) => bigint;
  /** Each account's own, whatever its group has. */
  readonly isPerAccount: boolean;
}

/** Returns a structure's fee in whole numbers; null if its numbers do not fit or it has no fee. */
export function compileFee(terms: FeeTerms): CompiledFee | null {
  const fee = feeOf(terms, new Big(0));
  switch (fee.kind) {
    case 'flat-rate': {
      const rate = rateOf(fee.rate);
      return rate === null ? null : { yearly: (cents) => cents * rate, isPerAccount: false };
    }
    case 'dollars': {
      const cents = centsOf(fee.fee);
      return cents === null ? null : { yearly: () => cents * UNITS, isPerAccount: fee.of === 'account' };
    }
    case 'tiered':
    case 'drop-through': {
      const steps = stepsOf(terms);
      if (!steps) return null;
      const stepAt = (cents: bigint) => steps.find(({ to }) => to === null || cents <= to) ?? steps.at(-1);
      return {
        isPerAccount: false,
        yearly(cents) {
          const step = stepAt(cents);
          if (!step) return 0n;
          return fee.kind === 'tiered' ? step.below + (cents - step.from) * step.rate : cents * step.rate;
        },
      };
    }
    default:
      return null;
  }
}

function stepsOf({ tiers }: FeeTerms): Step[] | null {
  const steps: Step[] = [];
  let from = 0n;
  let below = 0n;
  for (const { to, rate: rateText } of closeGaps(tiers) ?? []) {
    const end = to === null ? null : centsOf(to);
    const rate = rateOf(rateText);
    if (rate === null || (to !== null && end === null)) return null;
    steps.push({ from, to: end, rate, below });
    if (end === null) continue;
    below += (end - from) * rate;
    from = end;
  }
  return steps;
}

export interface LineToMatch {
  readonly terms: FeeTerms;
  /** `compileFee` of the terms. */
  readonly compiled: CompiledFee | null;
  readonly balance: string;
  readonly groupTotal: string | null;
  readonly debit: string;
  readonly months: number;
  readonly days: number;
}

/** Returns what a debit is near under each division of the year; null if there is no fee. */
export function matchesOf(line: LineToMatch): Matches | null {
  const { compiled, months, days } = line;
  const balance = centsOf(line.balance);
  const debit = centsOf(line.debit);
  const total = line.groupTotal === null ? null : centsOf(line.groupTotal);
  if (!compiled || balance === null || debit === null || (line.groupTotal !== null && total === null))
    return exactMatches(line);
  const alone = compiled.yearly(balance);
  const isShared = total !== null && total > 0n && !compiled.isPerAccount;
  const shared = isShared ? compiled.yearly(total) * balance : null;
  const match = (at: 0 | 1 | 2): Match => {
    const [part, parts] = partOfYear(YEARS[at], months, days);
    const [of, by] = [BigInt(part), BigInt(parts) * UNITS];
    const isAlone = isNear(debit, roundHalfUp(alone * of, by));
    const isGroup = shared !== null && total !== null && isNear(debit, roundHalfUp(shared * of, total * by));
    if (isAlone && isGroup) return 'both';
    return isAlone ? 'alone' : isGroup ? 'group' : 'neither';
  };
  return [match(0), match(1), match(2)];
}

function exactMatches({ terms, balance, groupTotal, debit, months, days }: LineToMatch): Matches | null {
  const expected = expectedFee({
    terms,
    balance: new Big(balance),
    groupTotal: groupTotal === null ? null : new Big(groupTotal),
    debit: new Big(debit),
    months,
    days,
  });
  if ('why' in expected) return null;
  const [first, second, third] = expected.readings;
  return first && second && third ? [first.match, second.match, third.match] : null;
}

const roundHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** Within $1, or 1% of the expected amount. */
function isNear(debit: bigint, expected: bigint): boolean {
  const apart = debit > expected ? debit - expected : expected - debit;
  return apart <= 100n || apart * 100n <= expected;
}
