import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsIn } from '#contract/fees/structure';
import { expectedFee } from '#engine/features/expected-fees/calculate';
import { impliedBalance } from '#engine/features/expected-fees/implied-balance';
import { centsOf, compileFee, matchesOf } from '#engine/features/expected-fees/match-lines';

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
].map(termsIn);

const money = fc
  .bigInt({ min: 0n, max: 500_000_000n })
  .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);

describe('matching many lines', () => {
  it('gives what the exact calculation of one line gives', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STRUCTURES),
        money,
        fc.option(money, { nil: null }),
        fc.integer({ min: -2, max: 2 }),
        fc.constantFrom([3, 90], [3, 92], [1, 29], [12, 366]),
        (terms, balance, other, cents, [months = 3, days = 90]) => {
          const groupTotal = other === null ? null : new Big(other).plus(balance).toFixed(2);
          const input = { terms, balance: new Big(balance), months, days };
          const total = groupTotal === null ? null : new Big(groupTotal);
          // A debit just inside or outside of "near": the edges are where rounding would show.
          const first = expectedFee({ ...input, groupTotal: total, debit: new Big(0) });
          const alone = 'readings' in first ? new Big(first.readings[1]?.alone ?? 0) : new Big(5);
          const edge = alone.times('0.01').gt(1) ? alone.times('0.01') : new Big(1);
          const debit = alone.plus(edge).round(2).plus(new Big(cents).div(100)).toFixed(2);
          const expected = expectedFee({ ...input, groupTotal: total, debit: new Big(debit) });
          const compiled = compileFee(terms);
          const line = { terms, compiled, balance, groupTotal, debit, months, days };
          const found = matchesOf(line);
          expect(found && found.map(({ match }) => match)).toEqual(
            'readings' in expected ? expected.readings.map(({ match }) => match) : null,
          );
          // Without whole numbers, the same comes from the exact calculation.
          expect(matchesOf({ ...line, compiled: null })).toEqual(found);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['1', 100n],
    ['-1.5', -150n],
    ['123456789012345.67', 12345678901234567n],
    ['1.005', null],
    ['1e3', null],
    ['', null],
  ])('reads %j as cents', (text, cents) => expect(centsOf(text)).toBe(cents));
});

describe('the balance that a debit implies', () => {
  const implied = (terms: string, yearly: string) => impliedBalance(termsIn(terms), new Big(yearly));
  it.each([
    ['{"calculation_type":"R","flat_rate":0.8}', '800', '100000.00'],
    [`{"calculation_type":"T","tiers":${TIERS}}`, '3125', '250000.00'],
    [`{"calculation_type":"T","tiers":${TIERS}}`, '4025', '350000.00'],
    [`{"calculation_type":"T","tiers":${TIERS}}`, '16425', '2000000.00'],
    [`{"calculation_type":"D","tiers":${TIERS}}`, '13100', '2000000.00'],
  ])('of %s for %s is %s', (terms, yearly, balance) => expect(implied(terms, yearly)).toBe(balance));

  it('is not shown where none, or two, have the fee', () => {
    expect(implied('{"calculation_type":"A","flat_dollar_fee":5}', '5')).toBe(null);
    expect(implied('{"calculation_type":"R","flat_rate":0}', '5')).toBe(null);
    expect(implied('{"calculation_type":"R","flat_rate":1}', '0')).toBe(null);
    // $3,000 is 1.25% of $240,000 and 0.9% of $333,333.33.
    expect(implied(`{"calculation_type":"D","tiers":${TIERS}}`, '3000')).toBe(null);
  });
});
