import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resources, type ResourceName } from '#contract/resources';
import { openWriter } from '#engine/cache/ingest/writer';
import { createReader } from '#engine/cache/query/reader';
import { CacheRefresher } from '#engine/refresh/refresh';
import { Service } from '#engine/service/client';
import type { Clock } from '#engine/service/clock';
import type { MisbehavingService } from '../../support/misbehaving-service';
import { refreshWriterOf } from '../../support/refresh-writer';
import { API_KEY_OF_FIRM } from './api-key';

const DATABASE_KEY = '5a'.repeat(32);
/** The shortest timeout of the client. Shorter timers are waits between retries. */
const MIN_TIMEOUT_MS = 25_000;

/** A timeout fires after this idle time and this many turns of the event loop. */
const IDLE_MS = 40;
const IDLE_TURNS = 5;

interface PendingTimeout {
  readonly due: number;
  readonly fire: () => void;
}

/**
 * A clock whose waits take no time. Timeouts fire only where a fault stalls: one by one, the nearest first,
 * however slow this computer is. Records how long it would have taken.
 */
export class InstantClock implements Clock {
  /** Milliseconds that the user would have waited. */
  waited = 0;
  readonly #stalls: boolean;
  readonly #timeouts = new Set<PendingTimeout>();
  #idleTimer: NodeJS.Timeout | undefined;
  /** Number of timers set or canceled; a change restarts the idle time. */
  #events = 0;

  constructor(stalls: boolean) {
    this.#stalls = stalls;
  }

  now(): number {
    return Date.UTC(2026, 0, 2) + this.waited;
  }

  after(ms: number, callback: () => void): () => void {
    const due = this.waited + ms; // concurrent waits count once
    const fire = (): void => {
      this.waited = Math.max(this.waited, due);
      callback();
    };
    this.#recordEvent();
    if (ms < MIN_TIMEOUT_MS) {
      const timer = setTimeout(fire, 0);
      return () => clearTimeout(timer);
    }
    if (!this.#stalls) return () => undefined;
    const timeout = { due, fire };
    this.#timeouts.add(timeout);
    return () => {
      this.#timeouts.delete(timeout);
      this.#recordEvent();
    };
  }

  #recordEvent(): void {
    this.#events += 1;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#fireNext(this.#events, IDLE_TURNS), IDLE_MS);
  }

  /** Data that arrived while this process was suspended is read in the preceding turns. */
  #fireNext(events: number, turns: number): void {
    if (events !== this.#events) return;
    if (turns > 0) return void setImmediate(() => this.#fireNext(events, turns - 1));
    const [next] = [...this.#timeouts].sort((a, b) => a.due - b.due);
    if (!next) return;
    this.#timeouts.delete(next);
    this.#recordEvent();
    next.fire();
  }
}

/** The real client over real HTTP. */
export const clientOf = ({ baseUrl, authUrl }: MisbehavingService, clock: Clock) =>
  new Service({
    fetch: globalThis.fetch,
    baseUrl,
    authUrl,
    credential: { kind: 'api-key', key: API_KEY_OF_FIRM },
    clock,
    hasResponded: true,
  });

/** The real refresh into a real cache on disk. */
export class CacheHarness {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-faults-'));
  readonly #file = path.join(this.#folder, 'cache.db');
  readonly #writer = openWriter(this.#file, DATABASE_KEY);
  readonly #reader = createReader(this.#file, DATABASE_KEY);

  async refresh(server: MisbehavingService, resource: ResourceName, clock = new InstantClock(false)) {
    const refresher = new CacheRefresher({
      service: clientOf(server, clock),
      writer: refreshWriterOf(this.#writer),
      clock,
      report: ({ state }) => {
        if (state === 'paused') void refresher.cancel(); // there is no user to enter another key
      },
    });
    await refresher.start([resource]);
    await refresher.settled();
    const [progress] = refresher.current()?.resources ?? [];
    if (!progress) throw new Error('There was no refresh.');
    return progress;
  }

  /** Returns the number of a list's records, whether some may be missing, and their keys. */
  state(resource: ResourceName): { count: number; uncertain: boolean; keys: string[] } {
    this.#reader.refresh();
    const state = this.#reader.states().find((candidate) => candidate.resource === resource);
    const query = { resource, search: '', filters: [], sort: resources[resource].sort };
    const { keys } = this.#reader.keys({ query, offset: 0, limit: 10_000 });
    return {
      count: state?.count ?? 0,
      uncertain: state?.uncertain ?? false,
      keys: [...keys].sort(),
    };
  }

  close(): void {
    this.#reader.close();
    this.#writer.close();
    rmSync(this.#folder, { recursive: true });
  }
}
