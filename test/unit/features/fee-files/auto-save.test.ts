import { expect, it, vi } from 'vitest';
import { autoSaveNewFiles } from '#engine/features/fee-files/router';
import { Observable } from '#common/observable';
import type { Live, Run } from '#contract/calls/live';

const run = (state: Run['state']) => ({ run: { state } as Run }) as Live;

it('saves new files after a completed refresh if the user enabled it', async () => {
  const live = new Observable(run('done'));
  const stop = new AbortController();
  const feeFiles = { isAutoSaveOn: true, folder: '/fees' as string | null, saved: () => [{ fileId: '39' }] };
  const save = vi.fn();
  const reader = { keys: () => ({ keys: ['40', '39'] }) };
  autoSaveNewFiles({ live, closed: stop.signal, reader, workspace: { feeFiles } } as never, { save });
  const setState = async (state: Run['state']) => {
    live.set(run(state));
    await new Promise((done) => setImmediate(done));
  };
  await setState('running');
  await setState('failed');
  expect(save).not.toHaveBeenCalled(); // the refresh was not complete
  await setState('running');
  await setState('done');
  expect(save).toHaveBeenCalledExactlyOnceWith(['40'], null); // null: to the last folder
  feeFiles.isAutoSaveOn = false;
  await setState('running');
  await setState('done');
  expect(save).toHaveBeenCalledTimes(1);
  stop.abort();
});
