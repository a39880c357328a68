import Big from 'big.js';
import { feeOf } from '#contract/fees/calculate';
import type { FeeTerms } from '#contract/fees/structure';
import { centsOf } from '#contract/money';
import { closeGaps } from '#contract/fees/tiers';
import type { ExpectedAmounts, NotCalculatedReason } from '#contract/features/expected-fees/schemas';
import { expectedFee, partOfYear, DAY_COUNTS } from './calculate';

/**
 * The same comparison as `expectedFee`, for many lines, in whole numbers of cents and of hundred-millionths of a
 * percent. As exact, and about a hundred times as fast; `expectedFee` calculates lines whose numbers do not fit.
 */

type Match = ExpectedAmounts['match'];
/** Which expected amounts a debit is near, by one day-count convention. */
export interface DayCountMatch {
  readonly match: Match;
  /** True if the debit is near, and no other convention comes closer to it. */
  readonly isClosest: boolean;
}
/** In the order of DAY_COUNTS. */
export type DayCountMatches = readonly DayCountMatch[];

const RATE = /^(\d{1,3})(?:\.(\d{1,8}))?$/;
/** Fee units in one cent: rates are in units of 10⁻⁸ percent. */
const UNITS_PER_CENT = 10_000_000_000n;
const UNITS_PER_CENT_AS_DOUBLE = Number(UNITS_PER_CENT);

function rateOf(text: string): bigint | null {
  const [matched, whole = '', part = ''] = RATE.exec(text) ?? [];
  return matched === undefined ? null : BigInt(whole + part.padEnd(8, '0'));
}

/** A double below this many cents is less than a millionth of a cent from the exact amount. */
const MAX_DOUBLE_CENTS = 1e9;

/** A tier in cents. Fees and rates are in units. */
interface Step {
  readonly from: number;
  readonly to: number | null;
  readonly rate: bigint;
  /** The fee of the tiers below. */
  readonly below: bigint;
}

/** A fee structure's yearly fee in units, as a function of whole cents. */
export interface CompiledFee {
  readonly yearly: (cents: number) => bigint;
  /** Returns the same as a double, with an error below two units in its last place. */
  readonly approximate: (cents: number) => number;
  /** True if each account is charged on its own balance, regardless of its group. */
  readonly isPerAccount: boolean;
}

/** Returns a structure's fee in whole numbers; null if its numbers do not fit or it has no fee. */
export function compileFee(terms: FeeTerms): CompiledFee | null {
  const fee = feeOf(terms, new Big(0));
  switch (fee.kind) {
    case 'flat-rate': {
      const rate = rateOf(fee.rate);
      if (rate === null) return null;
      const approximateRate = Number(rate);
      return {
        yearly: (cents) => BigInt(cents) * rate,
        approximate: (cents) => cents * approximateRate,
        isPerAccount: false,
      };
    }
    case 'dollars': {
      const cents = centsOf(fee.fee);
      if (cents === null) return null;
      const yearly = BigInt(cents) * UNITS_PER_CENT;
      const approximate = Number(yearly);
      return {
        yearly: () => yearly,
        approximate: () => approximate,
        isPerAccount: fee.chargedTo === 'account',
      };
    }
    case 'tiered':
    case 'drop-through':
      return compileTiers(terms, fee.kind);
    default:
      return null;
  }
}

function compileTiers(terms: FeeTerms, kind: 'tiered' | 'drop-through'): CompiledFee | null {
  const steps = stepsOf(terms);
  const last = steps?.at(-1);
  if (!steps || !last) return null;
  const stepAt = (cents: number) => steps.find(({ to }) => to === null || cents <= to) ?? last;
  return kind === 'tiered'
    ? {
        isPerAccount: false,
        yearly(cents) {
          const { below, from, rate } = stepAt(cents);
          return below + BigInt(cents - from) * rate;
        },
        approximate(cents) {
          const { below, from, rate } = stepAt(cents);
          return Number(below) + (cents - from) * Number(rate);
        },
      }
    : {
        isPerAccount: false,
        yearly: (cents) => BigInt(cents) * stepAt(cents).rate,
        approximate: (cents) => cents * Number(stepAt(cents).rate),
      };
}

function stepsOf({ tiers }: FeeTerms): Step[] | null {
  const steps: Step[] = [];
  let from = 0;
  let below = 0n;
  for (const { to, rate: rateText } of closeGaps(tiers) ?? []) {
    const end = to === null ? null : centsOf(to);
    const rate = rateOf(rateText);
    if (rate === null || (to !== null && end === null)) return null;
    steps.push({ from, to: end, rate, below });
    if (end === null) continue;
    below += BigInt(end - from) * rate;
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

/** Returns which expected amounts a debit is near, by each day-count convention; or why there is no fee. */
export function matchesOf(line: LineToMatch): DayCountMatches | { readonly why: NotCalculatedReason } {
  const { compiled, months, days } = line;
  const balance = centsOf(line.balance);
  const debit = centsOf(line.debit);
  const total = line.groupTotal === null ? null : centsOf(line.groupTotal);
  if (!compiled || balance === null || debit === null || (line.groupTotal !== null && total === null))
    return exactMatches(line);
  const shared = total !== null && total > 0 && !compiled.isPerAccount ? total : null;
  return withClosest(
    DAY_COUNTS.map((dayCount) => {
      const [part, parts] = partOfYear(dayCount, months, days);
      const own = shareInCents(compiled, balance, part, parts);
      const group = shared === null ? null : groupShareInCents(compiled, shared, balance, part, parts);
      const isAlone = isNear(debit, own);
      const isGroup = group !== null && isNear(debit, group);
      return {
        match: isAlone && isGroup ? 'both' : isAlone ? 'alone' : isGroup ? 'group' : 'neither',
        difference: closer(isAlone ? Math.abs(debit - own) : null, isGroup ? Math.abs(debit - group) : null),
      };
    }),
  );
}

/** Returns the fee of a balance for a part of the year, exactly rounded to the cent. */
const shareInCents = (fee: CompiledFee, balance: number, part: number, parts: number): number =>
  roundedIfCertain((fee.approximate(balance) * part) / (parts * UNITS_PER_CENT_AS_DOUBLE)) ??
  roundHalfUp(fee.yearly(balance) * BigInt(part), BigInt(parts) * UNITS_PER_CENT);

/** Returns the same for a balance's share of its group's fee. */
const groupShareInCents = (
  fee: CompiledFee,
  total: number,
  balance: number,
  part: number,
  parts: number,
): number =>
  roundedIfCertain(
    (((fee.approximate(total) / total) * balance) / (parts * UNITS_PER_CENT_AS_DOUBLE)) * part,
  ) ??
  roundHalfUp(
    fee.yearly(total) * BigInt(balance) * BigInt(part),
    BigInt(total) * BigInt(parts) * UNITS_PER_CENT,
  );

/**
 * Rounds half up; null if the error of a few operations on doubles could change the result. Doubles of this size
 * are less than a millionth of a cent from the exact amount, so only amounts near half a cent are in doubt.
 */
function roundedIfCertain(cents: number): number | null {
  const whole = Math.floor(cents);
  const part = cents - whole;
  if (!(cents >= 0 && cents < MAX_DOUBLE_CENTS) || Math.abs(part - 0.5) < 1e-6) return null;
  return part > 0.5 ? whole + 1 : whole;
}

/** Distance from a debit to an expected amount, in the same unit for all conventions of a line. */
type Difference = number | bigint;
const closer = (a: Difference | null, b: Difference | null): Difference | null =>
  a === null ? b : b === null || a < b ? a : b;

const matchPair = (match: Match) =>
  [
    { match, isClosest: false },
    { match, isClosest: true },
  ] as const;
/** All possible values, shared by the lines of a period. */
const DAY_COUNT_MATCHES: Readonly<Record<Match, readonly [DayCountMatch, DayCountMatch]>> = {
  alone: matchPair('alone'),
  group: matchPair('group'),
  both: matchPair('both'),
  neither: matchPair('neither'),
};

/** Marks the conventions that come closest; `difference` is null where the debit is not near. */
function withClosest(
  matches: readonly { readonly match: Match; readonly difference: Difference | null }[],
): DayCountMatches {
  const least = matches.reduce<Difference | null>(
    (smallest, { difference }) => closer(smallest, difference),
    null,
  );
  return matches.map(
    ({ match, difference }) => DAY_COUNT_MATCHES[match][difference !== null && difference === least ? 1 : 0],
  );
}

function exactMatches({
  terms,
  balance,
  groupTotal,
  debit,
  months,
  days,
}: LineToMatch): ReturnType<typeof matchesOf> {
  const expected = expectedFee({
    terms,
    balance: new Big(balance),
    groupTotal: groupTotal === null ? null : new Big(groupTotal),
    debit: new Big(debit),
    months,
    days,
  });
  if ('why' in expected) return expected;
  const millionthsFrom = (amount: string): bigint =>
    BigInt(new Big(debit).minus(amount).abs().times(1_000_000).round().toFixed());
  return withClosest(
    expected.amounts.map(({ match, alone, group }) => ({
      match,
      difference: closer(
        match === 'alone' || match === 'both' ? millionthsFrom(alone) : null,
        group !== null && (match === 'group' || match === 'both') ? millionthsFrom(group) : null,
      ),
    })),
  );
}

const roundHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator));

/** Within $1, or 1% of the expected amount. */
function isNear(debit: number, expected: number): boolean {
  const difference = Math.abs(debit - expected);
  return difference <= 100 || difference * 100 <= expected;
}
