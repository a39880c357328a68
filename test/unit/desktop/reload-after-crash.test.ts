import { expect, test, vi } from 'vitest';
import { reloadAfterCrash } from '#main/app/reload-after-crash';

test('reloads a crashed page up to three times per minute', async () => {
  let nowMs = 0;
  const window = { reload: vi.fn(), isDestroyed: () => false };
  const onPageEnded = reloadAfterCrash(window, () => nowMs);
  expect([onPageEnded(), onPageEnded(), onPageEnded(), onPageEnded()]).toEqual([
    'reloaded',
    'reloaded',
    'reloaded',
    'given up',
  ]);
  await new Promise(setImmediate);
  expect(window.reload).toHaveBeenCalledTimes(3);
  nowMs += 60_000;
  expect(onPageEnded()).toBe('reloaded');
});
