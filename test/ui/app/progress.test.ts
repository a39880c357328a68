import { describe, expect, it } from 'vitest';
import {
  foundText,
  overallFraction,
  shortTime,
  timeLeftText,
} from '../../../renderer/records/refresh/progress';
import { sampleProgress, runOf } from '../fakes';

const accounts = sampleProgress('accounts', { records: 2000, total: 2000 });
const waiting = sampleProgress('feeStructures', { state: 'waiting', records: 0, total: null });

describe('overall refresh progress', () => {
  it('stays below full while a waiting list has an unknown size', () => {
    expect(overallFraction(runOf({ resources: [accounts, waiting] }), [])).toBeLessThan(1);
    expect(overallFraction(runOf({ resources: [accounts] }), [])).toBe(1);
  });

  it('estimates a waiting list by its cached size', () => {
    const cached = {
      resource: 'feeStructures' as const,
      count: 2000,
      asOf: null,
      uncertain: false,
      drifted: 0,
    };
    expect(overallFraction(runOf({ resources: [accounts, waiting] }), [cached])).toBe(0.5);
  });

  it('is unknown while nothing is known', () => {
    expect(overallFraction(runOf({ resources: [waiting] }), [])).toBeNull();
  });
});

it('says nothing about the changes of an interrupted refresh without a report', () => {
  expect(foundText(runOf({ state: 'interrupted', resources: [] }))).toBeNull();
  expect(foundText(runOf({ state: 'interrupted', resources: [accounts] }))).toBe('No changes');
});

describe('remaining time', () => {
  it('is written in words for the refresh, and abbreviated for a list', () => {
    expect([54, 60, 61, 80, 121].map((seconds) => [timeLeftText(seconds), shortTime(seconds)])).toEqual([
      ['about 55 seconds left', '54 s'],
      ['about a minute left', '1 min'],
      ['about 2 minutes left', '2 min'],
      ['about 2 minutes left', '2 min'],
      ['about 3 minutes left', '3 min'],
    ]);
    expect([timeLeftText(90 * 60 + 1), shortTime(90 * 60 + 1)]).toEqual(['about 2 hours left', '2 h']);
  });
});
