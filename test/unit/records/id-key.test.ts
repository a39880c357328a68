import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf } from '#engine/records/id-key';

describe('the comparison form of an ID', () => {
  it('is a number if that keeps every digit, otherwise its text', () => {
    expect(['7', 7, '0', '-7', '007', '00', '1e3', '7.0', ' 7', '', null, undefined].map(idOf)).toEqual([
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
    expect(idOf('9007199254740991')).toBe(9_007_199_254_740_991);
    expect(idOf('9007199254740993')).toBe('9007199254740993');
  });

  it('differs for any two different texts', () => {
    const text = fc.oneof(fc.stringMatching(/^-?\d{1,18}$/), fc.string());
    fc.assert(fc.property(text, text, (one, other) => (one === other) === (idOf(one) === idOf(other))));
    fc.assert(fc.property(text, (one) => String(idOf(one) ?? '') === one));
  });
});
