import path from 'node:path';
import type { LogEvent } from '../../../preload/contract/calls/control';
import type { Connection, Credential } from '../../../preload/contract/connection';
import { failureOf, type Failure } from '../../../preload/contract/failure';
import type { Contact, Live, Run } from '../../../preload/contract/calls/live';
import type { ResourceName } from '../../../preload/contract/resources';
import { Observable, type Events } from '../../common/observable';
import { setAside } from '../cache/open-cache';
import { createReader, type CacheReader } from '../cache/reader';
import { createHistoryReader, type HistoryReader } from '../history/history-reader';
import { HISTORY_FILE } from '../history/history-writer';
import { prepareSearch } from './prepare-search';
import { Jobs } from '../jobs/jobs';
import { createService, type Service } from '../service/client';
import { systemClock } from '../service/clock';
import { watchNetwork } from '../service/online';
import type { Fetch, Paces } from '../service/transport';
import { createSync, type Sync } from '../refresh/refresh';
import type { WriterThread } from '../cache/thread/writer';
import { startWriter } from '../cache/thread/writer-client';
import { TakeUp } from './take-up';
import { openWorkspace, type Workspace } from '../workspace/workspace';

/** What the engine needs the app process for (contract/control.ts, `requests`). */
export type AppRequest =
  | { kind: 'progress'; value: number | null }
  | { kind: 'clipboard' | 'secret-clipboard'; text: string }
  | { kind: 'show-file' | 'open-file'; path: string }
  | { kind: 'log'; event: LogEvent; data: Record<string, string | number | boolean | null> };

export interface OpenRequest {
  readonly connection: Connection;
  readonly credential: Credential | null;
  /** 64 hex digits. */
  readonly databaseKey: string;
  /** Where cache.db, history.db and workspace.db of this connection are. */
  readonly folder: string;
}

export interface ConnectionParts {
  readonly fetch: Fetch;
  /** How long answers may take; the usual limits by default. */
  readonly paces?: Paces | undefined;
  /** The bundled writer thread. */
  readonly writerEntry: string;
  readonly requests: Events<AppRequest>;
}

/**
 * While a refresh runs, lists take up what came in after this many milliseconds: the more rows there are to be put in
 * order again, the later, or a list that is looked at would take the time of the refresh.
 */
const takeUpAfter = (resources: Live['resources']): number =>
  Math.max(1_000, Math.max(...resources.map(({ count }) => count)) / 50);

/** One open connection: its service, cache, saved work and refresh. */
export class OpenConnection {
  readonly reader: CacheReader;
  readonly history: HistoryReader;
  readonly workspace: Workspace;
  readonly sync: Sync;
  readonly jobs: Jobs;
  readonly live: Observable<Live>;
  readonly service: Service;
  readonly connection: Connection;
  readonly #writer: WriterThread;
  readonly requests: Events<AppRequest>;
  readonly #closed = new AbortController();
  #hasNetwork = true;
  #isRefreshing = false;
  readonly #takeUp: TakeUp;
  #stopPreparing: () => void;

  private constructor(request: OpenRequest, parts: ConnectionParts, opened: Opened) {
    const { connection, credential } = request;
    this.requests = parts.requests;
    this.#writer = opened.writer;
    this.reader = opened.reader;
    this.history = opened.history;
    this.workspace = opened.workspace;
    this.connection = connection;
    this.jobs = new Jobs({ store: opened.workspace.jobs, closed: this.closed });
    this.service = createService({
      ...connection,
      credential,
      fetch: parts.fetch,
      paces: parts.paces,
      known: opened.known,
      onContact: (contact) => this.#contact(contact),
      onWaiting: (waiting) => this.live.update((before) => ({ ...before, waiting })),
    });
    this.live = new Observable<Live>({
      connectionId: connection.id,
      version: this.reader.version,
      resources: this.reader.states(),
      run: null,
      resumable: opened.resumable,
      offline: false,
      contact: 'untried',
      waiting: null,
      notices: opened.notices.map((failure, at) => ({ id: `open-${at}`, failure })),
    });
    this.sync = createSync({
      service: this.service,
      writer: this.#writer,
      states: () => this.reader.states(),
      report: (run) => this.#follow(run),
    });
    this.#takeUp = new TakeUp({
      take: () => this.#showStored(),
      every: () => takeUpAfter(this.live.value.resources),
      clock: systemClock,
    });
    this.#stopPreparing = this.#prepare();
    watchNetwork(new URL(connection.baseUrl).hostname, (has) => this.#network(has), this.closed);
  }

  /** Opens the databases; an unreadable cache is put aside and told, unreadable saved work stops everything. */
  static async open(request: OpenRequest, parts: ConnectionParts): Promise<OpenConnection> {
    const workspace = openWorkspace(path.join(request.folder, 'workspace.db'), request.databaseKey, {
      connection: () => request.connection.name,
    });
    try {
      const file = path.join(request.folder, 'cache.db');
      const notices: Failure[] = [];
      const writer = await startWriter(parts.writerEntry, file, request.databaseKey).catch(
        (error: unknown) => {
          const failure = failureOf(error);
          if (failure.kind !== 'cache-unreadable') throw error;
          notices.push(failure);
          setAside(file, new Date());
          return startWriter(parts.writerEntry, file, request.databaseKey);
        },
      );
      if (writer.historyRenewed) notices.push({ kind: 'history-unreadable' });
      if (writer.rebuilt) notices.push({ kind: 'cache-renewed' });
      const reader = createReader(file, request.databaseKey);
      const history = createHistoryReader(path.join(request.folder, HISTORY_FILE), request.databaseKey);
      const resumable = (await writer.openRun()) !== null;
      const known = reader.states().some((state) => state.asOf !== null);
      return new OpenConnection(request, parts, {
        workspace,
        writer,
        reader,
        history,
        notices,
        resumable,
        known,
      });
    } catch (error) {
      workspace.close();
      throw error;
    }
  }

  /** Aborted when the connection closes. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  refresh(request: { resources?: ResourceName[] | undefined; resume?: boolean | undefined }) {
    return this.sync.start(request.resources, request.resume ?? false);
  }

  /**
   * Puts records into the cache as the service told them, in mid-refresh too; open lists show them at once.
   * With `made`, for each record the fields that were changed from here, the history gets to know what changed.
   * Fails as storing does (disk-full, cache-unreadable, engine-lost).
   */
  async putRecords(
    resource: ResourceName,
    raws: readonly string[],
    made?: readonly (readonly string[])[],
  ): Promise<void> {
    await this.#writer.putRecords(resource, raws, made);
    this.#takeUp.promptly();
  }

  /** Takes records out of the cache as putRecords puts them there; keys that are not there are no error. */
  async removeRecords(resource: ResourceName, keys: readonly string[]): Promise<void> {
    await this.#writer.removeRecords(resource, keys);
    this.#takeUp.promptly();
  }

  #prepare(): () => void {
    return prepareSearch(this.reader, systemClock, () => this.history.prepare());
  }

  setCredential(credential: Credential): void {
    this.service.setCredential(credential);
  }

  dismissNotice(id: string): void {
    this.live.update((now) => ({ ...now, notices: now.notices.filter((notice) => notice.id !== id) }));
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#takeUp.stop();
    this.#stopPreparing();
    await this.sync.close();
    this.history.close();
    this.reader.close(); // before the writer, which puts everything into the one file when it is the last to close
    await this.#writer.close();
    this.workspace.close();
    this.requests.emit({ kind: 'progress', value: null });
  }

  #contact(contact: Contact): void {
    this.live.update((before) => ({
      ...before,
      contact,
      offline: !this.#hasNetwork || contact === 'offline',
    }));
  }

  /** With the network back, what failed without it says nothing any more. */
  #network(has: boolean): void {
    this.#hasNetwork = has;
    const { contact } = this.live.value;
    this.#contact(has && contact === 'offline' ? 'untried' : contact);
  }

  /** A report of the refresh: new state for the windows, the task bar and the log. */
  #follow(run: Run): void {
    if (this.#closed.signal.aborted) return;
    const going = run.state === 'running' || run.state === 'paused';
    this.#isRefreshing = going;
    this.#stopPreparing(); // what a refresh stores makes it worthless
    if (going) this.#takeUp.soon();
    else this.#takeUp.now();
    this.live.update((before) => ({
      ...before,
      run,
      resumable: !going && run.state !== 'done',
    }));
    this.requests.emit({ kind: 'progress', value: going ? shareDone(run) : null });
    if (!going) this.#log(run);
  }

  /** Lets the lists show what is stored so far. */
  #showStored(): void {
    this.#stopPreparing();
    this.reader.refresh();
    this.live.update((before) => ({
      ...before,
      version: this.reader.version,
      resources: this.reader.states(),
    }));
    if (!this.#isRefreshing) this.#stopPreparing = this.#prepare();
  }

  #log(run: Run): void {
    this.requests.emit({
      kind: 'log',
      event: 'refresh.ended',
      data: { state: run.state, failure: run.failure?.kind ?? null, cause: run.failure?.cause ?? null },
    });
    for (const { resource, state, records, added, changed, gone, drifted, uncertain } of run.resources)
      this.requests.emit({
        kind: 'log',
        event: 'refresh.resource',
        data: { resource, state, records, added, changed, gone, drifted, uncertain },
      });
  }
}

interface Opened {
  readonly workspace: Workspace;
  readonly writer: WriterThread;
  readonly reader: CacheReader;
  readonly history: HistoryReader;
  readonly notices: readonly Failure[];
  readonly resumable: boolean;
  /** The service has answered before. */
  readonly known: boolean;
}

/** How much of a refresh is done, 0 to 1; null while nothing is known. */
function shareDone(run: Run): number | null {
  let done = 0;
  let total = 0;
  for (const resource of run.resources) {
    if (resource.total === null) continue;
    done += Math.min(resource.records, resource.total);
    total += resource.total;
  }
  return total === 0 ? null : done / total;
}
