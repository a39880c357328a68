import { describe, expect, it } from 'vitest';
import { setupValueLines, setupValueText } from '#contract/features/period/messages';
import { changedTerms, joinTerms } from '#contract/features/period/setup-terms';

const TIERS =
  '[{"min_balance": 0, "max_balance": 250000, "rate": 1.2}, {"min_balance": 250000, "max_balance": null, "rate": 0.9}]';
/** Terms in the order of TERMS_FIELDS, as JSON texts. */
const terms = ({ rate = '1.00', tiers = 'null', frequency = '"Q"', cycle = 'null' } = {}) =>
  joinTerms(['"R"', rate, 'null', tiers, frequency, '"R"', '"E"', cycle, 'null', undefined]);
const sides = (before: string, after: string) => [
  changedTerms(before, after).join('; '),
  changedTerms(after, before).join('; '),
];

describe('changed terms of a fee structure', () => {
  it('show each field that differs, and no other', () => {
    expect(sides(terms(), terms({ frequency: '"M"' }))).toEqual([
      'Frequency: Quarterly',
      'Frequency: Monthly',
    ]);
    expect(sides(terms(), terms({ rate: '0.95', cycle: '2' }))).toEqual([
      'Rate: 1.00%; Quarter cycle: —',
      'Rate: 0.95%; Quarter cycle: 2',
    ]);
  });

  it('show each tier', () => {
    expect(sides(terms(), terms({ tiers: TIERS }))).toEqual([
      'Tiers: —',
      'Tiers: $0.00 to $250,000.00 at 1.20%, $250,000.00 and above at 0.90%',
    ]);
  });

  it('show an empty list of tiers as blank, unless the other side looks alike', () => {
    expect(sides(terms({ tiers: '[]' }), terms({ tiers: TIERS }))).toEqual([
      'Tiers: —',
      'Tiers: $0.00 to $250,000.00 at 1.20%, $250,000.00 and above at 0.90%',
    ]);
    expect(sides(terms({ tiers: '[]' }), terms())).toEqual(['Tiers: []', 'Tiers: null']);
  });

  it('show values as received if they look alike', () => {
    expect(sides(terms({ rate: '1.0' }), terms({ rate: '1.00' }))).toEqual(['Rate: 1.0', 'Rate: 1.00']);
  });

  it('keep each digit of a number', () => {
    const rate = '0.12345678901234567890123';
    expect(changedTerms(terms({ rate }), terms())).toEqual([`Rate: ${rate}%`]);
  });

  it('are not split at spaces inside a value', () => {
    const odd = terms({ tiers: '"a \\" b ] c"', frequency: '"every other week"' });
    expect(sides(terms(), odd)).toEqual([
      'Tiers: —; Frequency: Quarterly',
      'Tiers: "a \\" b ] c"; Frequency: Unknown (every other week)',
    ]);
  });

  it('are all shown if the other side is not known', () => {
    const change = { field: 'terms', before: null, after: terms() } as const;
    expect(setupValueText(change, 'before', String)).toBe('—');
    expect(setupValueText(change, 'after', String)).toContain('Calculation: Flat rate; Rate: 1.00%');
    expect(setupValueLines(change, 'before', String)).toEqual(['—']);
    expect(setupValueLines(change, 'after', String)).toContain('Calculation: Flat rate');
  });
});
