import { expect, it } from 'vitest';
import { advisorCodeTerm, custodianName, isCustodian } from '#contract/fields';

it('does not take names of JavaScript object members for custodian codes', () => {
  expect(custodianName('SWB')).toBe('Charles Schwab');
  for (const code of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    expect(isCustodian(code)).toBe(false);
    expect(custodianName(code)).toBe(custodianName('zz9').replace('zz9', code));
    expect(advisorCodeTerm(code)).toBe('advisor code');
  }
  expect(custodianName('')).toBe('');
  expect(isCustodian(null)).toBe(false);
});
