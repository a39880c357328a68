import { z } from 'zod';
import { connection, connectionId } from '../connection';
import { failure } from '../failure';
import { permission } from '../policies';
import { resourceName } from '../resource-name';

/** Progress of one resource in a refresh. */
export const resourceProgress = z.object({
  resource: resourceName,
  state: z.enum(['waiting', 'running', 'done', 'skipped', 'failed', 'canceled']),
  records: z.number().int(),
  /** Total items announced by the service; null before the first page. */
  total: z.number().int().nullable(),
  /** Records per second, over the last seconds. */
  rate: z.number(),
  secondsLeft: z.number().nullable(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  drifted: z.number().int(),
  /** The list changed during every pass, or has records without a key: complete as far as is known, but not certain. */
  uncertain: z.boolean(),
  /** Only changed records were fetched; the records that had not changed were proven complete by their count. */
  quick: z.boolean().optional(),
  failure: failure.optional(),
});
export type ResourceProgress = z.output<typeof resourceProgress>;

/** A refresh of several resources. */
export const refreshRun = z.object({
  id: z.number().int(),
  state: z.enum(['running', 'paused', 'done', 'failed', 'canceled', 'interrupted']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  resources: z.array(resourceProgress),
  /**
   * The reason why it is paused (credential-refused) or failed; for a completed run, why its end could not be
   * stored.
   */
  failure: failure.optional(),
});
export type Run = z.output<typeof refreshRun>;

/** The cached state of one resource. */
export const resourceState = z.object({
  resource: resourceName,
  count: z.number().int(),
  /** When the last complete pass began (ISO, UTC); null: never. */
  asOf: z.string().nullable(),
  uncertain: z.boolean(),
  drifted: z.number().int(),
});
export type ResourceState = z.output<typeof resourceState>;

/** Returns whether a first download is running or was interrupted, so that records exist but may be incomplete. */
export const isPartlyDownloaded = ({ asOf, count }: Pick<ResourceState, 'asOf' | 'count'>): boolean =>
  asOf === null && count > 0;

/** Result of the last request: `retrying` after a lost response, `unreachable` if that did not help. */
export const reachability = z.enum(['untried', 'reachable', 'retrying', 'unreachable', 'offline']);
export type Reachability = z.output<typeof reachability>;

/**
 * The reason why a request waits, and its latest end (ISO, UTC): the service sent a `retry-after`, a failed
 * request will be repeated (`retry`), or the service is `silent`.
 */
export const requestWait = z.object({
  reason: z.enum(['retry-after', 'retry', 'silent']),
  until: z.string(),
  /** For a request to be sent again: the number of the next attempt, and the maximum. */
  attempt: z.object({ next: z.number().int(), max: z.number().int() }).optional(),
});
export type RequestWait = z.output<typeof requestWait>;

/** Everything the screens watch, pushed completely on every change. Keep it small. */
export const live = z.object({
  connectionId: z.string(),
  /** Incremented when cached rows change, so that views query again. */
  version: z.number().int(),
  resources: z.array(resourceState),
  /** The active refresh, or the last one of this session. */
  run: refreshRun.nullable(),
  /** An interrupted refresh can resume. */
  canResume: z.boolean(),
  /** This computer has no network, or the last request failed without one. */
  isOffline: z.boolean(),
  reachability,
  waiting: requestWait.nullable(),
  /** One-time notices, e.g. that the cache was rebuilt. */
  notices: z.array(z.object({ id: z.string(), failure })),
});
export type Live = z.output<typeof live>;

/**
 * The result of replacing a connection's saved work. `finished` and `undone`: the app ended during it, and the next
 * start or opening completed or undid it.
 */
export const workOutcome = z.object({
  name: z.string(),
  state: z.enum(['done', 'failed', 'finished', 'undone']),
  /** When the backup was made or the work was set aside (ISO, UTC), where that is known. */
  madeAt: z.string().nullable(),
  failure: failure.optional(),
});
export type WorkOutcome = z.output<typeof workOutcome>;

/** The state that the app process pushes to the window. */
export const session = z.object({
  connections: z.array(connection),
  open: z
    .object({
      connection,
      state: z.enum(['opening', 'open', 'failed', 'restarting']),
      failure: failure.optional(),
    })
    .nullable(),
  /** Number of engine restarts in this session. */
  engineRestarts: z.number().int(),
  /** Number of removed connections whose data could not be deleted. */
  leftoverData: z.number().int().optional(),
  /** Number of other removed connections whose secrets are still in the keychain. */
  leftoverKeys: z.number().int(),
  /**
   * Folders with saved work that belong to no connection of the list or profile; `at`: last written (ISO,
   * UTC).
   */
  unlisted: z.array(z.object({ id: connectionId, folder: z.string(), at: z.string() })).optional(),
  /** What policies forbid; by default, nothing. */
  forbidden: z.array(permission).readonly().optional(),
  /** The newest replacement of saved work that is not dismissed. */
  workOutcome: workOutcome.nullish(),
});
export type ConnectionSession = z.output<typeof session>;
