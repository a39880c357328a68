import { expect, it, vi } from 'vitest';
import { ApiKeys } from '#main/desktop/api-keys';
import type { Control } from '#main/desktop/engine-host';
import { fail } from '#contract/failure';
import type { Connection } from '#contract/connection';
import { connectionOf } from '../../support/connection';

const locationOf = ({ id, name }: Connection) => ({
  id,
  name,
  folder: `/connections/${id}`,
  databaseKey: 'aa',
});
const request = {
  baseUrl: 'https://api.harborview.example/v2',
  authUrl: 'https://api.harborview.example/v2',
  username: 'owner',
  password: 'correct horse',
  id: 7,
  keyName: 'Old laptop',
};

function createApiKeys(savedWorkOf: (connection: Connection) => Promise<ReturnType<typeof locationOf>>) {
  const deleteKey = vi.fn((_request: unknown) => Promise.resolve());
  const log = vi.fn();
  const keys = new ApiKeys({ control: () => ({ deleteKey }) as unknown as Control, savedWorkOf, log });
  return { keys, deleteKey, log };
}

it('logs a key deletion in the connections to that service only', async () => {
  const { keys, deleteKey } = createApiKeys((connection) => Promise.resolve(locationOf(connection)));
  const other = 'https://other.example/v2';
  const all = [
    connectionOf({ id: 'one' }),
    connectionOf({ id: 'two' }),
    connectionOf({ id: 'elsewhere', authUrl: other }),
    connectionOf({ id: 'demo-production', demo: true }),
  ];
  await keys.delete(request, all);
  const logs = all.slice(0, 2).map(locationOf);
  expect(deleteKey).toHaveBeenCalledExactlyOnceWith({ ...request, logs });
});

it('deletes a key even if a log cannot be opened', async () => {
  const { keys, deleteKey, log } = createApiKeys((connection) =>
    connection.id === 'locked'
      ? Promise.reject(fail('keychain-locked'))
      : Promise.resolve(locationOf(connection)),
  );
  const open = connectionOf({ id: 'open' });
  await keys.delete(request, [connectionOf({ id: 'locked' }), open]);
  expect(deleteKey).toHaveBeenCalledExactlyOnceWith({ ...request, logs: [locationOf(open)] });
  expect(log).toHaveBeenCalledWith('activity.not-written', { kind: 'keychain-locked' });
});
