import { createRouterClient } from '@orpc/server';
import fs from 'node:fs';
import path from 'node:path';
import { Events } from '#common/observable';
import { AppLock } from '#main/desktop/app-lock';
import { AppPin } from '#main/desktop/app-pin';
import { QuarantineStore } from '#main/desktop/quarantined-work';
import { BackgroundSetting } from '#main/desktop/background';
import { UpdateSetting } from '#main/desktop/updates/update-setting';
import { Backups } from '#main/desktop/backups';
import { AppGrants } from '#main/desktop/app-grants';
import { chooseFiles } from '#main/desktop/choose';
import { ConnectionKeys } from '#main/desktop/connection-keys';
import { ConnectionStore } from '#main/desktop/connection-store';
import { Connections } from '#main/desktop/connections';
import type { Control } from '#main/desktop/engine-host';
import { Links } from '#main/desktop/links';
import { ManagedPolicies, NO_POLICIES } from '#main/desktop/policies';
import { createPrinter } from '#main/desktop/print';
import { Recovery } from '#main/desktop/recovery';
import { ConnectionRemovals } from '#main/desktop/removals';
import { desktopRouter } from '#main/desktop/router';
import { idleLockSetting } from '#main/desktop/screen-lock';
import { themeSetting } from '#main/desktop/theme';
import { createWorkerClient } from '#engine/worker/worker-client';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { controlRouter } from '#engine/control-router';
import type { ChoiceRequest } from '#contract/calls/choose';
import type { Command, Presence } from '#contract/calls/desktop';
import { bundleWorkerThread, bundleCacheThread } from '../../support/bundle';
import { json, startMisbehaving } from '../../support/misbehaving-service';
import type { ReferenceTexts } from './hostile-messages';

/** The connection that exists from the start. */
export const ID = 'firm-1';
/** Its saved view. */
export const VIEW = 'Mine';

const CHOICES: readonly ChoiceRequest[] = [
  { what: 'save', purpose: 'backup-file', title: '', name: 'a.fdbackup', extension: 'fdbackup' },
  { what: 'folder', purpose: 'backup-folder', title: '' },
  { what: 'save', purpose: 'record-pdf', title: '', name: 'a.pdf', extension: 'pdf' },
];

/**
 * The app process's modules as main/run-app.ts connects them, with real files, a real engine and a service that
 * answers 404. The keychain is in memory, and the mocked runtime's dialogs confirm everything. Creates only the
 * folder `data` in `root`.
 */
export async function startApp(root: string) {
  const service = await startMisbehaving(json({ message: 'no' }, 404));
  const engine = new OpenConnections({
    savedWork: ALL_SAVED_WORK,
    fetch: globalThis.fetch,
    writerEntry: await bundleCacheThread(),
  });
  const worker = createWorkerClient(await bundleWorkerThread());
  const control: Control = createRouterClient(controlRouter(engine, globalThis.fetch, worker), {
    context: {},
  });

  const data = path.join(root, 'data');
  fs.mkdirSync(data);
  const entries = new Map<string, string>();
  const keychain = {
    read: (entry: string) => Promise.resolve(entries.get(entry) ?? null),
    write: (entry: string, secret: string) => Promise.resolve(void entries.set(entry, secret)),
    remove: (entry: string) => Promise.resolve(void entries.delete(entry)),
  };
  const folderOf = (id: string) => path.join(data, 'connections', id);
  const noteOf = (id: string) => path.join(data, 'workspace-notes', `${id}.json`);
  const log = () => undefined;
  const { baseUrl, authUrl } = service;
  const keys = new ConnectionKeys(keychain, folderOf);
  const credential = { kind: 'api-key', key: 'key-of-the-firm' } as const;
  const store = new ConnectionStore(data, folderOf);
  const demo = {
    start: () => Promise.resolve({ baseUrl, authUrl, credential }),
    simulateNight: () => Promise.resolve(),
    stop: () => undefined,
  };
  const connections = new Connections({
    store,
    keys,
    removals: new ConnectionRemovals(path.join(data, 'removals.json'), keys),
    demo: demo as never,
    folderOf,
    noteOf,
    log,
    policies: () => NO_POLICIES.policies,
    startEngine: () => undefined,
  });
  await connections.engineStarted(control, false); // not a restart
  const policies = new ManagedPolicies(() => NO_POLICIES);
  const grants = new AppGrants(
    connections.session,
    (grant) => control.grant(grant),
    (permission) => policies.expectAllowed(permission),
  );
  const { pathOf } = grants;
  const chosen = (request: ChoiceRequest) => chooseFiles({} as never, request, grants);
  const recovery = new Recovery({ connections, keys, folderOf, noteOf, log });
  const backups = new Backups({ connections, keys, folderOf, noteOf, pathOf, log });
  const appLock = new AppLock({
    file: path.join(data, 'app-lock'),
    codes: recovery,
    pin: new AppPin(keychain),
    system: { isOffered: () => false, promptUser: () => Promise.resolve() },
    systemUnlocks: false,
    log,
    onLock: () => engine.setLock('app-locked'),
    onUnlock: () => engine.setLock('open'),
  });
  const router: object = desktopRouter({
    connections,
    appLock,
    isLocked: () => appLock.isLocked,
    backups,
    quarantined: new QuarantineStore({
      connections,
      folderOf,
      pathOf,
      requireStrong: (passphrase) => backups.requireStrong(passphrase),
      log,
    }),
    recovery,
    keychain,
    commands: new Events<Command>(),
    disableCommands: () => undefined,
    setEditing: () => undefined,
    setSavePending: () => undefined,
    theme: themeSetting(path.join(data, 'theme')),
    idleLock: idleLockSetting(path.join(data, 'idle-lock')),
    showLog: () => undefined,
    pathOf,
    presence: new Events<Presence>(),
    print: createPrinter({
      window: () => undefined,
      pathOf,
      expectAllowed: () => undefined,
      connectionName: () => '',
    }),
    choose: chosen,
    policies,
    links: new Links({ session: () => connections.session.value, writeClipboard: () => undefined }),
    updateSetting: new UpdateSetting(path.join(data, 'update-setting.json'), () => ({}), false),
    updates: {
      state: { kind: 'off' },
      check: () => Promise.resolve({ kind: 'off' }),
      settingsChanged: () => Promise.resolve({ kind: 'off' }),
    } as never,
    background: new BackgroundSetting(
      path.join(data, 'background.json'),
      { isAvailable: false, set: () => undefined },
      () => undefined,
    ),
  });
  const openFirm = async () => {
    const { open } = connections.session.value;
    if (open?.state !== 'open' || open.connection.id !== ID) await connections.open(ID);
  };
  let code = '';
  /** The contents of the recovery file when `code` was created. */
  let wrap = Buffer.alloc(0);
  const wrapFile = path.join(folderOf(ID), 'recovery.json');
  return {
    data,
    entries,
    router,

    /**
     * Creates everything that a procedure may refer to, and removes the connections and app lock of earlier calls.
     * Returns texts with which a message can refer to it.
     */
    async prepare(): Promise<ReferenceTexts> {
      if (appLock.isLocked) appLock.unlock(code);
      await appLock.turnOff();
      // Hundreds of connections would each open their log whenever a key of the firm is deleted.
      for (const { id } of store.all) if (id !== ID) await connections.remove(id);
      if (!store.find(ID)) {
        await keys.setCredential({ id: ID, baseUrl, authUrl }, credential);
        const profile = { name: 'Firm', baseUrl, authUrl, application: 'production' } as const;
        store.put({ id: ID, ...profile, credentialKind: 'api-key', demo: false, createdAt: '2026-01-01' });
      }
      await openFirm();
      const { views } = engine.current.workspace;
      if (views.list('accounts').length === 0)
        views.save({
          resource: 'accounts',
          name: VIEW,
          query: { search: '', filters: [], sort: { field: 'name', descending: false } },
        });
      if (!fs.existsSync(wrapFile) || !fs.readFileSync(wrapFile).equals(wrap)) {
        code = await recovery.create(ID);
        wrap = fs.readFileSync(wrapFile);
      }
      const chosenFiles = await Promise.all(CHOICES.map(chosen));
      return {
        id: [ID, ID, 'firm-2', '../..', 'demo-sandbox'],
        code: [code, 'AAAA-BBBB'],
        passphrase: ['correct horse battery'],
        grant: chosenFiles.flat().map(({ grant }) => grant),
        baseUrl: [baseUrl],
        authUrl: [authUrl],
        key: ['key-of-the-firm'],
        name: ['Firm', '../../name'],
        extension: ['csv', 'pdf'],
      };
    },

    /** Opens the connection and returns the names of its saved views, before `prepare` creates a missing one. */
    async savedViews(): Promise<string[]> {
      await openFirm();
      return engine.current.workspace.views.list('accounts').map(({ name }) => name);
    },

    async close(): Promise<void> {
      await engine.close();
      await service.close();
    },
  };
}
