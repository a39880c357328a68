import Big from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { centsOf, sameDecimal, sumOf, totalInCents } from '#contract/money';

const amount = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat(2))
    .map(([whole, decimals]) => new Big(String(whole)).div(10 ** decimals).toFixed()),
  fc.tuple(fc.integer(), fc.nat(8)).map(([whole, decimals]) => new Big(whole).div(10 ** decimals).toFixed()),
  fc.constantFrom('0', '-0', '0.00', '.5', '5.', '007.10', '1e3', '99999999999999.99', '-99999999999999.99'),
);

it('adds any amounts exactly, with at least two decimals', () => {
  fc.assert(
    fc.property(fc.array(fc.option(amount)), (amounts) => {
      const exact = amounts.reduce((sum, value) => (value === null ? sum : sum.plus(value)), new Big(0));
      expect(new Big(sumOf(amounts)).eq(exact)).toBe(true);
      expect(sumOf(amounts)).toMatch(/^-?\d+\.\d{2,}$/);
    }),
    { numRuns: 2_000 },
  );
  expect(sumOf(['0.10', '0.20', null, '1234.5'])).toBe('1234.80');
  expect(sumOf([])).toBe('0.00');
});

it.each(['', '-', '1.2.3', '12a', ' 1'])('rejects %j, which is not a number', (text) => {
  expect(() => sumOf([text])).toThrow('Invalid number');
  expect(() => sumOf(['1', text])).toThrow('Invalid number');
});

it.each([
  ['1', 100],
  ['-1.5', -150],
  ['1234567890123.4', 123456789012340],
  ['123456789012345.67', null],
  ['1.005', null],
  ['1e3', null],
  ['5.', null],
  ['', null],
])('reads %j as %j cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

it('compares decimals by number, not by text', () => {
  expect(sameDecimal('1.50', '1.5')).toBe(true);
  expect(sameDecimal('-0', '0.00')).toBe(true);
  expect(sameDecimal('0.1', '0.10000000000000000001')).toBe(false);
});

it.each([
  ['98765.43000000001', '98765.43'],
  ['98765.42999999999', '98765.43'],
  ['-0.30000000000000004', '-0.30'],
  ['1e3', '1e3'],
  ['98765.4', '98765.4'],
])('reads the total %j as %j', (total, cents) => {
  expect(totalInCents(total)).toBe(cents);
});
