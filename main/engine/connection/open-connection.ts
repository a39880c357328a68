import { setMaxListeners } from 'node:events';
import type { EngineRequest, OpenRequest } from '#contract/calls/control';
import type { Connection, Credential } from '#contract/connection';
import { fail, failureOf, type Failure } from '#contract/failure';
import type { Permission } from '#contract/policies';
import type { Reachability, Live, Run } from '#contract/calls/live';
import type { ResourceName } from '#contract/resources';
import { Observable, type Events } from '#common/observable';
import { isDamage, watchDamage } from '../cache/schema/damage';
import type { CacheReader } from '../cache/query/reader';
import type { HistoryReader } from '../history/history-reader';
import { openStores, type CheckDatabase, type OpenedStores } from './open-stores';
import { Idle, STEP_BUDGET_MS } from '../idle';
import { ApprovalGuard } from '../jobs/approval-guard';
import { Jobs } from '../jobs/jobs';
import { Service } from '../service/client';
import { systemClock, type Clock } from '../service/clock';
import { watchNetwork } from '../service/online';
import type { Fetch, LimitsByKind } from '../service/transport';
import { CacheRefresher, type StartOptions } from '../refresh/refresh';
import type { PageThread } from '../cache/worker/page-client';
import type { WriterThread } from '../cache/worker/writer';
import { ListRefresher } from './list-refresher';
import { PendingWork } from './pending-work';
import type { Workspace } from '../workspace/open/workspace';
import type { AllSavedWork } from '../workspace/open/saved-work';

/** Every feature and every running task waits for the end of its connection; Node warns of a leak above ten. */
const MAX_WAITING_FOR_END = 100;

export interface ConnectionDeps {
  readonly fetch: Fetch;
  readonly savedWork: AllSavedWork;
  /** Timeouts; REQUEST_LIMITS by default. */
  readonly limits?: LimitsByKind | undefined;
  /** The bundled writer thread. */
  readonly writerEntry: string;
  /** Verifies a large file in another thread. */
  readonly isIntact?: CheckDatabase | undefined;
  /** For the pause before an opening is retried; the system's by default. Everything else uses the system's. */
  readonly clock?: Clock | undefined;
  readonly requests: Events<EngineRequest>;
  /** Called when the cache or the history is damaged: it is quarantined, and the connection opens again. */
  readonly onDamage: (opened: OpenConnection, failure: Failure) => void;
}

/** State of a connection that is being reopened. */
export interface PreviousState {
  /** Shown once it is open again. */
  readonly notices: readonly Failure[];
  /** The last version that lists have seen. */
  readonly version: number;
}

/** How long an active request may take to finish when the connection closes. */
const CLOSE_TIMEOUT_MS = 5_000;

const MIN_PUBLISH_INTERVAL_MS = 1_000;
/** The interval grows by a millisecond for this many rows of the longest list. */
const ROWS_PER_INTERVAL_MS = 50;

/**
 * Returns the interval at which lists show new rows during a refresh: longer for longer lists, because
 * sorting an open list would otherwise take the refresh's time.
 */
const publishIntervalOf = (resources: Live['resources']): number =>
  Math.max(MIN_PUBLISH_INTERVAL_MS, Math.max(...resources.map(({ count }) => count)) / ROWS_PER_INTERVAL_MS);

/** Runs the functions in this order, even if one fails, then throws the first error. */
async function closeAll(closings: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closings)
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
}

/** An open connection: its service, cache, saved work and refresh. */
export class OpenConnection {
  readonly reader: CacheReader;
  readonly history: HistoryReader;
  readonly workspace: Workspace;
  readonly refresher: CacheRefresher;
  readonly jobs: Jobs;
  readonly pendingWork = new PendingWork();
  readonly live: Observable<Live>;
  readonly service: Service;
  readonly connection: Connection;
  readonly #writer: WriterThread;
  readonly #pages: PageThread;
  readonly #onDamage: (failure: Failure) => void;
  #request: OpenRequest;
  readonly requests: Events<EngineRequest>;
  readonly #closed = new AbortController();
  #hasNetwork = true;
  #isRefreshing = false;
  readonly #idle: Idle;
  readonly #listRefresher: ListRefresher;
  #stopPreparing: () => void;

  private constructor(request: OpenRequest, deps: ConnectionDeps, opened: OpenedStores) {
    const { connection, credential } = request;
    setMaxListeners(MAX_WAITING_FOR_END, this.#closed.signal);
    this.#request = { ...request, acceptLoss: false, freshData: false, freshHistory: false }; // valid for one opening only
    this.requests = deps.requests;
    this.#onDamage = (failure) => deps.onDamage(this, failure);
    this.#writer = opened.writer;
    this.#pages = opened.pages;
    this.reader = watchDamage(opened.reader, 'cache-unreadable', this.#onDamage);
    this.history = watchDamage(opened.history, 'history-unreadable', this.#onDamage);
    this.workspace = opened.workspace;
    this.connection = connection;
    this.jobs = new Jobs({
      store: opened.workspace.jobs,
      closed: this.closed,
      isReadOnly: connection.readOnly,
      guard: new ApprovalGuard(opened.workspace.team),
    });
    this.pendingWork.add('jobs', this.jobs);
    this.service = new Service({
      ...connection,
      credential,
      isBlocked: request.isBlocked,
      fetch: deps.fetch,
      limits: deps.limits,
      hasResponded: opened.hasResponded,
      onReachability: (reachability) => this.#onReachability(reachability),
      onWaiting: (waiting) => this.live.update((live) => ({ ...live, waiting })),
    });
    this.live = new Observable<Live>({
      connectionId: connection.id,
      version: this.reader.version,
      resources: this.reader.states(),
      run: null,
      canResume: opened.canResume,
      isOffline: false,
      reachability: 'untried',
      waiting: null,
      notices: opened.notices.map((failure, index) => ({ id: `open-${index}`, failure })),
    });
    this.refresher = new CacheRefresher({
      service: this.service,
      writer: { ...this.#writer, read: (...args) => this.#pages.read(...args) },
      states: () => this.reader.states(),
      report: (run) => this.#onRunReport(run),
    });
    this.#idle = new Idle(systemClock, () => this.reader.reads);
    this.#listRefresher = new ListRefresher({
      prepareStep: () => this.#prefetchOrders(),
      publish: () => this.#publishStored(),
      intervalMs: () => publishIntervalOf(this.live.value.resources),
      idle: this.#idle,
      clock: systemClock,
    });
    this.#stopPreparing = this.#startPreparing();
    if (!request.isBlocked)
      watchNetwork(
        new URL(connection.baseUrl).hostname,
        (isOnline) => this.#onNetworkChange(isOnline),
        this.closed,
      );
  }

  /** Whether the organization does not allow this service: the data opens, and nothing is sent. */
  get isBlocked(): boolean {
    return this.#request.isBlocked ?? false;
  }

  /** Returns whether a policy of the organization forbids this part of the app. */
  forbids(permission: Permission): boolean {
    return this.#request.forbidden?.includes(permission) ?? false;
  }

  /** Fails with `by-policy` if a policy forbids this part of the app. */
  expectAllowed(permission: Permission): void {
    if (this.forbids(permission)) throw fail('by-policy');
  }

  /**
   * Opens the databases. A damaged cache is quarantined and reported; unreadable saved work stops the
   * opening.
   */
  static async open(
    request: OpenRequest,
    deps: ConnectionDeps,
    previous?: PreviousState,
  ): Promise<OpenConnection> {
    const lateFailures: Failure[] = [];
    let reportFailure = (failure: Failure): void => void lateFailures.push(failure);
    const context = { ...deps, reportFailure: (failure: Failure) => reportFailure(failure) };
    const { notices, ...stores } = await openStores(request, context, previous?.version);
    const opened = new OpenConnection(request, deps, {
      ...stores,
      notices: [...(previous?.notices ?? []), ...notices],
    });
    reportFailure = (failure) => opened.#reportLateFailure(failure);
    lateFailures.forEach(reportFailure);
    return opened;
  }

  /** Whether a refresh runs or is paused. */
  get isRefreshing(): boolean {
    return this.#isRefreshing;
  }

  /** The opening request, with the current credential. */
  get request(): OpenRequest {
    return this.#request;
  }

  /** Aborted when the connection closes. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** Returns a signal that aborts when a call with this signal ends, or the connection closes. */
  untilClosed(call: AbortSignal | undefined): AbortSignal {
    return call ? AbortSignal.any([this.closed, call]) : this.closed;
  }

  refresh({ resources, ...options }: StartOptions & { resources?: ResourceName[] | undefined }) {
    return this.refresher.start(resources, options);
  }

  /**
   * Puts records into the cache as the service returned them, even during a refresh; open lists show them at
   * once. With `editedFields` (of each record), changes are recorded; with `origin` as well, added records are
   * recorded as new. Fails with `disk-full`, `cache-unreadable` or `engine-lost`.
   */
  async putRecords(
    resource: ResourceName,
    raws: readonly string[],
    editedFields?: readonly (readonly string[])[],
    origin?: 'created',
  ): Promise<void> {
    await this.#watchWrite(this.#writer.putRecords(resource, raws, editedFields, origin));
    this.#listRefresher.updateSoon();
  }

  /**
   * Removes records from the cache and records that they were deleted in the app. Unknown keys are ignored.
   */
  async removeRecords(resource: ResourceName, keys: readonly string[]): Promise<void> {
    await this.#watchWrite(this.#writer.removeRecords(resource, keys));
    this.#listRefresher.updateSoon();
  }

  async #watchWrite<T>(write: Promise<T>): Promise<T> {
    try {
      return await write;
    } catch (error) {
      const failure = failureOf(error);
      if (isDamage(failure)) this.#onDamage(failure);
      throw error;
    }
  }

  /** Handles a problem of a writer thread that started after opening. */
  #reportLateFailure(failure: Failure): void {
    if (this.#closed.signal.aborted) return;
    if (isDamage(failure)) this.#onDamage(failure);
    else if (failure.kind === 'history-unreadable' || failure.kind === 'cache-renewed')
      this.addNotice(failure);
    // Other opening errors are reported to the next write, which starts the writer again.
  }

  /** Prepares the cache, then the history, for searches in long lists; then frees what that read. */
  #startPreparing(): () => void {
    return this.#idle.run(
      () => this.reader.prepare(STEP_BUDGET_MS) || this.history.prepare() || this.#freeReadPages(),
    );
  }

  /** Frees the pages that both readers hold. Returns false: nothing is left to do. */
  #freeReadPages(): false {
    this.reader.freeReadPages();
    this.history.freeReadPages();
    return false;
  }

  setCredential(credential: Credential): void {
    this.#request = { ...this.#request, credential };
    this.service.setCredential(credential);
  }

  /** Shows a notice until it is dismissed; replaces an earlier one of the same kind. */
  addNotice(failure: Failure): void {
    const id = `notice-${failure.kind}`;
    this.live.update((live) => ({
      ...live,
      notices: [...live.notices.filter((notice) => notice.id !== id), { id, failure }],
    }));
  }

  dismissNotice(id: string): void {
    this.live.update((live) => ({ ...live, notices: live.notices.filter((notice) => notice.id !== id) }));
  }

  /** Ends active work as if the user had stopped it, then closes everything. */
  async close(): Promise<void> {
    await closeAll([
      () => this.pendingWork.end(CLOSE_TIMEOUT_MS),
      () => this.#listRefresher.finish(),
      () => this.#closed.abort(),
      () => this.#listRefresher.stop(),
      () => this.#stopPreparing(),
      () => this.refresher.close(),
      () => this.#pages.end(),
      () => this.history.close(),
      () => this.reader.close(), // before the writer, which checkpoints the WAL if it is the last to close
      () => this.#writer.close(),
      () => this.workspace.close(),
    ]);
    this.requests.emit({ kind: 'progress', value: null });
  }

  #onReachability(reachability: Reachability): void {
    this.live.update((live) => ({
      ...live,
      reachability,
      isOffline: !this.#hasNetwork || reachability === 'offline',
    }));
  }

  /** When the network is back, earlier offline failures are outdated. */
  #onNetworkChange(isOnline: boolean): void {
    this.#hasNetwork = isOnline;
    const { reachability } = this.live.value;
    this.#onReachability(isOnline && reachability === 'offline' ? 'untried' : reachability);
  }

  /** Handles a refresh report: new state for the window, the taskbar and the log. */
  #onRunReport(run: Run): void {
    if (this.#closed.signal.aborted) return;
    const isActive = run.state === 'running' || run.state === 'paused';
    this.#listRefresher.finish(); // earlier endings are reported first
    this.#isRefreshing = isActive;
    if (!isActive) void this.#pages.end();
    this.#stopPreparing(); // rows stored by a refresh make it useless
    if (isActive) {
      this.#listRefresher.schedule();
      this.#notifyRun(run, isActive);
    } else this.#listRefresher.updateNow(() => this.#notifyRun(run, isActive));
  }

  #notifyRun(run: Run, isActive: boolean): void {
    this.live.update((live) => ({
      ...live,
      run,
      canResume: !isActive && run.state !== 'done',
    }));
    this.requests.emit({ kind: 'progress', value: isActive ? shareDone(run) : null });
    if (isActive) return;
    for (const line of logOf(run)) this.requests.emit(line);
    if (run.failure && isDamage(run.failure)) this.#onDamage(run.failure);
  }

  /** Prefetches what lists will need for the stored rows. */
  #prefetchOrders(): boolean {
    try {
      return this.reader.prefetchOrders();
    } catch {
      return false; // the next read reports it
    }
  }

  /**
   * Publishes what is stored so far to the lists. Damage in the cache is reported by the reader
   * (cache/schema/damage).
   */
  #publishStored(): void {
    this.#stopPreparing();
    try {
      this.reader.refresh();
      const { version } = this.reader;
      const resources = this.reader.states();
      this.live.update((live) => ({ ...live, version, resources }));
    } catch (error) {
      if (!isDamage(failureOf(error))) throw error;
      return;
    }
    if (!this.#isRefreshing) this.#stopPreparing = this.#startPreparing();
  }
}

/** Returns the log entries of a refresh that ended: counts, and why it ended. */
const logOf = ({ state, failure, resources }: Run): Extract<EngineRequest, { kind: 'log' }>[] => [
  {
    kind: 'log',
    event: 'refresh.ended',
    data: { state, failure: failure?.kind ?? null, cause: failure?.cause ?? null },
  },
  ...resources.map(({ resource, state, records, added, changed, removed, drifted, uncertain }) => ({
    kind: 'log' as const,
    event: 'refresh.resource' as const,
    data: { resource, state, records, added, changed, gone: removed, drifted, uncertain },
  })),
];

/** Returns the completed share of a refresh, 0 to 1; null while unknown. */
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
