import { z } from 'zod';
import { connection, connectionId } from '../connection';
import { failure } from '../failure';
import { resourceName } from '../query';

/** Progress of one resource in a refresh. */
export const resourceProgress = z.object({
  resource: resourceName,
  state: z.enum(['waiting', 'running', 'done', 'skipped', 'failed', 'canceled']),
  records: z.number().int(),
  /** Items the service promises over all pages; null until the first page. */
  total: z.number().int().nullable(),
  /** Records a second, over the last seconds. */
  rate: z.number(),
  secondsLeft: z.number().nullable(),
  added: z.number().int(),
  changed: z.number().int(),
  gone: z.number().int(),
  drifted: z.number().int(),
  /** The list moved under us in every pass: complete as far as is known, but say so. */
  uncertain: z.boolean(),
  failure: failure.optional(),
});
export type ResourceProgress = z.output<typeof resourceProgress>;

/** One refresh: all resources together. */
export const run = z.object({
  id: z.number().int(),
  state: z.enum(['running', 'paused', 'done', 'failed', 'canceled', 'interrupted']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  resources: z.array(resourceProgress),
  /** Why it is paused (credential-refused) or failed; of one that is done: why its end could not be stored. */
  failure: failure.optional(),
});
export type Run = z.output<typeof run>;

/** What the cache holds of one resource. */
export const resourceState = z.object({
  resource: resourceName,
  count: z.number().int(),
  /** When the last whole pass began (ISO, UTC); null: never fetched whole. */
  asOf: z.string().nullable(),
  uncertain: z.boolean(),
  drifted: z.number().int(),
});
export type ResourceState = z.output<typeof resourceState>;

/** A first download was interrupted: there are records, and nobody knows that they are all. */
export const isPartlyDownloaded = ({ asOf, count }: Pick<ResourceState, 'asOf' | 'count'>): boolean =>
  asOf === null && count > 0;

/** What became of the last request: `retrying` after a lost answer, `no-answer` when that did not help. */
export const contact = z.enum(['untried', 'answered', 'retrying', 'no-answer', 'offline']);
export type Contact = z.output<typeof contact>;

/**
 * Why nothing comes just now, and until when it is waited at the longest (ISO, UTC): the service `asked` for it, a
 * request that failed is to be sent `again`, or the service is `silent`.
 */
export const waiting = z.object({
  reason: z.enum(['asked', 'again', 'silent']),
  until: z.string(),
  /** Of a request that is sent again: which attempt the next one is, and after how many its failure counts. */
  attempt: z.object({ next: z.number().int(), most: z.number().int() }).optional(),
});
export type Waiting = z.output<typeof waiting>;

/** Everything the screens watch, pushed whole whenever it changes. Small by design. */
export const live = z.object({
  connectionId: z.string(),
  /** Bumped whenever cached rows change: views requery their window. */
  version: z.number().int(),
  resources: z.array(resourceState),
  /** The refresh going on, or the last one of this session. */
  run: run.nullable(),
  /** A refresh that a kill or quit broke off and that can be taken up again. */
  resumable: z.boolean(),
  /** This computer has no network, or the last contact with the service failed for lack of one. */
  offline: z.boolean(),
  contact,
  waiting: waiting.nullable(),
  /** Things the person should know once, e.g. the cache was rebuilt. */
  notices: z.array(z.object({ id: z.string(), failure })),
});
export type Live = z.output<typeof live>;

/**
 * How a replacement of a connection's saved work ended; `finished` and `undone`: one that the end of the program had
 * interrupted, at the next opening.
 */
export const workOutcome = z.object({
  name: z.string(),
  state: z.enum(['done', 'failed', 'finished', 'undone']),
  /** When the backup was made or the work was set aside (ISO, UTC), where that is known. */
  of: z.string().nullable(),
  failure: failure.optional(),
});
export type WorkOutcome = z.output<typeof workOutcome>;

/** What main pushes to the window. */
export const session = z.object({
  connections: z.array(connection),
  open: z
    .object({
      connection,
      state: z.enum(['opening', 'open', 'failed', 'restarting']),
      failure: failure.optional(),
    })
    .nullable(),
  /** Times the engine died and was restarted in this session. */
  engineRestarts: z.number().int(),
  /** Removed connections whose secrets the keychain would not give up yet. */
  keysLeft: z.number().int(),
  /** Folders with saved work that neither the list of connections nor a profile names; `at`: last written (ISO, UTC). */
  unlisted: z.array(z.object({ id: connectionId, folder: z.string(), at: z.string() })).optional(),
  /** The last replacement of saved work, until it is dismissed. */
  workOutcome: workOutcome.nullish(),
});
export type Session = z.output<typeof session>;
