import { describe, expect, it, vi } from 'vitest';
import { oneBusinessDayAfter } from '#engine/features/team/claims';
import { addCleanup } from '#test/support/cleanups';

describe('the end of a claim', () => {
  it.each([
    ['the next day', '2026-11-24T16:30', '2026-11-25T16:30'],
    ['the day after Thanksgiving', '2026-11-25T16:30', '2026-11-27T16:30'],
    ['the Monday after a weekend', '2026-11-27T16:30', '2026-11-30T16:30'],
    ['at the same hour after clocks changed', '2026-03-06T09:15', '2026-03-09T09:15'],
  ])('is %s', (_, at, end) => {
    vi.stubEnv('TZ', 'America/New_York'); // its clocks change on March 8, 2026
    addCleanup(() => void vi.unstubAllEnvs());
    expect(oneBusinessDayAfter(new Date(at))).toEqual(new Date(end));
  });
});
