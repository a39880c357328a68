import { describe, expect, test } from 'vitest';
import { summary } from '../../../scripts/lib/bench-summary.mjs';

const key = (value: number) => ({ measure: 'key to painted results', value, unit: 'ms', target: 40 });
const refresh = (value: number, baseline: number) => ({
  measure: 'first refresh',
  value,
  unit: 'ms',
  baseline,
  times: 1.4,
});

describe('benchmark summary', () => {
  test('judges the median of the runs, and shows their spread', () => {
    const [head, line, , counts] = summary([key(30), key(90), key(39)]).split('\n');
    expect(head).toMatch(/^measure +median of 3 +spread +target$/);
    expect(line).toMatch(/^key to painted results +39 ms +30 ms to 90 ms +≤ 40 ms +met$/);
    expect(counts).toBe('1 met, 0 missed');
  });

  test.each([null as never, Number.NaN])(
    'reports the value %s as not measured, neither met nor missed',
    (value) => {
      const [, line, , counts] = summary([key(value), key(30), key(50)]).split('\n');
      expect(line).toMatch(/ 50 ms +30 ms to 50 ms +≤ 40 ms +not measured$/); // the spread of the values that exist
      expect(counts).toBe('0 met, 0 missed');
      expect(summary([key(value)])).toMatch(/^key to painted results +not measured +≤ 40 ms +not measured$/m);
    },
  );

  test.each([null as never, Number.NaN])(
    'reports a value with the baseline %s as not measured',
    (baseline) => {
      expect(summary([refresh(90, baseline)])).toMatch(
        /^first refresh +90 ms +baseline not measured +≤ 1\.4 × +not measured$/m,
      );
      expect(summary([refresh(null as never, 60)])).not.toContain('0.00 ×');
    },
  );

  test('judges by the baseline of the same run, not by the median of all baselines', () => {
    // 1.5, 1.3 and 1.5 times: missed, although the ratio of the medians is 1.3.
    const line = summary([refresh(90, 60), refresh(130, 100), refresh(300, 200)]).split('\n')[1];
    expect(line).toMatch(
      /^first refresh +130 ms +baseline 100 ms +1\.50 × +1\.30 × to 1\.50 × +≤ 1\.4 × +missed$/,
    );
  });

  test('omits a missing target, and the spread of a single run', () => {
    const text = summary([{ measure: 'rules', value: 27, unit: '' }]);
    expect(text).toBe('measure  measured\nrules    27\n\n0 met, 0 missed');
  });
});
