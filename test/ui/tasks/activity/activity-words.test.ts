import { describe, expect, it } from 'vitest';
import { breakWords, factLine, outcomeWords } from '../../../../renderer/tasks/activity/activity-words';

const lastGood = new Date(2026, 10, 20, 10, 1).toISOString();

describe('a break of the log', () => {
  it('is told with its place and what is still sure', () => {
    expect(breakWords({ line: 12, how: 'changed', lastGood })).toEqual({
      what: 'Line 12 is not as it was written, or something was put in just before it.',
      sure: 'The 11 lines before it, up to 20 Nov 2026, 10:01, are sound.',
    });
    expect(breakWords({ line: 2, how: 'missing', lastGood }).sure).toContain('The 1 line before it');
    expect(breakWords({ line: 1_200, how: 'cut', lastGood }).what).toContain('line 1,200 and whatever');
  });
  it('of the first line leaves nothing sure', () => {
    expect(breakWords({ line: 1, how: 'cut', lastGood: null }).sure).toContain('No line before it');
  });
});

describe('an outcome', () => {
  it('that was never written down is not known, unless it still goes on', () => {
    expect(outcomeWords({ outcome: null, going: false }).word).toBe('Not known');
    expect(outcomeWords({ outcome: null, going: true }).word).toBe('Going on');
    expect(outcomeWords({ outcome: 'canceled', going: false }).word).toBe('Stopped');
  });
});

it('a custodian is told by its name, whether its code or its name was written down', () => {
  expect(factLine({ custodian: 'PER' })).toBe('Custodian: Pershing');
  expect(factLine({ custodian: 'Pershing' })).toBe('Custodian: Pershing');
});

it('facts fit on a line, without those that say nothing', () => {
  expect(
    factLine({ reason: 'Tax form', unknown: 0, failed: 1200, masked: true, file: null, many: false }),
  ).toBe('Reason: Tax form · Failed: 1,200 · Masked: yes');
});
