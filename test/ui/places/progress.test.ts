import { describe, expect, it } from 'vitest';
import { overallFraction } from '../../../renderer/places/refresh/progress';
import { progressOf, runOf } from '../fakes';

const accounts = progressOf('accounts', { records: 2000, total: 2000 });
const waiting = progressOf('feeStructures', { state: 'waiting', records: 0, total: null });

describe('the progress of a whole refresh', () => {
  it('is not full while a list waits of which nothing is known', () => {
    expect(overallFraction(runOf({ resources: [accounts, waiting] }), [])).toBeLessThan(1);
    expect(overallFraction(runOf({ resources: [accounts] }), [])).toBe(1);
  });

  it('counts a waiting list by what the local copy holds of it', () => {
    const held = {
      resource: 'feeStructures' as const,
      count: 2000,
      asOf: null,
      uncertain: false,
      drifted: 0,
    };
    expect(overallFraction(runOf({ resources: [accounts, waiting] }), [held])).toBe(0.5);
  });

  it('is unknown while nothing is known', () => {
    expect(overallFraction(runOf({ resources: [waiting] }), [])).toBeNull();
  });
});
