import { createRouterClient } from '@orpc/server';
import { expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { OpenConnections } from '#engine/connection/open-connections';
import { controlRouter } from '#engine/control-router';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { connectionOf } from '#test/support/connection';

const connection = connectionOf();
const location = { id: connection.id, name: connection.name, folder: '/data', databaseKey: '5a'.repeat(32) };

it.each(['backUp', 'prepareRestore', 'prepareQuarantined', 'rescue'] as const)(
  'counts a running %s as pending work, also without an open connection',
  async (task) => {
    let end: (failure: Error) => void = () => undefined;
    const run = () => new Promise<never>((_resolve, reject) => (end = reject));
    const connections = new OpenConnections({
      savedWork: ALL_SAVED_WORK,
      fetch: globalThis.fetch,
      writerEntry: '',
    });
    const worker = { [task]: run } as never;
    const control = createRouterClient(controlRouter(connections, globalThis.fetch, worker), { context: {} });
    const passphrase = 'correct horse battery';
    const calls = {
      backUp: () => control.backUp({ location, connection, passphrase, to: '/backup', isDaily: false }),
      prepareRestore: () => control.prepareRestore({ ...location, file: '/backup', passphrase }),
      prepareQuarantined: () =>
        control.prepareQuarantined({ ...location, from: '/data/set-aside', oldKey: '5b'.repeat(32) }),
      rescue: () => control.rescue({ ...location, note: '/note.json' }),
    };
    const running: Promise<unknown> = calls[task]();
    await expect.poll(() => control.pendingWork()).toMatchObject({ backups: 1, exports: 0 });
    end(fail('disk-full'));
    await expect(running).rejects.toThrow();
    expect(await control.pendingWork()).toMatchObject({ backups: 0 });
  },
);
