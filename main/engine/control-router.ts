import { implement } from '@orpc/server';
import { controlContract } from '../../preload/contract/calls/control';
import { asFailure } from '../common/rpc';
import type { Desks } from './connection/open-connections';
import type { Fetch } from './service/transport';
import * as keys from './tasks/api-keys/owner-keys';
import { writtenDown } from './tasks/api-keys/log-api-key-change';
import { testConnection } from './connection/test-connection';

/** Carries out what the app process asks. */
export function controlRouter(desks: Desks, fetch: Fetch) {
  const os = implement(controlContract).use(asFailure);
  return os.router({
    open: os.open.handler(({ input }) => desks.open(input)),
    close: os.close.handler(() => desks.close()),
    setCredential: os.setCredential.handler(({ input }) => desks.current.setCredential(input)),
    grant: os.grant.handler(({ input }) => desks.grants.give(input)),
    lock: os.lock.handler(() => desks.lock()),
    test: os.test.handler(({ input, signal }) => testConnection(fetch, input, signal)),
    createKey: os.createKey.handler(({ input }) => keys.createKey(fetch, input)),
    listKeys: os.listKeys.handler(({ input }) => keys.listKeys(fetch, input)),
    deleteKey: os.deleteKey.handler(({ input: { logs, keyName, ...wish } }) => {
      const facts = { key: keyName, 'key id': wish.id, 'signed in as': wish.username };
      const written = { places: logs, deed: { kind: 'api-key-delete', count: 1, facts } } as const;
      return writtenDown(desks, written, () => keys.deleteKey(fetch, wish));
    }),
    keyCreated: os.keyCreated.handler(({ input: { log, keyName, username } }) => {
      const facts = { key: keyName, 'signed in as': username };
      const written = { places: [log], deed: { kind: 'api-key-create', count: 1, facts } } as const;
      return writtenDown(desks, written, () => Promise.resolve());
    }),
    wishes: os.wishes.handler(({ signal }) => desks.wishes.follow(signal)),
  });
}
