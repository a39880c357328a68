import { describe, expect, it, vi } from 'vitest';
import { quitQuestion, quitHandler } from '../../../main/app/quitting';

const NOTHING = { downloads: 0, jobs: 0, exports: 0, lookUps: 0 };

function app(pendingWork: () => Promise<typeof NOTHING>, answer = true) {
  const parts = {
    pendingWork,
    confirm: vi.fn(() => Promise.resolve(answer)),
    stop: vi.fn(() => Promise.resolve()),
    quit: vi.fn(),
  };
  return { ...parts, handler: quitHandler(parts) };
}

describe('quitting', () => {
  it('does not ask without pending work, and quits when everything has ended', async () => {
    const { handler, confirm, stop, quit } = app(() => Promise.resolve(NOTHING));
    expect(handler.canQuit()).toBe(false);
    expect(handler.canQuit()).toBe(false); // a second request while the first is handled
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
    expect(stop.mock.calls).toEqual([[false]]);
    expect(confirm).not.toHaveBeenCalled();
    expect(handler.canQuit()).toBe(true);
  });

  it('asks during a download, and continues it if the user wants that', async () => {
    const { handler, confirm, stop, quit } = app(() => Promise.resolve({ ...NOTHING, downloads: 1 }), false);
    handler.canQuit();
    await vi.waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    await Promise.resolve();
    expect(stop).not.toHaveBeenCalled();
    handler.canQuit(); // a second attempt to quit asks again
    await vi.waitFor(() => expect(confirm).toHaveBeenCalledTimes(2));
    expect(quit).not.toHaveBeenCalled();
  });

  it('finishes pending work if the user quits anyway', async () => {
    const { handler, stop, quit } = app(() => Promise.resolve({ ...NOTHING, jobs: 1 }));
    handler.canQuit();
    await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
    expect(stop.mock.calls).toEqual([[true]]);
  });

  it('neither waits for a dead or silent engine nor asks during a system shutdown', async () => {
    const failing = app(() => Promise.reject(new Error('gone')));
    failing.handler.canQuit();
    const lost = app(() => {
      throw new Error('there is no engine to ask');
    });
    lost.handler.canQuit();
    const silent = app(() => new Promise(() => undefined));
    silent.handler.canQuit();
    const down = app(() => Promise.resolve({ ...NOTHING, exports: 2 }));
    down.handler.canQuit(true);
    for (const { quit, confirm } of [failing, lost, silent, down]) {
      await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce(), { timeout: 3_000 });
      expect(confirm).not.toHaveBeenCalled();
    }
  });
});

it('names the pending work and its outcome in the question', () => {
  expect(quitQuestion(NOTHING)).toBeUndefined();
  expect(quitQuestion({ ...NOTHING, downloads: 2, jobs: 1 })?.detail).toBe(
    '2 files are being saved.\n1 set of changes is being sent.\n\nUnfinished files are removed.\nChanges already sent stay in the service; the rest are not sent, and you can resume them later.',
  );
});
