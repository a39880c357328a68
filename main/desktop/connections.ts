import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
  isSameHost,
  originsOf,
  type ApplicationKind,
  type Connection,
  type ConnectionChange,
  type Credential,
  type NewConnection,
} from '#contract/connection';
import type { SampleSheet } from '#contract/calls/demo-samples';
import type { SavedWorkLocation } from '#contract/calls/control';
import { fail, failureOf, type Failure } from '#contract/failure';
import { permission, type Permission, type Policies } from '#contract/policies';
import { markStart } from '#contract/start-mark';
import type { ConnectionSession } from '#contract/calls/live';
import type { DemoHost } from './demo-host';
import type { Control } from './engine-host';
import { Observable } from '../common/observable';
import { errorCodeOf } from '../common/error-code';
import { writeFileAtomic } from '../common/write-file-atomic';
import { settleSwap, swapFiles, workFiles } from '../common/work-swap';
import { ApiKeys, type KeyDeletion } from './api-keys';
import type { ConnectionKeys, RestoreKey } from './connection-keys';
import type { ConnectionStore } from './connection-store';
import { PREVIOUS_RECOVERY_WRAP, RECOVERY_WRAP } from './key-wrap';
import type { Log } from './log-line';
import type { ConnectionRemovals } from './removals';

/** Delay after opening before the wrap is checked, which briefly blocks this process. */
export const WRAP_CHECK_DELAY_MS = 10_000;

/** The file in the folder of a demo firm that keeps its changes. It is removed with the connection. */
const DEMO_JOURNAL = 'demo-firm.jsonl';

interface ConnectionsOptions {
  readonly store: ConnectionStore;
  readonly keys: ConnectionKeys;
  readonly removals: ConnectionRemovals;
  readonly demo: DemoHost;
  readonly folderOf: (id: string) => string;
  /** Returns the path of a connection's workspace note: a file outside its folder with the progress of its work. */
  readonly noteOf: (id: string) => string;
  readonly log: Log;
  /** The policies in force, read at every use. */
  readonly policies: () => Policies;
  /** Starts the engine, which then opens the last connection. */
  readonly startEngine: () => void;
}

/** The user's decisions about missing or unreadable data (contract/calls/desktop). */
interface OpenOptions {
  readonly acceptLoss?: boolean | undefined;
  readonly freshData?: boolean | undefined;
  readonly freshHistory?: boolean | undefined;
}

/** Work in a staging folder that will replace a connection's work (engine/backup/restore). */
interface PreparedWork {
  readonly staging: string;
  /** When the backup was made or the work was set aside (ISO, UTC). */
  readonly madeAt: string;
  /** The key that the work is encrypted with. */
  readonly databaseKey: string;
  /** Stores the key of the work, if it may be a new one. */
  readonly key?: RestoreKey | undefined;
}

/** The connections, the open one, and the operations that open, change and remove them. */
export class Connections {
  readonly session: Observable<ConnectionSession>;
  readonly #options: ConnectionsOptions;
  readonly #apiKeys: ApiKeys;
  #wrapCheck: NodeJS.Timeout | undefined;
  /** Counts openings and closings: an opening is abandoned once a newer one, or a closing, has begun. */
  #openings = 0;
  #control: Control | undefined;
  /** Outcomes of replaced saved work that are not dismissed, newest last. */
  #outcomes: NonNullable<ConnectionSession['workOutcome']>[] = [];
  /** The replacement of saved work in progress. */
  #replacing: Promise<void> = Promise.resolve();
  /** The app ends: no work is replaced. */
  #isEnding = false;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#apiKeys = new ApiKeys({
      control: () => this.control,
      savedWorkOf: (connection) => this.savedWorkOf(connection),
      log: options.log,
    });
    this.session = new Observable<ConnectionSession>({
      connections: this.#listed,
      open: null,
      engineRestarts: 0,
      ...this.#leftovers(),
      unlisted: this.#unlisted(),
      forbidden: this.#forbidden(),
    });
  }

  /**
   * Called when an engine starts: the first one opens the last connection, a restarted one the current one.
   */
  async engineStarted(control: Control, isRestart: boolean): Promise<void> {
    this.#control = control;
    const last = this.#options.store.last;
    if (!isRestart) {
      if (this.#options.removals.count > 0)
        this.finishRemovals().catch(() => this.#options.log('connection.keys-left'));
      if (last && this.#listed.some(({ id }) => id === last)) await this.open(last);
      return;
    }
    this.session.update((now) => ({ ...now, engineRestarts: now.engineRestarts + 1 }));
    const open = this.session.value.open;
    if (open) await this.#openInEngine(open.connection, 'restarting');
  }

  engineLost(): void {
    this.#control = undefined;
    const open = this.session.value.open;
    if (open) this.#setOpen({ ...open, state: 'failed', failure: { kind: 'engine-lost' } });
  }

  /** Call it when the engine could not keep a connection open; the user may try again. */
  failed(id: string, failure: Failure): void {
    const open = this.session.value.open;
    if (open?.connection.id !== id || open.state !== 'open') return;
    this.#options.log('connection.failed', { kind: failure.kind });
    this.#setOpen({ ...open, state: 'failed', failure });
  }

  get control(): Control {
    if (!this.#control) throw fail('engine-lost');
    return this.#control;
  }

  /**
   * Stores a tested connection and opens it. With the owner's sign-in, creates an API key first. Fails with
   * `credential-unusable` (`key-created`) if that key could not be stored.
   */
  async create(request: NewConnection): Promise<{ id: string }> {
    const { access, adopt, ...addresses } = request;
    this.#expectAllowed(addresses, access.kind === 'owner' ? 'write' : 'read');
    const isLost = this.#unlisted().some((candidate) => candidate.id === adopt);
    const id = adopt !== undefined && isLost ? adopt : randomUUID();
    if (access.kind === 'owner') {
      await this.#options.keys.expectUsable(id);
      const credential = await this.#apiKeys.create(addresses, access);
      const connection = await this.#storeNew(id, addresses, credential).catch((error: unknown) => {
        const detail = { code: 'key-created', facts: { name: access.keyName } } as const;
        throw fail('credential-unusable', { detail, cause: failureOf(error).kind }, error);
      });
      await this.#apiKeys.noteCreated(connection, access);
    } else await this.#storeNew(id, addresses, access);
    await this.open(id);
    return { id };
  }

  async #storeNew(
    id: string,
    addresses: Omit<NewConnection, 'access' | 'adopt'>,
    credential: Credential,
  ): Promise<Connection> {
    const connection: Connection = {
      id,
      ...addresses,
      credentialKind: credential.kind,
      demo: false,
      createdAt: new Date().toISOString(),
    };
    const { keys, removals, store } = this.#options;
    const isAdopted = this.#hasData(id);
    if (!isAdopted) await keys.expectUsable(id); // discarding it needs the keychain, too
    try {
      if (!isAdopted) removals.beginCreation(id);
      await keys.setCredential({ id, ...addresses }, credential);
      store.put(connection);
      if (!isAdopted) removals.endCreation(id);
      this.#showStored(connection);
    } catch (error) {
      if (!isAdopted) await this.#discardNew(id);
      throw error;
    }
    return connection;
  }

  /** Deletes what was stored of a connection that could not be created: nothing else names its secrets. */
  async #discardNew(id: string): Promise<void> {
    const { keys, removals, log } = this.#options;
    const isDeleted = this.#deleteData(id);
    try {
      const isComplete = (await keys.remove(id)) && isDeleted;
      if (!isComplete) removals.add(id);
      removals.endCreation(id);
    } catch {
      log('connection.keys-left', { connections: 1 });
    }
    this.session.update((now) => ({ ...now, ...this.#leftovers() }));
  }

  /** Tests addresses and a credential before anything is stored. */
  async test(request: Parameters<Control['test']>[0]): Promise<Awaited<ReturnType<Control['test']>>> {
    this.#expectAllowed(request, 'read');
    return this.control.test(request);
  }

  async listKeys(
    request: Parameters<Control['listKeys']>[0],
  ): Promise<Awaited<ReturnType<Control['listKeys']>>> {
    this.#expectAllowed(request, 'read');
    return this.control.listKeys(request);
  }

  /** Deletes one of the firm's API keys and records it in the log of every connection to that service. */
  async deleteKey(request: KeyDeletion): Promise<void> {
    this.#expectAllowed(request, 'write');
    return this.#apiKeys.delete(request, this.#listed);
  }

  /**
   * Opens a demo firm; its records are for practice, but its database is encrypted like any other. Fails as
   * `finishRemovalOf` does.
   */
  async openDemo(application: ApplicationKind): Promise<{ id: string }> {
    this.#expectDemoAllowed();
    const id = `demo-${application}`;
    await this.finishRemovalOf(id);
    this.#storeConnection({
      id,
      name: application === 'sandbox' ? 'Demo firm (sandbox)' : 'Demo firm',
      baseUrl: 'http://127.0.0.1/v2', // the port changes with every start
      authUrl: 'http://127.0.0.1/v2',
      application,
      credentialKind: 'api-key',
      demo: true,
      createdAt: this.#options.store.find(id)?.createdAt ?? new Date().toISOString(),
    });
    await this.open(id);
    return { id };
  }

  /** Simulates one night at the demo firm; fails with `no-connection` if none is open. */
  async simulateDemoNight(): Promise<void> {
    if (!this.session.value.open?.connection.demo) throw fail('no-connection');
    await this.#options.demo.simulateNight();
  }

  /** Writes a spreadsheet of the open demo firm that can be imported. Fails with `no-connection` if none is open. */
  async saveDemoSample(sheet: SampleSheet, file: string): Promise<void> {
    if (!this.session.value.open?.connection.demo) throw fail('no-connection');
    const text = await this.#options.demo.sampleSheet(sheet);
    try {
      writeFileAtomic(file, text);
    } catch (error) {
      throw fail('file-not-saved', { cause: errorCodeOf(error) }, error);
    }
  }

  /** Restarts the demo firm after its process died, at another address. */
  async demoEnded(): Promise<void> {
    const open = this.session.value.open;
    if (!open?.connection.demo || open.state !== 'open' || !this.#control) return;
    this.#options.log('demo.ended');
    await this.#openInEngine(open.connection, 'restarting');
  }

  async open(id: string, options: OpenOptions = {}): Promise<void> {
    const connection = this.find(id);
    this.#options.log('connection.open', { demo: connection.demo, application: connection.application });
    this.#options.store.setLast(id);
    if (this.#control) await this.#openInEngine(connection, 'opening', options);
    else {
      this.#setOpen({ connection, state: 'opening' });
      this.#options.startEngine();
    }
  }

  /** Closes the open connection and opens it under the policies that apply now. */
  async policiesChanged(): Promise<void> {
    this.session.update((now) => ({ ...now, forbidden: this.#forbidden() }));
    const open = this.session.value.open;
    if (!open || !this.#control) return;
    const openings = this.#openings;
    await this.#control.close();
    const isStillOpen = this.session.value.open?.connection.id === open.connection.id;
    if (openings !== this.#openings || !isStillOpen) return; // what began since has read the new policies
    this.#options.demo.stop();
    await this.#openInEngine(this.find(open.connection.id), 'opening');
  }

  /** Closes the open connection, unless another opening begins before the engine has closed it. */
  async close(): Promise<void> {
    this.#openings += 1;
    const closing = this.#openings;
    try {
      await this.#control?.close();
    } catch (error) {
      // The abandoned opening does not report itself.
      const { open } = this.session.value;
      if (closing === this.#openings && open?.state === 'opening')
        this.#setOpen({ ...open, state: 'failed', failure: failureOf(error) });
      throw error;
    }
    if (closing !== this.#openings) return;
    this.#options.demo.stop();
    this.#options.store.setLast(null);
    this.session.update((now) => ({ ...now, open: null }));
  }

  /** Changes a connection's profile; its data stays. */
  async change({ id, credential, ...profile }: ConnectionChange): Promise<void> {
    const before = this.find(id);
    const hasNewAddress =
      !isSameHost(before.baseUrl, profile.baseUrl) || !isSameHost(before.authUrl, profile.authUrl);
    if (hasNewAddress && !credential)
      throw fail('credential-refused', { cause: 'a different host needs its own credential' });
    if (credential) await this.#options.keys.setCredential({ id, ...profile }, credential);
    const after = { ...before, ...profile, ...(credential ? { credentialKind: credential.kind } : {}) };
    this.#options.log('connection.change', { elsewhere: hasNewAddress, readOnly: profile.readOnly });
    this.#storeConnection(after);
    const isOpen = this.session.value.open?.connection.id === id;
    const needsReopening = (['baseUrl', 'authUrl', 'readOnly', 'name'] as const).some(
      (field) => before[field] !== after[field],
    );
    if (isOpen && (credential || needsReopening)) await this.open(id);
  }

  relabel(id: string, application: ApplicationKind): void {
    this.#options.log('connection.relabel', { application });
    this.#storeConnection({ ...this.find(id), application });
  }

  async replaceCredential(id: string, credential: Credential): Promise<void> {
    const connection = this.find(id);
    await this.#options.keys.setCredential(connection, credential);
    this.#storeConnection({ ...connection, credentialKind: credential.kind });
    const open = this.session.value.open;
    if (open?.connection.id !== id) return;
    if (open.state === 'open') await this.control.setCredential(credential);
    else await this.open(id);
  }

  async remove(id: string): Promise<void> {
    const connection = this.find(id);
    // It may be opened again while it closes.
    while (this.session.value.open?.connection.id === id) await this.close();
    if (connection.demo && !this.session.value.open?.connection.demo) this.#options.demo.stop();
    this.#options.removals.add(id);
    await this.#finishRemovals([id]);
  }

  /**
   * Completes removals that an exit, a file in use or a locked keychain interrupted, and updates how many are left.
   */
  async finishRemovals(): Promise<void> {
    await this.#finishRemovals(this.#options.removals.ids);
  }

  /**
   * Finishes a pending removal of this connection, which would later delete new work and its key. Fails with
   * `disk-not-written` if its data cannot be deleted, and with `keychain-locked` if its secrets cannot.
   */
  async finishRemovalOf(id: string): Promise<void> {
    const { removals } = this.#options;
    if (!removals.has(id)) return;
    await this.#finishRemovals([id]);
    if (!removals.has(id)) return;
    if (this.#hasData(id)) throw fail('disk-not-written', { detail: { code: 'not-deleted' } });
    throw fail('keychain-locked', { cause: 'a removal is pending' });
  }

  async #finishRemovals(ids: readonly string[]): Promise<void> {
    const { removals, log } = this.#options;
    const withoutData = ids.filter((id) => this.#deleteData(id));
    this.session.update((now) => ({ ...now, connections: this.#listed }));
    await removals.finish(withoutData);
    const leftovers = this.#leftovers();
    if (leftovers.leftoverKeys > 0) log('connection.keys-left', { connections: leftovers.leftoverKeys });
    this.session.update((now) => ({ ...now, ...leftovers }));
  }

  /** Deletes a removed connection's data; returns false if not all of it, as when another program uses a file. */
  #deleteData(id: string): boolean {
    const { folderOf, noteOf, store, log } = this.#options;
    try {
      fs.rmSync(folderOf(id), { recursive: true, force: true });
      fs.rmSync(noteOf(id), { force: true });
      if (store.find(id)) store.remove(id);
      return true;
    } catch (error) {
      log('connection.data-left', { cause: errorCodeOf(error) });
      return false;
    }
  }

  #hasData(id: string): boolean {
    const { store, folderOf, noteOf } = this.#options;
    return store.find(id) !== undefined || fs.existsSync(folderOf(id)) || fs.existsSync(noteOf(id));
  }

  /** Counts the pending removals: those with data left, and those with only secrets left. */
  #leftovers(): Pick<ConnectionSession, 'leftoverData' | 'leftoverKeys'> {
    const { removals } = this.#options;
    const leftoverData = removals.ids.filter((id) => this.#hasData(id)).length;
    return { leftoverData, leftoverKeys: removals.count - leftoverData };
  }

  /**
   * Replaces a connection's current work with prepared work and opens it; the old work is set aside. The
   * connection is closed only for the swap; if the swap fails, it is opened again unchanged. The session
   * reports the outcome. Fails with `canceled` once the app ends.
   */
  async replaceWork(
    connection: Connection,
    { staging, madeAt, databaseKey, key }: PreparedWork,
  ): Promise<void> {
    const { folderOf, noteOf, store, log } = this.#options;
    const { id } = connection;
    const folder = folderOf(id);
    // A local profile may have been corrected since the backup.
    const profile = store.find(id) ?? connection;
    // The recovery code of a lost key opens only the quarantined work, nothing encrypted with the new key.
    const out = [...workFiles(), ...(key?.isNew ? [RECOVERY_WRAP, PREVIOUS_RECOVERY_WRAP] : [])];
    try {
      if (!store.find(id)) store.writeProfileTo(path.join(folder, staging), profile);
      this.#expectNotEnding();
      await this.whileClosed(id, async () => {
        this.#expectNotEnding();
        await this.control.addLaterWork({ folder, staging, databaseKey });
        await key?.store(path.join(folder, staging));
        try {
          this.#expectNotEnding();
          swapFiles({ folder, staging, out, note: noteOf(id) });
        } catch (error) {
          await key?.discard();
          throw error;
        }
      });
    } catch (error) {
      const failure = failureOf(error);
      log('backup.not-restored', { kind: failure.kind });
      fs.rmSync(path.join(folder, staging), { recursive: true, force: true });
      this.showWorkOutcome({ name: profile.name, state: 'failed', madeAt, failure });
      throw error;
    }
    log('backup.restored');
    this.#listReplaced(profile);
    await this.open(id);
    this.showWorkOutcome({ name: profile.name, state: 'done', madeAt });
  }

  /** Call it when the user has quit: an unfinished restore has no effect, even if its work was prepared by then. */
  refuseReplacing(): void {
    this.#isEnding = true;
  }

  #expectNotEnding(): void {
    if (this.#isEnding) throw fail('canceled');
  }

  /** Opens a connection whose files were replaced by the engine. */
  async openRestored(connection: Connection): Promise<void> {
    this.#listReplaced(this.#options.store.find(connection.id) ?? connection);
    await this.open(connection.id);
  }

  /**
   * Stores a connection whose files were replaced, as the last one opened. If the list cannot be written, the
   * connection opens all the same: its folder has the profile, from which the next start lists it.
   */
  #listReplaced(connection: Connection): void {
    const { store, log } = this.#options;
    try {
      store.put(connection);
      store.setLast(connection.id);
    } catch (error) {
      log('connection.not-listed', { cause: errorCodeOf(error) });
      store.keepInMemory(connection);
    }
    this.#showStored(connection);
  }

  /** Shows how a replacement of saved work ended, on every screen, until the outcome is dismissed. */
  showWorkOutcome(outcome: NonNullable<ConnectionSession['workOutcome']>): void {
    // A replacement supersedes earlier outcomes of its connection; those settled at startup are all shown.
    const earlier = this.#outcomes.filter(({ name }) => outcome.madeAt === null || name !== outcome.name);
    this.#outcomes = [...earlier, outcome];
    this.#showOutcome();
  }

  /** Dismisses the newest outcome; the one before it is shown again. */
  dismissOutcome(): void {
    this.#outcomes = this.#outcomes.slice(0, -1);
    this.#showOutcome();
  }

  #showOutcome(): void {
    this.session.update((now) => ({ ...now, workOutcome: this.#outcomes.at(-1) ?? null }));
  }

  /**
   * Runs a task with the files of a connection closed; no connection opens until it has ended. If it fails, a
   * connection that was open or opening is reopened. The session keeps its connection, so that the screen stays.
   */
  async whileClosed<T>(id: string, task: () => Promise<T> | T): Promise<T> {
    const before = { wasOpen: false };
    const replacing = this.#replacing.then(async () => {
      const { open } = this.session.value;
      if (open?.connection.id === id) {
        before.wasOpen = open.state !== 'failed';
        this.#openings += 1; // abandons an opening that already waits for the keychain
        if (before.wasOpen) this.#setOpen({ connection: open.connection, state: 'opening' });
        await this.#control?.close();
      }
      return task();
    });
    this.#replacing = replacing.then(
      () => undefined,
      () => undefined,
    ); // the caller gets the error
    try {
      return await replacing;
    } catch (error) {
      if (!this.#isEnding && before.wasOpen && this.session.value.open?.connection.id === id)
        await this.#openInEngine(this.find(id), 'opening');
      throw error;
    }
  }

  async #openInEngine(
    connection: Connection,
    state: 'opening' | 'restarting',
    { acceptLoss = false, freshData = false, freshHistory = false }: OpenOptions = {},
  ): Promise<void> {
    const { store, keys, demo, folderOf, noteOf, log } = this.#options;
    this.#openings += 1;
    const opening = this.#openings;
    const isAbandoned = (): boolean => opening !== this.#openings;
    this.#setOpen({ connection: this.#withPolicies(connection), state });
    try {
      if (connection.demo) this.#expectDemoAllowed();
      await this.#replacing;
      this.#settle(connection);
      let target = this.#withPolicies(connection);
      let credential: Credential | null;
      if (connection.demo) {
        const journal = path.join(folderOf(connection.id), DEMO_JOURNAL);
        const firm = await demo.start(connection.application, journal);
        target = { ...target, baseUrl: firm.baseUrl, authUrl: firm.authUrl };
        credential = firm.credential;
      } else credential = await keys.credential(connection, store.isOwn(connection.id));
      // The keychain and the demo firm may take seconds. A removed connection must get no new key or folder.
      if (isAbandoned()) return;
      const databaseKey = await keys.databaseKey(connection.id, credential);
      if (isAbandoned()) return;
      const folder = folderOf(connection.id);
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const note = noteOf(connection.id);
      markStart('keys read');
      await this.control.open({
        connection: target,
        credential,
        databaseKey,
        folder,
        note,
        acceptLoss,
        freshData,
        freshHistory,
        isBlocked: !connection.demo && !this.#isAllowedAddress(connection),
        forbidden: this.#forbidden(),
      });
      markStart('connection opened');
      if (isAbandoned()) return;
      this.#setOpen({ connection: target, state: 'open' });
      if (!connection.demo) demo.stop(); // the engine has closed the demo firm
      clearTimeout(this.#wrapCheck);
      this.#wrapCheck = setTimeout(() => void this.#checkWrap(connection.id), WRAP_CHECK_DELAY_MS).unref();
    } catch (error) {
      if (isAbandoned()) return;
      const failure = failureOf(error);
      log('connection.failed', { kind: failure.kind });
      this.#setOpen({ connection: this.#withPolicies(connection), state: 'failed', failure });
    }
  }

  /** Returns the profile as the policies restrict it; the stored one is not changed. */
  #withPolicies(connection: Connection): Connection {
    return this.#options.policies().ReadOnly ? { ...connection, readOnly: true } : connection;
  }

  #isAllowedAddress(addresses: Pick<Connection, 'baseUrl' | 'authUrl'>): boolean {
    const allowed = this.#options.policies().ServiceAddresses;
    return allowed === undefined || originsOf(addresses).every((origin) => allowed.includes(origin));
  }

  /** Fails with `by-policy` if a policy forbids this address, or a write to it. */
  #expectAllowed(addresses: Pick<Connection, 'baseUrl' | 'authUrl'>, effect: 'read' | 'write'): void {
    const isForbiddenWrite = effect === 'write' && this.#options.policies().ReadOnly;
    if (isForbiddenWrite || !this.#isAllowedAddress(addresses)) throw fail('by-policy');
  }

  #forbidden(): Permission[] {
    return permission.options.filter((name) => this.#options.policies()[name] === false);
  }

  #expectDemoAllowed(): void {
    if (this.#options.policies().DemoFirm === false) throw fail('by-policy');
  }

  /** Shows the outcomes of replacements that were settled at startup. */
  showSettledReplacements(
    settled: readonly { readonly id: string; readonly state: 'finished' | 'undone' }[],
  ): void {
    for (const { id, state } of settled)
      this.showWorkOutcome({ name: this.#options.store.find(id)?.name ?? id, state, madeAt: null });
  }

  /** Finishes or undoes a replacement of saved work that was interrupted when a process ended. */
  #settle({ id, name }: Connection): void {
    const { folderOf, noteOf, log } = this.#options;
    const state = settleSwap(folderOf(id), noteOf(id));
    if (state === 'none') return;
    log('backup.settled', { finished: state === 'finished' });
    this.showWorkOutcome({ name, state, madeAt: null });
  }

  /**
   * Checks the key's wrap, unless the connection was closed or removed since. If the keychain does not respond,
   * the next opening checks it.
   */
  async #checkWrap(id: string): Promise<void> {
    const { open } = this.session.value;
    if (open?.state !== 'open' || open.connection.id !== id) return;
    await this.#options.keys.checkWrap(id).catch(() => this.#options.log('connection.wrap-unchecked'));
  }

  /** Returns the location and key of a connection's saved work. */
  async savedWorkOf({ id, name }: Connection): Promise<SavedWorkLocation> {
    const { keys, folderOf } = this.#options;
    return {
      id,
      name,
      folder: folderOf(id),
      databaseKey: await keys.keyOfSavedWork(id),
    };
  }

  /** The connections, except those that are being removed. */
  get #listed(): Connection[] {
    const { store, removals } = this.#options;
    return store.all.filter(({ id }) => !removals.has(id));
  }

  /** Returns a connection; fails with `not-found` if there is none, or if it is being removed. */
  find(id: string): Connection {
    const connection = this.#listed.find((listed) => listed.id === id);
    if (!connection) throw fail('not-found', { cause: 'no such connection' });
    return connection;
  }

  /** Returns the connections that the list has lost, except those that are being removed. */
  #unlisted(): NonNullable<ConnectionSession['unlisted']> {
    const { store, removals } = this.#options;
    return store.unlisted.filter(({ id }) => !removals.has(id));
  }

  #storeConnection(connection: Connection): void {
    this.#options.store.put(connection);
    this.#showStored(connection);
  }

  #showStored(connection: Connection): void {
    this.session.update((now) => ({
      ...now,
      connections: this.#listed,
      unlisted: this.#unlisted(),
      open:
        now.open?.connection.id === connection.id
          ? { ...now.open, connection: this.#withPolicies(connection) }
          : now.open,
    }));
  }

  #setOpen(open: ConnectionSession['open']): void {
    this.session.update((now) => ({ ...now, open }));
  }
}
