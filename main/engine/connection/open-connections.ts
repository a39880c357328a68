import path from 'node:path';
import { fail, failureOf, type Failure } from '#contract/failure';
import type { EngineRequest, LockState, OpenRequest, UnfinishedWork } from '#contract/calls/control';
import { isExport } from '#contract/calls/choose';
import type { Live } from '#contract/calls/live';
import { Grants } from '#common/grants';
import { SerialQueue } from '#common/serial-queue';
import { Events, Observable } from '#common/observable';
import { KeychainCheck, TeamKeychain } from './keychain';
import { HelperProcesses } from './helper-processes';
import { removeCache, quarantineDatabase } from '../cache/schema/open-cache';
import { HISTORY_FILE } from '../history/history-writer';
import { isIntact, readAllBytes } from '../sqlite/integrity';
import type { AllSavedWork } from '../workspace/open/saved-work';
import { OpenConnection, type ConnectionDeps, type PreviousState } from './open-connection';
import type { CheckDatabase } from './open-stores';

/** The open connection; at most one at a time. */
export class OpenConnections {
  readonly requests = new Events<EngineRequest>();
  /** Files and folders that the user chose. */
  readonly grants = new Grants((purpose) => {
    if (isExport(purpose)) this.#open.value?.expectAllowed('ExportFiles');
  });
  /** Processes that the app process starts for the engine. */
  readonly processes = new HelperProcesses((request) => this.requests.emit(request));
  /** Whether the keychain can be read. */
  readonly keychain = new KeychainCheck((request) => this.requests.emit(request));
  /** The keys of teams in the keychain. */
  readonly teamKeychain = new TeamKeychain((request) => this.requests.emit(request));
  #lockState: LockState = 'open';
  /** The app or the screen was locked. */
  readonly locks = new Events<void>();
  /** The computer woke up. */
  readonly wakes = new Events<void>();
  readonly #openings = new Events<OpenConnection>();
  readonly #deps: ConnectionDeps;
  readonly #open = new Observable<OpenConnection | null>(null);
  /** Files reported as damaged that turned out intact. */
  readonly #foundIntact = new Set<string>();
  /**
   * Connections whose damaged cache was refetched automatically: once only, or a bad disk would loop forever.
   */
  readonly #refetched = new Set<string>();
  /** Number of backups, restores and rescues that are running. */
  #backups = 0;
  /** One opening or closing at a time, in request order. */
  readonly #queue = new SerialQueue();

  constructor(deps: Omit<ConnectionDeps, 'requests' | 'onDamage'>) {
    this.#deps = {
      ...deps,
      requests: this.requests,
      onDamage: (opened, failure) => void this.#repair(opened, failure),
    };
  }

  get savedWork(): AllSavedWork {
    return this.#deps.savedWork;
  }

  /** Verifies a database in another thread. */
  get isIntact(): CheckDatabase | undefined {
    return this.#deps.isIntact;
  }

  get current(): OpenConnection {
    const opened = this.#open.value;
    if (!opened) throw fail('no-connection');
    return opened;
  }

  /** Resolves once a connection is open, or none is opening. */
  async settled(): Promise<void> {
    if (!this.#open.value) await this.#queue.settled();
  }

  /** Returns the open connection if it has this ID. */
  opened(connectionId: string): OpenConnection | undefined {
    const opened = this.#open.value;
    return opened?.connection.id === connectionId ? opened : undefined;
  }

  /** The work that the end of the engine would interrupt. */
  get pendingWork(): UnfinishedWork {
    const opened = this.#open.value;
    const backups = this.#backups;
    if (!opened) return { downloads: 0, jobs: 0, exports: 0, lookups: 0, backups, isRefreshing: false };
    return { ...opened.pendingWork.counts, backups, isRefreshing: opened.isRefreshing };
  }

  /** Runs a backup, a restore or a rescue of saved work, which counts as pending work. */
  async countAsBackup<T>(run: () => Promise<T>): Promise<T> {
    this.#backups += 1;
    try {
      return await run();
    } finally {
      this.#backups -= 1;
    }
  }

  open(request: OpenRequest): Promise<void> {
    return this.#queue.run(async () => {
      await this.#closeNow();
      await this.#openNow(request);
    });
  }

  /**
   * Deletes the fetched records and fetches them again; saved work stays. If the connection does not open again, the
   * app process is notified.
   */
  rebuild(): Promise<void> {
    return this.#queue.run(async () => {
      const { connection, request, reader } = this.current;
      try {
        await this.#closeNow();
        removeCache(path.join(request.folder, 'cache.db'));
        await this.#openNow(request, { notices: [], version: reader.version + 1 });
      } catch (error) {
        this.#reportIfClosed(connection.id, failureOf(error));
        throw error;
      }
      await this.current.refresh({});
    });
  }

  close(): Promise<void> {
    return this.#queue.run(() => this.#closeNow());
  }

  /** Calls `listener` with the open connection and with every one opened later. */
  onOpen(listener: (opened: OpenConnection) => void): void {
    this.#openings.on(listener);
    if (this.#open.value) listener(this.#open.value);
  }

  get lockState(): LockState {
    return this.#lockState;
  }

  setLock(state: LockState): void {
    this.#lockState = state;
    if (state !== 'open') this.locks.emit();
  }

  /** Yields the live state of the open connection; nothing while none is open. */
  async *live(signal: AbortSignal | undefined, pauseMs: number): AsyncGenerator<Live, void, void> {
    for await (const opened of this.#open.follow(signal)) {
      if (!opened) continue;
      yield* opened.live.follow(opened.untilClosed(signal), pauseMs);
    }
  }

  /**
   * Quarantines a damaged cache or history and opens the connection again with a notice; cached records are
   * fetched again. A file that the disk still does not return, or that turns out to be intact, stays, and the
   * notice is `disk-not-read`; a file reported again after it was found intact is quarantined. If the connection
   * does not open again, the app process is notified.
   */
  async #repair(damaged: OpenConnection, failure: Failure): Promise<void> {
    try {
      await this.#queue.run(async () => {
        if (this.#open.value !== damaged) return; // another read has already reported the damage
        const { request } = damaged;
        const version = damaged.reader.version + 1;
        await this.#closeNow();
        const isHistory = failure.kind === 'history-unreadable';
        const file = path.join(request.folder, isHistory ? HISTORY_FILE : 'cache.db');
        const verdict = await this.#verdictOf(file, request.databaseKey);
        if (verdict === 'not read' || (verdict === 'intact' && !this.#foundIntact.has(file))) {
          if (verdict === 'intact') this.#foundIntact.add(file);
          const notice: Failure = { ...failure, kind: 'disk-not-read', where: path.basename(file) };
          await this.#openNow(request, { notices: [notice], version });
          return;
        }
        quarantineDatabase(file, new Date());
        const event = isHistory ? 'history.quarantined' : 'cache.quarantined';
        this.requests.emit({ kind: 'log', event, data: { cause: failure.cause ?? null } });
        await this.#openNow(request, { notices: [failure], version });
      });
    } catch (error) {
      const failure = failureOf(error);
      this.requests.emit({ kind: 'log', event: 'cache.not-repaired', data: { kind: failure.kind } });
      this.#reportIfClosed(damaged.connection.id, failure);
    }
  }

  /** Notifies the app process that a connection did not open again. */
  #reportIfClosed(connectionId: string, failure: Failure): void {
    if (!this.#open.value) this.requests.emit({ kind: 'closed', connectionId, failure });
  }

  /** Reads every page of a database. `not read`: the disk failed again, which proves nothing about the file. */
  async #verdictOf(file: string, keyHex: string): Promise<'intact' | 'damaged' | 'not read'> {
    const check = this.#deps.isIntact ?? ((...args) => Promise.resolve(isIntact(...args)));
    try {
      if (await check(file, keyHex)) return 'intact';
      readAllBytes(file);
      // The disk returned every byte this time, so a page that it merely failed to return before can be read now.
      return (await check(file, keyHex)) ? 'intact' : 'damaged';
    } catch {
      return 'not read';
    }
  }

  async #openNow(request: OpenRequest, previous?: PreviousState): Promise<OpenConnection> {
    const opened = await OpenConnection.open(request, this.#deps, previous);
    this.#open.set(opened);
    this.#openings.emit(opened);
    const isEmptied = opened.live.value.notices.some(({ failure }) => failure.kind === 'cache-unreadable');
    if (isEmptied && !this.#refetched.has(request.folder)) {
      this.#refetched.add(request.folder);
      // Its end is reported like that of any refresh.
      opened.refresh({}).catch(() => undefined);
    }
    return opened;
  }

  async #closeNow(): Promise<void> {
    const opened = this.#open.value;
    this.#open.set(null);
    this.grants.end();
    await opened?.close();
  }
}
