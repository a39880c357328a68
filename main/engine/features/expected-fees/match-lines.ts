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
/** A line under one division of the year. */
export interface DivisionMatch {
  readonly match: Match;
  /** True if the debit is near, and no other division comes closer to it. */
  readonly isClosest: boolean;
}
/** In the order of YEARS. */
export type Matches = readonly DivisionMatch[];

const CENTS = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/;
const RATE = /^(\d{1,3})(?:\.(\d{1,8}))?$/;
/** Fee units in one cent: rates are in units of 10⁻⁸ percent. */
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
  /** True if each account is charged on its own balance, regardless of its group. */
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
  return withClosest(
    YEARS.map((year) => {
      const [part, parts] = partOfYear(year, months, days);
      const [numerator, denominator] = [BigInt(part), BigInt(parts) * UNITS];
      const own = roundHalfUp(alone * numerator, denominator);
      const group =
        shared !== null && total !== null ? roundHalfUp(shared * numerator, total * denominator) : null;
      const isAlone = isNear(debit, own);
      const isGroup = group !== null && isNear(debit, group);
      return {
        match: isAlone && isGroup ? 'both' : isAlone ? 'alone' : isGroup ? 'group' : 'neither',
        difference: closer(
          isAlone ? absoluteDifference(debit, own) : null,
          isGroup ? absoluteDifference(debit, group) : null,
        ),
      };
    }),
  );
}

const absoluteDifference = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);
const closer = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null ? other : other === null || one < other ? one : other;

const withEach = (match: Match) =>
  [
    { match, isClosest: false },
    { match, isClosest: true },
  ] as const;
/** All possible values, shared by the lines of a period. */
const DIVISION_MATCHES: Readonly<Record<Match, readonly [DivisionMatch, DivisionMatch]>> = {
  alone: withEach('alone'),
  group: withEach('group'),
  both: withEach('both'),
  neither: withEach('neither'),
};

/** Marks the divisions that come closest; `difference` is null where the debit is not near. */
function withClosest(
  found: readonly { readonly match: Match; readonly difference: bigint | null }[],
): Matches {
  const least = found.reduce<bigint | null>((smallest, { difference }) => closer(smallest, difference), null);
  return found.map(
    ({ match, difference }) => DIVISION_MATCHES[match][difference !== null && difference === least ? 1 : 0],
  );
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
  const millionthsFrom = (amount: string): bigint =>
    BigInt(new Big(debit).minus(amount).abs().times(1_000_000).round().toFixed());
  return withClosest(
    expected.readings.map(({ match, alone, group }) => ({
      match,
      difference: closer(
        match === 'alone' || match === 'both' ? millionthsFrom(alone) : null,
        group !== null && (match === 'group' || match === 'both') ? millionthsFrom(group) : null,
      ),
    })),
  );
}

const roundHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/** Within $1, or 1% of the expected amount. */
function isNear(debit: bigint, expected: bigint): boolean {
  const difference = absoluteDifference(debit, expected);
  return difference <= 100n || difference * 100n <= expected;
}
