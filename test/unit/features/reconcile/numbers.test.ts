import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  accountNumberIn,
  normalizeAccountNumber,
  withoutLeadingZeros,
} from '#engine/features/reconcile/numbers';

it('removes spreadsheet escapes and keeps leading zeros', () => {
  expect(accountNumberIn('="00123"')).toBe('00123');
  expect(accountNumberIn(" '00123 ")).toBe('00123');
  expect(accountNumberIn('Z12-345678')).toBe('Z12-345678');
});

it('ignores dashes, spaces and case, but not leading zeros', () => {
  expect(normalizeAccountNumber('z12-345 678')).toBe('Z12345678');
  expect(normalizeAccountNumber('Z12–345678')).toBe('Z12345678');
  expect(normalizeAccountNumber('0123')).not.toBe(normalizeAccountNumber('123'));
});

it('drops leading zeros, but keeps one digit', () => {
  expect(withoutLeadingZeros('00120')).toBe('120');
  expect(withoutLeadingZeros('000')).toBe('0');
});

it('normalizes idempotently, and ignores every dash and space', () => {
  const number = fc.array(fc.constantFrom('0', '1', '7', '9', 'A', 'Z', 'x', 'y'), {
    minLength: 1,
    maxLength: 16,
  });
  fc.assert(
    fc.property(
      number,
      fc.array(fc.nat({ max: 16 })),
      fc.constantFrom('-', ' ', '–'),
      (characters, positions, gap) => {
        const spread = characters
          .map((character, index) => (positions.includes(index) ? `${gap}${character}` : character))
          .join('');
        expect(normalizeAccountNumber(spread)).toBe(normalizeAccountNumber(characters.join('')));
        expect(normalizeAccountNumber(normalizeAccountNumber(spread))).toBe(normalizeAccountNumber(spread));
      },
    ),
  );
});
