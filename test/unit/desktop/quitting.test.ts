import { describe, expect, it, vi } from 'vitest';
import { PendingSave, quitQuestion, QuitHandler } from '#main/app/quitting';

const NOTHING = { downloads: 0, jobs: 0, exports: 0, lookups: 0, backups: 0, isRefreshing: false };

function app(pendingWork: () => Promise<typeof NOTHING>, response = true, overrides = {}) {
  const deps = {
    pendingWork,
    isEditing: () => false,
    saved: () => Promise.resolve(),
    confirm: vi.fn(() => Promise.resolve(response)),
    stop: vi.fn(() => Promise.resolve(true)),
    installUpdate: vi.fn(),
    quit: vi.fn(),
    ...overrides,
  };
  return { ...deps, handler: new QuitHandler(deps) };
}

describe('quitting', () => {
  it('does not ask without pending work, and quits when everything has ended', async () => {
    const { handler, confirm, stop, quit } = app(() => Promise.resolve(NOTHING));
    expect(handler.requestQuit()).toBe(false);
    expect(handler.requestQuit()).toBe(false); // a second request while the first is handled
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
    expect(stop.mock.calls).toEqual([[false]]);
    expect(confirm).not.toHaveBeenCalled();
    expect(handler.requestQuit()).toBe(true);
  });

  it('waits for the window to save its last changes before the engine ends', async () => {
    const pendingSave = new PendingSave();
    pendingSave.set(true);
    const saved = vi.fn(() => pendingSave.ended());
    const { handler, stop, quit } = app(() => Promise.resolve(NOTHING), true, { saved });
    handler.requestQuit();
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    await new Promise(setImmediate);
    expect(stop).not.toHaveBeenCalled();
    pendingSave.set(false);
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
  });

  it('quits without the last changes if the window does not save them', async () => {
    vi.useFakeTimers();
    try {
      const { handler, stop, quit } = app(() => Promise.resolve(NOTHING), true, {
        saved: () => new Promise(() => undefined),
      });
      handler.requestQuit();
      await vi.advanceTimersByTimeAsync(1_900);
      expect(stop).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(200);
      expect(quit).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks during a download, and continues it if the user wants that', async () => {
    const { handler, confirm, stop, quit } = app(() => Promise.resolve({ ...NOTHING, downloads: 1 }), false);
    handler.requestQuit();
    await vi.waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    await Promise.resolve();
    expect(stop).not.toHaveBeenCalled();
    handler.requestQuit(); // a second attempt to quit asks again
    await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(2));
    expect(quit).not.toHaveBeenCalled();
  });

  it('gives active work longer to end if the user quits anyway', async () => {
    const { handler, stop, quit } = app(() => Promise.resolve({ ...NOTHING, jobs: 1 }));
    handler.requestQuit();
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
    expect(stop.mock.calls).toEqual([[true]]);
  });

  it('neither waits for a dead or silent engine nor asks during a system shutdown', async () => {
    const failing = app(() => Promise.reject(new Error('gone')));
    failing.handler.requestQuit();
    const lost = app(() => {
      throw new Error('there is no engine to ask');
    });
    lost.handler.requestQuit();
    const silent = app(() => new Promise(() => undefined));
    silent.handler.requestQuit();
    const down = app(() => Promise.resolve({ ...NOTHING, exports: 2 }));
    down.handler.requestQuit(true);
    for (const { quit, confirm, installUpdate } of [failing, lost, silent, down]) {
      await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce(), { timeout: 3_000 });
      expect(confirm).not.toHaveBeenCalled();
      expect(installUpdate).not.toHaveBeenCalled();
    }
  });

  it('quits without the answer to its question once the computer shuts down', async () => {
    const confirm = vi.fn(
      (_question: unknown, shutdown: AbortSignal) =>
        new Promise<boolean>((resolve) => shutdown.addEventListener('abort', () => resolve(true))),
    );
    const { handler, stop, quit } = app(() => Promise.resolve({ ...NOTHING, jobs: 1 }), true, { confirm });
    handler.requestQuit();
    await vi.waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    expect(handler.requestQuit(true)).toBe(false);
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
    expect(stop.mock.calls).toEqual([[true]]);
  });

  it('installs an update after everything has ended, and before it quits', async () => {
    const { handler, stop, installUpdate, quit } = app(() => Promise.resolve(NOTHING));
    handler.requestQuit();
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
    const order = [stop, installUpdate, quit].map((step) => step.mock.invocationCallOrder[0] ?? 0);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(installUpdate).toHaveBeenCalledOnce();
  });

  it.each([
    ['a job', { jobs: 1 }, {}, false],
    ['a download', { downloads: 1 }, {}, false],
    ['an export', { exports: 1 }, {}, false],
    ['a tax ID lookup', { lookups: 1 }, {}, false],
    ['a backup', { backups: 1 }, {}, false],
    ['a refresh', { isRefreshing: true }, {}, false],
    ['unsaved input', {}, { isEditing: () => true }, false],
    ['a shutdown of the computer', {}, {}, true],
    ['an engine that did not close its files', {}, { stop: vi.fn(() => Promise.resolve(false)) }, false],
    ['a failing stop', {}, { stop: vi.fn(() => Promise.reject(new Error('lost'))) }, false],
  ])('installs no update in this case: %s', async (_case, work, overrides, isShutdown) => {
    const { handler, installUpdate, quit } = app(
      () => Promise.resolve({ ...NOTHING, ...work }),
      true,
      overrides,
    );
    handler.requestQuit(isShutdown);
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
    expect(installUpdate).not.toHaveBeenCalled();
  });
});

it('names the pending work and its outcome in the question', () => {
  expect(quitQuestion(NOTHING)).toBeUndefined();
  expect(quitQuestion({ ...NOTHING, downloads: 2, jobs: 1 })?.detail).toBe(
    '2 files are being saved.\n1 set of changes is being sent.\n\nUnfinished files are removed.\nChanges already sent stay in the service; the rest are not sent, and you can resume them later.',
  );
  expect(quitQuestion({ ...NOTHING, backups: 1 })?.detail).toBe(
    '1 backup or restore is running.\n\nAn unfinished backup or restore has no effect.',
  );
});
