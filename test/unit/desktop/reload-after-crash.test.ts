import { expect, test, vi } from 'vitest';
import { reloadAfterCrash } from '../../../main/app/reload-after-crash';

test('reloads a window whose page dies, a limited number of times', async () => {
  let time = 0;
  const window = { reload: vi.fn(), isDestroyed: () => false };
  const ended = reloadAfterCrash(window, () => time);
  expect([ended(), ended(), ended(), ended()]).toEqual(['reloaded', 'reloaded', 'reloaded', 'given up']);
  await new Promise(setImmediate);
  expect(window.reload).toHaveBeenCalledTimes(3);
  time += 60_000;
  expect(ended()).toBe('reloaded');
});
