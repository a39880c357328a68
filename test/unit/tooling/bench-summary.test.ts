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

  test('reports a missing value as not measured, neither met nor missed', () => {
    const [, line, , counts] = summary([key(null as never), key(30)]).split('\n');
    expect(line).toMatch(/not measured$/);
    expect(counts).toBe('0 met, 0 missed');
  });

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

  test('counts a failed measurement as missed', () => {
    expect(summary([key(Number.NaN)])).toMatch(/missed$/m);
  });
});
