import { z } from 'zod';
import { resourceName } from '../../query';

export const changeKind = z.enum(['new', 'changed', 'removed']);
export type ChangeKind = z.output<typeof changeKind>;

/** A field before and after, as the service's exact JSON texts. Null: the field was absent. */
export const fieldChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** A tax ID or its token: only the fact of the change is stored, never the values. */
  hidden: z.literal(true).optional(),
});
export type FieldChange = z.output<typeof fieldChange>;

/** Run ID of changes made in the app instead of found by a refresh. */
export const MADE_IN_APP = 0;

export const change = z.object({
  id: z.number().int(),
  /**
   * The refresh that found the change, or the last one before an edit noticed it; MADE_IN_APP if made in the
   * app.
   */
  runId: z.number().int(),
  /** When it was found, or sent from the app (ISO, UTC). */
  at: z.string(),
  resource: resourceName,
  key: z.string(),
  title: z.string(),
  /** Number of the account concerned, if any. */
  number: z.string().nullable(),
  custodian: z.string().nullable(),
  kind: changeKind,
  /** What changed; for a removed record, its last values. */
  fields: z.array(fieldChange),
});
export type Change = z.output<typeof change>;

export const changeFilter = z.object({
  runId: z.number().int().optional(),
  /** Local calendar dates, inclusive. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  resource: resourceName.optional(),
  kind: changeKind.optional(),
  /** Name of a changed field. */
  field: z.string().optional(),
  /** Custodian code. */
  custodian: z.string().optional(),
  /** Word prefixes of the record's name, number or ID, or of a value. */
  text: z.string().max(200).optional(),
  /** A single record; requires `resource`. */
  key: z.string().optional(),
});
export type ChangeFilter = z.output<typeof changeFilter>;

export const historySize = z.object({
  changes: z.number().int(),
  bytes: z.number().int(),
  /** Maximum file size before the oldest changes are dropped. */
  maxBytes: z.number().int(),
  /** When the oldest stored change was found; null if there is none. */
  since: z.string().nullable(),
  /** Changes dropped to save space, and when the newest of them was found. */
  dropped: z.object({ changes: z.number().int(), until: z.string() }).nullable(),
});
export type HistorySize = z.output<typeof historySize>;

/** Changes since the previous visit, by list, split into those made in the app and others. */
export const changesSinceVisit = z.object({
  /** When that visit ended (ISO, UTC); null: this is the first. */
  since: z.string().nullable(),
  lists: z.array(z.object({ resource: resourceName, inApp: z.int(), inService: z.int() })),
});
export type ChangesSinceVisit = z.output<typeof changesSinceVisit>;
