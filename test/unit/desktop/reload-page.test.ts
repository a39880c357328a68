import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadPage } from '#main/app/reload-page';

const pageOf = () =>
  Object.assign(new EventEmitter(), {
    reload: vi.fn(),
    isDestroyed: () => false,
    forcefullyCrashRenderer: vi.fn(),
  });
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('finishes when the old page has closed', async () => {
  const page = pageOf();
  let isDone = false;
  const reloading = reloadPage(page as never).then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isDone).toBe(false);
  page.emit('did-navigate');
  await reloading;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(page.reload).toHaveBeenCalledOnce();
  expect(page.forcefullyCrashRenderer).not.toHaveBeenCalled();
});

it('kills the process of a page that hangs', async () => {
  const page = pageOf();
  const reloading = reloadPage(page as never);
  await vi.advanceTimersByTimeAsync(5_000);
  await reloading;
  expect(page.forcefullyCrashRenderer).toHaveBeenCalledOnce();
});
