import { expect, it, onTestFinished, vi } from 'vitest';
import { waiverTextOf } from '../../../../renderer/features/review/waiver-texts.svelte';

it('a waiver lasts 90 days from the day on which it is written, unless another day was chosen', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 1, 12) });
  onTestFinished(() => void vi.useRealTimers());
  const text = waiverTextOf('conn-0002');
  expect(text.until).toBe('2027-01-30');
  vi.setSystemTime(new Date(2026, 10, 4, 12));
  expect(text.until).toBe('2027-02-02');
  text.until = '2026-12-31';
  vi.setSystemTime(new Date(2026, 10, 5, 12));
  expect(waiverTextOf('conn-0002').until).toBe('2026-12-31');
});
