import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { refreshRun } from '../../calls/live';
import { fieldChange } from './schemas';
import { resourceName } from '../../resource-name';

const call = oc.errors(errors);

/** Filter options: each value with its number of changes. */
const counted = z.array(z.object({ value: z.string(), count: z.number().int() }));

export const changeKind = z.enum(['new', 'changed', 'removed']);
export type ChangeKind = z.output<typeof changeKind>;

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

/** The change history, which outlives the cache. */
export const changesContract = {
  /** Returns refreshes, newest first. */
  runs: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number().int(), items: z.array(refreshRun) })),
  /** Returns the last completed refresh and the last of all; null if none. */
  latest: call.output(z.object({ completed: refreshRun.nullable(), last: refreshRun.nullable() })),
  /** Called by the Today screen; counts as a visit if the user is there. */
  sinceVisit: call.input(z.object({ isPresent: z.boolean() })).output(changesSinceVisit),
  /** Returns a page of the matching changes, newest first. */
  list: call
    .input(
      z.object({
        filter: changeFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number().int(), items: z.array(change) })),
  /** Returns the filter options with counts; each option ignores its own part of the filter. */
  facets: call
    .input(z.object({ filter: changeFilter }))
    .output(z.object({ resources: counted, kinds: counted, fields: counted, custodians: counted })),
  /** Writes matching changes as CSV to a chosen file: a line per field, or one for a change without fields. */
  export: call
    .input(z.object({ filter: changeFilter, grant: z.string() }))
    .output(z.object({ changes: z.number().int() })),
  size: call.output(historySize),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly changes: typeof changesContract;
  }
}
