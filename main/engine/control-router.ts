import { implement } from '@orpc/server';
import { controlContract } from '#contract/calls/control';
import path from 'node:path';
import { declareFailures } from '../common/rpc';
import type { WorkerClient } from './worker/worker-tasks';
import { addLaterWork, previewBackup } from './backup/restore';
import { backupName, dropOldest } from './backup/file-names';
import type { OpenConnections } from './connection/open-connections';
import type { Fetch } from './service/transport';
import * as keys from './features/api-keys/owner-keys';
import { withActivityLogged } from './connection/with-activity-logged';
import { testConnection } from './connection/test-connection';

/** Implements the calls of the app process. */
export function controlRouter(connections: OpenConnections, fetch: Fetch, worker: WorkerClient) {
  const os = implement(controlContract).use(declareFailures);
  return os.router({
    open: os.open.handler(({ input }) => connections.open(input)),
    close: os.close.handler(() => connections.close()),
    pendingWork: os.pendingWork.handler(() => connections.pendingWork),
    setCredential: os.setCredential.handler(({ input }) => connections.current.setCredential(input)),
    grant: os.grant.handler(({ input }) => connections.grants.give(input)),
    setLock: os.setLock.handler(({ input }) => connections.setLock(input)),
    test: os.test.handler(({ input, signal }) => testConnection(fetch, input, signal)),
    createKey: os.createKey.handler(({ input }) => keys.createApiKey(fetch, input)),
    listKeys: os.listKeys.handler(({ input }) => keys.listApiKeys(fetch, input)),
    deleteKey: os.deleteKey.handler(({ input: { logs, keyName, ...request } }) => {
      const facts = { key: keyName, 'key id': request.id, 'signed in as': request.username };
      const logged = { locations: logs, entry: { kind: 'api-key-delete', count: 1, facts } } as const;
      return withActivityLogged(connections, logged, () => keys.deleteApiKey(fetch, request));
    }),
    keyCreated: os.keyCreated.handler(({ input: { log, keyName, username } }) => {
      const facts = { key: keyName, 'signed in as': username };
      const entry = { kind: 'api-key-create', count: 1, facts } as const;
      const logged = { locations: [log], entry, isNew: true };
      return withActivityLogged(connections, logged, () => Promise.resolve());
    }),
    backUp: os.backUp.handler(async ({ input: { location, connection, passphrase, to, isDaily, keep } }) => {
      const source = { ...connection, databaseKey: location.databaseKey };
      const file = isDaily ? path.join(to, backupName(source, new Date())) : to;
      const entry = {
        kind: 'backup',
        count: 1,
        facts: { file: path.basename(file), daily: isDaily },
      } as const;
      const backup = await connections.countAsBackup(() =>
        worker.backUp({ ...location, connection }, passphrase, file),
      );
      // Logged afterwards: a started entry without an end would be part of the backup permanently.
      await withActivityLogged(connections, { locations: [location], entry }, () => Promise.resolve());
      const errorCodes = isDaily ? dropOldest(to, source, path.basename(file), keep) : [];
      if (errorCodes.length > 0) {
        const data = { count: errorCodes.length, cause: errorCodes[0] ?? null };
        connections.requests.emit({ kind: 'log', event: 'backup.old-not-deleted', data });
      }
      return backup;
    }),
    previewBackup: os.previewBackup.handler(({ input }) => previewBackup(input.file, input.passphrase)),
    prepareRestore: os.prepareRestore.handler(({ input: { file, passphrase, ...target } }) =>
      connections.countAsBackup(() => worker.prepareRestore(file, passphrase, target)),
    ),
    prepareQuarantined: os.prepareQuarantined.handler(({ input }) =>
      connections.countAsBackup(() => worker.prepareQuarantined(input)),
    ),
    addLaterWork: os.addLaterWork.handler(({ input }) =>
      addLaterWork({ ...input, savedWork: connections.savedWork }),
    ),
    countWork: os.countWork.handler(({ input }) => worker.countWork(input.folder, input.databaseKey)),
    noteFailedRestore: os.noteFailedRestore.handler(({ input: { location, madeAt, cause } }) => {
      const facts = { 'backup of': madeAt, cause };
      const logged = { locations: [location], entry: { kind: 'backup-restore', count: 0, facts } } as const;
      return withActivityLogged(connections, logged, () => Promise.resolve(), 'failed');
    }),
    rescue: os.rescue.handler(({ input }) => connections.countAsBackup(() => worker.rescue(input))),
    notifyWake: os.notifyWake.handler(() => connections.wakes.emit()),
    keychainChecked: os.keychainChecked.handler(({ input }) =>
      connections.keychain.onResult(input.id, input.isReadable),
    ),
    teamSecretsAnswered: os.teamSecretsAnswered.handler(({ input: { id, ...answer } }) =>
      connections.teamKeychain.onResult(id, answer),
    ),
    reportFailure: os.reportFailure.handler(({ input }) => connections.current.addNotice(input)),
    requests: os.requests.handler(({ signal }) => connections.requests.follow(signal)),
  });
}
