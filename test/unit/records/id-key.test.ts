import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idInCell } from '#engine/records/id-key';

describe('the comparison form of an ID', () => {
  it('is a number if that keeps every digit, otherwise its text', () => {
    expect(['7', 7, '0', '-7', '007', '00', '1e3', '7.0', ' 7', '', null, undefined].map(idInCell)).toEqual([
      7,
      7,
      0,
      -7,
      '007',
      '00',
      '1e3',
      '7.0',
      ' 7',
      null,
      null,
      null,
    ]);
    expect(idInCell('9007199254740991')).toBe(9_007_199_254_740_991);
    expect(idInCell('9007199254740993')).toBe('9007199254740993');
  });

  it('differs for any two different texts', () => {
    const text = fc.oneof(fc.stringMatching(/^-?\d{1,18}$/), fc.string());
    fc.assert(fc.property(text, text, (a, b) => (a === b) === (idInCell(a) === idInCell(b))));
    fc.assert(fc.property(text, (value) => String(idInCell(value) ?? '') === value));
  });
});
