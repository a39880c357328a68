import { randomUUID } from 'node:crypto';
import { TRANSIENT_PROBLEMS, type TeamDatabase } from '#contract/features/team/schemas';
import type { TeamProblem, TeamLinkState } from '#contract/features/team/calls';
import type { Clock } from '../../service/clock';
import { teamProblemOf, teamProblemError } from './database-problems';
import { PostgresConnection } from './postgres';
import { openTeamLog, type PostgresLog } from './postgres-log';

/** Polling interval, in case notifications do not arrive. */
const POLL_INTERVAL_MS = 15_000;
/** Notifications count as working if the one that probes them arrives within this time. */
const PROBE_TIMEOUT_MS = 2_000;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Retry interval for problems that a person must fix. */
const MANUAL_FIX_RETRY_MS = 300_000;
const AUDIT_INTERVAL_MS = 3_600_000;
const CHANNEL = 'firm_desk';

interface LinkDeps {
  readonly team: string;
  readonly database: () => TeamDatabase;
  /** Fails with a problem if the keychain cannot be read. */
  readonly password: () => Promise<string>;
  readonly clock: Clock;
  readonly closed: AbortSignal;
  /** Called after a database was connected. */
  readonly onConnect: (log: PostgresLog) => Promise<void>;
  /** Reads to the end and sends; sends first if `isCurrent`, because no notification came since the last read. */
  readonly sync: (log: PostgresLog, options: { readonly isCurrent: boolean }) => Promise<void>;
  readonly audit: (log: PostgresLog) => Promise<void>;
  readonly onState: (state: TeamLinkState) => void;
}

/**
 * The connection to the team's database: listens for notifications, polls after 15 seconds without one, and
 * reconnects with growing pauses.
 */
export class TeamLink {
  readonly #deps: LinkDeps;
  readonly #stopped = new AbortController();
  #state: TeamLinkState = { state: 'connecting' };
  #retries = 0;
  #retryMs = FIRST_RETRY_MS;
  /** What to do next: only send, or read first. */
  #due: 'nothing' | 'send' | 'read' = 'nothing';
  #wake: () => void = () => undefined;
  #log: PostgresLog | null = null;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
    deps.closed.addEventListener('abort', () => this.stop(), { once: true });
  }

  get state(): TeamLinkState {
    return this.#state;
  }

  /** The connected database; null while offline. */
  get log(): PostgresLog | null {
    return this.#log;
  }

  start(): void {
    void this.#run();
  }

  stop(): void {
    this.#stopped.abort();
    this.#wake();
  }

  /** Sends soon; while offline, at the next connection. */
  sendSoon(): void {
    if (this.#due === 'nothing') this.#due = 'send';
    if (this.#log) this.#wake();
  }

  /** Reads and sends now, and connects first if necessary. */
  syncNow(): void {
    this.#due = 'read';
    this.#retries = 0;
    this.#wake();
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const connections: PostgresConnection[] = [];
      const database = this.#deps.database();
      try {
        await this.#connectAndServe(connections);
      } catch (error) {
        if (!this.#hasStopped()) this.#setOffline(teamProblemOf(error, database));
      } finally {
        this.#log = null;
        await Promise.all(connections.map((connection) => connection.close()));
      }
      await this.#waitForRetry();
    }
  }

  async #connectAndServe(connections: PostgresConnection[]): Promise<void> {
    const { database, password, team, onConnect, sync, clock } = this.#deps;
    this.#setState({ state: 'connecting' });
    const secret = await password();
    const connect = async () => {
      const connection = await PostgresConnection.connect(database(), secret);
      connections.push(connection);
      this.#stopped.signal.throwIfAborted(); // the user may have left the team, and set up another
      return connection;
    };
    const logConnection = await connect();
    const log = await openTeamLog(logConnection, database(), team);
    this.#stopped.signal.throwIfAborted();
    this.#log = log;
    await onConnect(log);
    this.#stopped.signal.throwIfAborted();
    await sync(log, { isCurrent: false });
    const listener = await connect();
    const isLive = await this.#listen(logConnection, listener);
    this.#retries = 0;
    this.#setState({ state: isLive ? 'live' : 'polling', since: new Date(clock.now()).toISOString() });
    await this.#serve(log, AbortSignal.any([logConnection.ended, listener.ended]));
  }

  /** Returns whether notifications arrive; behind some connection poolers they do not. */
  async #listen(notifier: PostgresConnection, listener: PostgresConnection): Promise<boolean> {
    const probe = randomUUID();
    let resolveProbe: () => void = () => undefined;
    const arrived = new Promise<true>((resolve) => (resolveProbe = () => resolve(true)));
    await listener.listen(CHANNEL, (payload) => {
      if (payload === probe) resolveProbe();
      else {
        this.#due = 'read';
        this.#wake();
      }
    });
    await notifier.query('SELECT pg_notify($1, $2)', [CHANNEL, probe]);
    let cancel: () => void = () => undefined;
    const timedOut = new Promise<false>((resolve) => {
      cancel = this.#deps.clock.after(PROBE_TIMEOUT_MS, () => resolve(false));
    });
    const isLive = await Promise.race([arrived, timedOut]);
    cancel();
    this.#due = 'read'; // an entry may have come before the first notification
    return isLive;
  }

  async #serve(log: PostgresLog, ended: AbortSignal): Promise<void> {
    const { sync, audit, clock } = this.#deps;
    let lastAudit = -Infinity;
    const onEnd = () => this.#wake();
    ended.addEventListener('abort', onEnd);
    try {
      while (!this.#stopped.signal.aborted) {
        if (ended.aborted) throw teamProblemError('connection-lost');
        const isCurrent = this.#due === 'send' && this.#state.state === 'live';
        this.#due = 'nothing';
        await sync(log, { isCurrent });
        const sinceAudit = clock.now() - lastAudit;
        // The clock may have been set back.
        if (sinceAudit < 0 || sinceAudit >= AUDIT_INTERVAL_MS) {
          await audit(log);
          lastAudit = clock.now();
        }
        if (this.#mayWait(ended)) await this.#sleep(POLL_INTERVAL_MS);
      }
    } finally {
      ended.removeEventListener('abort', onEnd);
    }
  }

  #hasStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  #mayWait(ended: AbortSignal): boolean {
    return this.#due === 'nothing' && !ended.aborted;
  }

  #setOffline(problem: TeamProblem): void {
    const { clock } = this.#deps;
    const since = this.#state.state === 'offline' ? this.#state.since : new Date(clock.now()).toISOString();
    const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#retries);
    // Random, so that not all members reconnect at once when the database is back.
    const pause = TRANSIENT_PROBLEMS.has(problem.code)
      ? backoff * (0.5 + Math.random() / 2)
      : MANUAL_FIX_RETRY_MS;
    this.#retries += 1;
    this.#retryMs = pause;
    this.#setState({
      state: 'offline',
      since,
      problem,
      retryAt: new Date(clock.now() + pause).toISOString(),
    });
  }

  async #waitForRetry(): Promise<void> {
    if (!this.#stopped.signal.aborted) await this.#sleep(this.#retryMs);
  }

  /** Waits until the time is over or something wakes this. */
  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.#wake = () => undefined;
        resolve();
      };
      const cancel = this.#deps.clock.after(ms, end);
      this.#wake = end;
    });
  }

  #setState(state: TeamLinkState): void {
    // While it reconnects, the screens keep showing how long it has been offline, and why.
    if (state.state === 'connecting' && this.#state.state === 'offline') return;
    this.#state = state;
    this.#deps.onState(state);
  }
}
