import { describe, expect, it } from 'vitest';
import type { LineKind, Reconciliation } from '#contract/features/reconcile/reconciliation';
import { differenceExplanation } from '../../../../renderer/features/reconcile/explanations';

const result = (
  expected: string,
  found: string,
  kinds: Readonly<Partial<Record<LineKind, string>>>,
): Pick<Reconciliation, 'comparisons' | 'kinds'> => ({
  comparisons: [
    {
      what: 'period-debit',
      outcome: 'differs',
      expected,
      found,
      atMost: null,
      leftOut: 0,
      changed: null,
      why: null,
    },
  ],
  kinds: Object.entries(kinds).map(([kind, sum]) => ({ kind: kind as LineKind, lines: 1, sum })),
});

describe('difference from the record', () => {
  it('is explained by the lines that add up to it, to the cent', () => {
    const lines = { unmatched: '123.45', duplicate: '602.53', closed: '10.00' } as const;
    expect(differenceExplanation(result('1000.00', '1725.98', lines))).toBe(
      'Difference of $725.98: $123.45 not in our accounts + $602.53 billed twice',
    );
    expect(differenceExplanation(result('0.20', '0.50', { unmatched: '0.10', duplicate: '0.20' }))).toBe(
      'Difference of $0.30: $0.10 not in our accounts + $0.20 billed twice',
    );
  });

  it('is not explained by lines that do not add up to it, or if two explanations fit', () => {
    expect(
      differenceExplanation(result('1000.00', '1725.99', { unmatched: '123.45', duplicate: '602.53' })),
    ).toBeNull();
    expect(differenceExplanation(result('1.00', '6.00', { unmatched: '5.00', closed: '5.00' }))).toBeNull();
    expect(differenceExplanation(result('10.00', '4.00', { unmatched: '6.00' }))).toBeNull(); // less is billed, not more
  });

  it('is explained by lines removed since the previous period if less was billed', () => {
    expect(differenceExplanation(result('10.00', '4.00', { gone: '6.00', unmatched: '1.00' }))).toBe(
      'Difference of $6.00: $6.00 removed since prior period',
    );
  });
});
