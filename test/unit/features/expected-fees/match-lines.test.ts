import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsIn } from '#contract/fees/structure';
import { DAY_COUNTS, expectedFee } from '#engine/features/expected-fees/calculate';
import { impliedBalance } from '#engine/features/expected-fees/implied-balance';
import { compileFee, matchesOf } from '#engine/features/expected-fees/match-lines';

const TIERS =
  '[{"min_balance":0,"max_balance":250000,"rate":1.25},{"min_balance":250000.01,"max_balance":1000000,"rate":0.9},{"min_balance":1000000.01,"max_balance":null,"rate":0.655}]';
const STRUCTURES = [
  '{"calculation_type":"R","flat_rate":0.85}',
  '{"calculation_type":"A","flat_dollar_fee":412.5}',
  '{"calculation_type":"G","flat_dollar_fee":1000}',
  `{"calculation_type":"T","tiers":${TIERS}}`,
  `{"calculation_type":"D","tiers":${TIERS}}`,
  '{"calculation_type":"R","flat_rate":0.123456789}',
  '{"calculation_type":"F"}',
  '{"calculation_type":"R"}',
  '{"calculation_type":"T","tiers":[{"min_balance":5,"rate":1}]}',
].map(termsIn);

/** Includes a few amounts whose fees are too large to round as doubles. */
const money = fc
  .oneof(
    { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: 500_000_000n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 9_000_000_000_000n }) },
  )
  .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);

describe('matching many lines', () => {
  it('gives the same result as the exact calculation of one line', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STRUCTURES),
        money,
        fc.option(money, { nil: null }),
        fc.integer({ min: -2, max: 2 }),
        fc.constantFrom([3, 90], [3, 92], [1, 29], [12, 366]),
        fc.constantFrom('alone' as const, 'group' as const),
        (terms, balance, other, cents, [months = 3, days = 90], near) => {
          const groupTotal = other === null ? null : new Big(other).plus(balance).toFixed(2);
          const input = { terms, balance: new Big(balance), months, days };
          const total = groupTotal === null ? null : new Big(groupTotal);
          // A debit just inside or outside of "near": the edges are where rounding would show.
          const first = expectedFee({ ...input, groupTotal: total, debit: new Big(0) });
          const fee =
            'amounts' in first
              ? new Big(first.amounts[DAY_COUNTS.indexOf('days-365')]?.[near] ?? 0)
              : new Big(5);
          const edge = fee.times('0.01').gt(1) ? fee.times('0.01') : new Big(1);
          const debit = fee.plus(edge).round(2).plus(new Big(cents).div(100)).toFixed(2);
          const expected = expectedFee({ ...input, groupTotal: total, debit: new Big(debit) });
          const compiled = compileFee(terms);
          const line = { terms, compiled, balance, groupTotal, debit, months, days };
          const matches = matchesOf(line);
          expect('why' in matches ? matches : matches.map(({ match }) => match)).toEqual(
            'why' in expected ? expected : expected.amounts.map(({ match }) => match),
          );
          // Without the compiled fee, the exact calculation gives the same.
          expect(matchesOf({ ...line, compiled: null })).toEqual(matches);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('rounds a fee of exactly half a cent up', () => {
    const terms = termsIn('{"calculation_type":"R","flat_rate":1}');
    const line = { terms, compiled: compileFee(terms), groupTotal: null, months: 3, days: 90 };
    const near = (debit: string) => {
      const matches = matchesOf({ ...line, balance: '40002.00', debit });
      return 'why' in matches ? matches.why : matches[0]?.match;
    };
    // A quarter of 1% is $100.005, rounded to $100.01: $1.00 more is the last debit near it.
    expect([near('101.01'), near('101.02')]).toEqual(['alone', 'neither']);
  });
});

describe('the balance that a debit implies', () => {
  const impliedFor = (terms: string, yearly: string) => impliedBalance(termsIn(terms), new Big(yearly));
  it.each([
    ['{"calculation_type":"R","flat_rate":0.8}', '800', '100000.00'],
    [`{"calculation_type":"T","tiers":${TIERS}}`, '3125', '250000.00'],
    [`{"calculation_type":"T","tiers":${TIERS}}`, '4025', '350000.00'],
    [`{"calculation_type":"T","tiers":${TIERS}}`, '16425', '2000000.00'],
    [`{"calculation_type":"D","tiers":${TIERS}}`, '13100', '2000000.00'],
  ])('of %s for %s is %s', (terms, yearly, balance) => expect(impliedFor(terms, yearly)).toBe(balance));

  it('is not shown where no balance, or several balances, have the fee', () => {
    expect(impliedFor('{"calculation_type":"A","flat_dollar_fee":5}', '5')).toBe(null);
    expect(impliedFor('{"calculation_type":"R","flat_rate":0}', '5')).toBe(null);
    expect(impliedFor('{"calculation_type":"R","flat_rate":1}', '0')).toBe(null);
    // $3,000 is 1.25% of $240,000 and 0.9% of $333,333.33.
    expect(impliedFor(`{"calculation_type":"D","tiers":${TIERS}}`, '3000')).toBe(null);
    // Every balance from $1,000,000 has a fee of $10,000.
    const capped =
      '[{"min_balance":0,"max_balance":1000000,"rate":1},{"min_balance":1000000.01,"max_balance":null,"rate":0}]';
    expect(impliedFor(`{"calculation_type":"T","tiers":${capped}}`, '10000')).toBe(null);
    expect(impliedFor(`{"calculation_type":"T","tiers":${capped}}`, '9999')).toBe('999900.00');
  });
});
