import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { resourceName } from '../query';
import { run } from './live';

const call = oc.errors(errors);

export const changeKind = z.enum(['new', 'changed', 'removed']);
export type ChangeKind = z.output<typeof changeKind>;

/** A field before and after, as the JSON texts that the service sent: no digit is lost. Null: the field was not there. */
export const fieldChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** It is a tax ID or a token of one: that it changed is known, its values never are. */
  hidden: z.literal(true).optional(),
});
export type FieldChange = z.output<typeof fieldChange>;

/** Stands for the refresh where none found a change: it was made from here. */
export const FROM_HERE = 0;

export const change = z.object({
  id: z.number().int(),
  /** The refresh that found it, or that came before it was noticed at an edit; FROM_HERE for what was changed from here. */
  runId: z.number().int(),
  /** When it was found (ISO, UTC). */
  at: z.string(),
  resource: resourceName,
  key: z.string(),
  title: z.string(),
  /** Of the account it is about, where there is one. */
  number: z.string().nullable(),
  custodian: z.string().nullable(),
  kind: changeKind,
  /** What changed; of a removed record what it last was. */
  fields: z.array(fieldChange),
});
export type Change = z.output<typeof change>;

export const changeFilter = z.object({
  runId: z.number().int().optional(),
  /** Calendar dates in local time, both inclusive. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  resource: resourceName.optional(),
  kind: changeKind.optional(),
  /** Name of a field that changed. */
  field: z.string().optional(),
  /** Code of a custodian. */
  custodian: z.string().optional(),
  /** Beginnings of words of the record's name, number or ID, or of a value. */
  text: z.string().max(200).optional(),
  /** One record's own; with `resource`. */
  key: z.string().optional(),
});
export type ChangeFilter = z.output<typeof changeFilter>;

/** What can be chosen among: each value with how many changes have it. */
const counted = z.array(z.object({ value: z.string(), count: z.number().int() }));

export const historySize = z.object({
  changes: z.number().int(),
  bytes: z.number().int(),
  /** What the file may hold before the oldest changes are dropped. */
  mostBytes: z.number().int(),
  /** When the oldest change that is kept was found; null: none is. */
  since: z.string().nullable(),
  /** Changes that went for room, and when the youngest of them was found. */
  dropped: z.object({ changes: z.number().int(), until: z.string() }).nullable(),
});
export type HistorySize = z.output<typeof historySize>;

/** What changed after the visit before this one: by list, what was made from here, and what elsewhere. */
export const sinceVisit = z.object({
  /** When that visit ended (ISO, UTC); null: this is the first. */
  since: z.string().nullable(),
  lists: z.array(z.object({ resource: resourceName, here: z.int(), elsewhere: z.int() })),
});
export type SinceVisit = z.output<typeof sinceVisit>;

/** What refreshes found. It outlives the cache. */
export const changesContract = {
  /** Refreshes, newest first. */
  runs: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number().int(), items: z.array(run) })),
  /** The last refresh that came to its end, and the last of all; null: none. */
  latest: call.output(z.object({ completed: run.nullable(), last: run.nullable() })),
  /** Asked by whoever looks at Today: it counts as a visit. */
  sinceVisit: call.output(sinceVisit),
  /** What a filter finds, newest first, a page of it. */
  list: call
    .input(
      z.object({
        filter: changeFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number().int(), items: z.array(change) })),
  /** The lists, kinds, fields and custodians within a filter, each leaving its own part of it out. */
  facets: call
    .input(z.object({ filter: changeFilter }))
    .output(z.object({ resources: counted, kinds: counted, fields: counted, custodians: counted })),
  /** Writes what a filter finds as CSV to a file chosen before: one line for each field that changed. */
  export: call
    .input(z.object({ filter: changeFilter, grant: z.string() }))
    .output(z.object({ changes: z.number().int() })),
  size: call.output(historySize),
};
