import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectNotation, parseAmount } from '#engine/features/reconcile/amounts';

describe('an amount with a decimal point', () => {
  it.each([
    ['1234.50', '1234.50'],
    ['$1,234.50', '1234.50'],
    ['(12.30)', '-12.30'],
    ['$(12.30)', '-12.30'],
    ['($12.30)', '-12.30'],
    ['-5', '-5'],
    ['−5.00', '-5.00'],
    ['-$5.00', '-5.00'],
    ['$-5.00', '-5.00'],
    ['5.00-', '-5.00'],
    ['5.00 CR', '-5.00'],
    ['5.00 DR', '5.00'],
    ['+7.1', '7.1'],
    ['USD 1 234 567.89', '1234567.89'],
    ["1'234.50 CHF", '1234.50'],
    ['.5', '0.5'],
    ['000012.30', '12.30'],
    ['0.00', '0.00'],
    ['-0.00', '0.00'],
    ['12,345,678', '12345678'],
    [' 9.99 ', '9.99'],
  ])('reads %s as %s', (text, exact) => {
    expect(parseAmount(text, 'point')).toBe(exact);
  });

  it.each([
    '',
    '-',
    'n/a',
    '12,50',
    '1,23,456.00',
    '1.234,50',
    '1.2.3',
    '(12.30',
    '12.30)',
    '(-12.30)',
    '--5',
    '12 30 1',
    '1,234 567.00',
    '5 apples',
    '09/30/2026',
    '1e5',
    ',',
    '.',
  ])('rejects %j', (text) => {
    expect(parseAmount(text, 'point')).toBeNull();
  });
});

describe('an amount with a decimal comma', () => {
  it.each([
    ['1.234,50', '1234.50'],
    ['€ 1.234.567,8', '1234567.8'],
    ['1 234,50 €', '1234.50'],
    ['(12,30)', '-12.30'],
    ['12,5', '12.5'],
    ['1.234', '1234'],
  ])('reads %s as %s', (text, exact) => {
    expect(parseAmount(text, 'comma')).toBe(exact);
  });

  it('does not read a decimal point as a thousands separator', () => {
    expect(parseAmount('12.50', 'comma')).toBeNull();
  });
});

describe('an amount in whole cents', () => {
  it.each([
    ['0000123450', '1234.50'],
    ['7', '0.07'],
    ['0', '0.00'],
    ['-150', '-1.50'],
    ['150-', '-1.50'],
  ])('reads %s as %s', (text, exact) => {
    expect(parseAmount(text, 'cents')).toBe(exact);
  });

  it('has no decimals', () => {
    expect(parseAmount('12.50', 'cents')).toBeNull();
  });
});

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const plain = (value: bigint): string => {
  const digits = String(value < 0n ? -value : value).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const spellings: readonly ((whole: string, fraction: string, negative: boolean) => string)[] = [
  (whole, fraction, negative) => `${negative ? '-' : ''}${whole}.${fraction}`,
  (whole, fraction, negative) => `${negative ? '-' : ''}$${grouped(whole, ',')}.${fraction}`,
  (whole, fraction, negative) => (negative ? `(${whole}.${fraction})` : `${whole}.${fraction}`),
  (whole, fraction, negative) => `${grouped(whole, ' ')}.${fraction}${negative ? '-' : ''}`,
  (whole, fraction, negative) => `USD ${grouped(whole, '’')}.${fraction}${negative ? ' CR' : ''}`,
];
const grouped = (whole: string, by: string): string => whole.replace(/\B(?=(\d{3})+$)/g, by);

/** Text of the characters of amounts: texts of any characters would almost never be amounts. */
const amountLike = fc.string({ unit: fc.constantFrom(..."0123456789.,'-+()$ CRD".split('')) });

describe('any amount', () => {
  it('is read exactly in every spelling with a decimal point', () => {
    fc.assert(
      fc.property(cents, fc.nat({ max: spellings.length - 1 }), (value, index) => {
        const [whole = '', fraction = ''] = plain(value).split('.');
        const text = spellings[index]?.(whole, fraction, value < 0n) ?? '';
        const amount = parseAmount(text, 'point');
        expect(amount).not.toBeNull();
        expect(BigInt(new Big(amount ?? 0).times(100).toFixed(0))).toBe(value);
      }),
    );
  });

  it('is read the same with a decimal comma as with a decimal point', () => {
    fc.assert(
      fc.property(cents, (value) => {
        const point = `${value < 0n ? '-' : ''}${grouped(plain(value).split('.')[0] ?? '', ',')}.${plain(value).slice(-2)}`;
        const comma = point.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
        expect(parseAmount(comma, 'comma')).toBe(parseAmount(point, 'point'));
      }),
    );
  });

  it('is always read as a decimal number, if at all', () => {
    fc.assert(
      fc.property(amountLike, fc.constantFrom('point', 'comma', 'cents'), (text, notation) => {
        expect(parseAmount(text, notation) ?? '0').toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the notation of a column', () => {
  it('is detected from amounts with both separators or with cents', () => {
    expect(detectNotation(['12', '1,234', '1,234.50', '17.25'])).toMatchObject({
      notation: 'point',
      shown: 2,
    });
    expect(detectNotation(['12', '1.234', '1.234,50', '17,25'])).toMatchObject({
      notation: 'comma',
      shown: 2,
    });
  });

  it('is detected from a repeated separator, which separates thousands', () => {
    expect(detectNotation(['1,234,567']).notation).toBe('point');
    expect(detectNotation(['1.234.567']).notation).toBe('comma');
  });

  it('is not detected from ambiguous amounts', () => {
    expect(detectNotation(['1,234', '999', '12'])).toMatchObject({ notation: 'point', shown: 0 });
    expect(detectNotation(['1.234'])).toMatchObject({ notation: 'point', shown: 0 });
  });

  it('reports contradictory examples', () => {
    expect(detectNotation(['1,50', '2,50', '3.50'])).toMatchObject({
      notation: 'comma',
      shown: 2,
      against: 1,
    });
  });

  it('reports that all amounts are whole numbers, so that they may be cents', () => {
    expect(detectNotation(['0000012350', '0000000100']).areWholeNumbers).toBe(true);
    expect(detectNotation(['12.50']).areWholeNumbers).toBe(false);
    expect(detectNotation(['12', '1,234']).areWholeNumbers).toBe(false);
  });
});
