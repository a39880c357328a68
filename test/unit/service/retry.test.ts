import { describe, expect, it } from 'vitest';
import { retryDelay } from '#engine/service/retry';

describe('retryDelay', () => {
  it('doubles up to half a minute, with jitter', () => {
    expect([0, 1, 2, 10].map((retries) => retryDelay(retries, null, 0.5))).toEqual([500, 1000, 2000, 30_000]);
    expect(retryDelay(0, null, 0)).toBe(375);
    expect(retryDelay(0, null, 1)).toBe(625);
  });

  it("obeys Retry-After, and calculates a date relative to the response's Date", () => {
    const delayAfter = (retryAfter: string, date = 'Fri, 02 Jan 2026 03:04:05 GMT') =>
      retryDelay(1, new Headers({ 'retry-after': retryAfter, date }), 0.5);
    expect(delayAfter('3')).toBe(3000);
    expect(delayAfter('0')).toBe(0);
    expect(delayAfter('9999')).toBe(9_999_000);
    expect(delayAfter('Fri, 02 Jan 2026 03:04:09 GMT')).toBe(4_000);
    expect(delayAfter('Fri, 02 Jan 2026 03:04:01 GMT')).toBe(0);
    expect(delayAfter('Fri, 02 Jan 2026 03:04:09 GMT', 'soon')).toBe(1000);
    expect(delayAfter('soon')).toBe(1000);
  });
});
