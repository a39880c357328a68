import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  accountNumberIn,
  foldNumber,
  withoutLeadingZeros,
} from '../../../main/engine/tasks/reconcile/numbers';

it('spreadsheet guards are taken off; leading zeros stay', () => {
  expect(accountNumberIn('="00123"')).toBe('00123');
  expect(accountNumberIn(" '00123 ")).toBe('00123');
  expect(accountNumberIn('Z12-345678')).toBe('Z12-345678');
});

it('dashes, spaces and small letters make no difference, leading zeros do', () => {
  expect(foldNumber('z12-345 678')).toBe('Z12345678');
  expect(foldNumber('Z12–345678')).toBe('Z12345678');
  expect(foldNumber('0123')).not.toBe(foldNumber('123'));
  expect(withoutLeadingZeros('000')).toBe('0');
});

it('folding twice is folding once, and no dash or space ever matters', () => {
  const number = fc.array(fc.constantFrom('0', '1', '7', '9', 'A', 'Z', 'x', 'y'), {
    minLength: 1,
    maxLength: 16,
  });
  fc.assert(
    fc.property(
      number,
      fc.array(fc.nat({ max: 16 })),
      fc.constantFrom('-', ' ', '–'),
      (signs, places, gap) => {
        const spread = signs.map((sign, at) => (places.includes(at) ? `${gap}${sign}` : sign)).join('');
        expect(foldNumber(spread)).toBe(foldNumber(signs.join('')));
        expect(foldNumber(foldNumber(spread))).toBe(foldNumber(spread));
      },
    ),
  );
});
