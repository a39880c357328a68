import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { bookmarksContract, namedRecord } from './bookmarks';
import { namesContract } from './names';
import { MOST_LISTED } from '../domain/listed';
import { errors } from '../failure';
import { live } from './live';
import {
  columnLayout,
  copyForm,
  filter,
  folded,
  query,
  resourceName,
  row,
  savedView,
  selection,
  stretch,
} from '../query';

const call = oc.errors(errors);

/** The records of one link, the first few by name. */
export const linkGroup = z.object({
  label: z.string(),
  resource: resourceName,
  total: z.number().int(),
  items: z.array(z.object({ key: z.string(), title: z.string(), subtitle: z.string() })),
  /** Opens the full list. */
  filters: z.array(filter),
});
export type LinkGroup = z.output<typeof linkGroup>;

/** What a search over everything finds in one list, best first: what people like or looked at last before the rest. */
export const hits = z.object({
  resource: resourceName,
  total: z.number().int(),
  /** How good the best of them is: its number, a record that people like, the beginning of its title, or some word. */
  best: z.enum(['number', 'liked', 'title', 'word']),
  items: z.array(namedRecord),
});
/** How many chosen rows have a number in a column, and its exact sum as decimal text. */
const columnTotal = z.object({ name: z.string(), count: z.number().int(), sum: z.string() });
export type ColumnTotal = z.output<typeof columnTotal>;
export type Hits = z.output<typeof hits>;

/** What a first screen asks: the engine has all of it ready at its start. */
export const coreContract = {
  /** The current state, then every change of it (coalesced to at most ten a second). */
  live: call.output(eventIterator(live)),

  sync: {
    /** Starts a refresh, or joins the one going on. */
    start: call
      .input(z.object({ resources: z.array(resourceName).optional(), resume: z.boolean().optional() }))
      .output(z.object({ runId: z.number().int() })),
    cancel: call.output(z.void()),
    /** Goes on after a pause, e.g. when the credential was replaced. */
    resume: call.output(z.void()),
    /** Deletes the data on this computer and fetches all of it again. */
    rebuild: call.output(z.void()),
    dismissNotice: call.input(z.object({ id: z.string() })).output(z.void()),
  },

  records: {
    /**
     * The rows `offset … offset + limit` of a query, with how many there are. Where it is grouped, headings are rows too, what
     * is folded is none, and `matching` tells how many records there are. `names`: what the IDs in the rows stand for, by
     * list and ID, as far as they are records on this computer.
     */
    window: call
      .input(
        z.object({
          query,
          columns: z.array(z.string()).max(100),
          offset: z.number().int().min(0),
          limit: z.number().int().min(1).max(500),
          folded: folded.optional(),
        }),
      )
      .output(
        z.object({
          rows: z.array(row),
          total: z.number().int(),
          matching: z.number().int().optional(),
          version: z.number().int(),
          names: z.record(z.string(), z.record(z.string(), z.string())).optional(),
        }),
      ),
    /** Position of a record or a heading in a query, or null: to keep the place when the order changes. */
    position: call
      .input(z.object({ query, key: z.string(), folded: folded.optional() }))
      .output(z.object({ index: z.number().int().nullable() })),
    /** Keys of the records in a stretch of a query, for range selection; at most 20,000. */
    keys: call
      .input(
        z.object({
          query,
          offset: z.number().int().min(0),
          limit: z.number().int().min(1).max(20_000),
          folded: folded.optional(),
        }),
      )
      .output(z.object({ keys: z.array(z.string()) })),
    /** The values of a field within a query (ignoring that field's own filter), most frequent first. */
    facets: call
      .input(
        z.object({
          query,
          field: z.string(),
          contains: z.string().max(100),
          limit: z.number().int().max(500),
        }),
      )
      .output(
        z.object({
          values: z.array(z.object({ value: z.string().nullable(), count: z.number().int() })),
          distinct: z.number().int(),
        }),
      ),
    /** What the numbers of some columns add up to, over a selection or a stretch of rows: exact decimals. */
    totals: call
      .input(
        z
          .object({ query, columns: z.array(z.string()).max(100) })
          .and(z.union([z.object({ selection }), z.object({ stretch })])),
      )
      .output(z.array(columnTotal)),
    /** Which values of a pasted list no record has in a field; as they were written. */
    unlisted: call
      .input(
        z.object({ resource: resourceName, field: z.string(), values: z.array(z.string()).max(MOST_LISTED) }),
      )
      .output(z.object({ missing: z.array(z.string()) })),
    /** Lowest and highest value of a field within the resource, for range filters. */
    extent: call
      .input(z.object({ resource: resourceName, field: z.string() }))
      .output(z.object({ from: z.string().nullable(), to: z.string().nullable() })),
    /** One record as the service sent it. Null when the cache has none of that key. */
    get: call.input(z.object({ resource: resourceName, key: z.string() })).output(
      z
        .object({
          raw: z.string(),
          title: z.string(),
          fetchedAt: z.string(),
          /** Fields whose value did not fit, by name, or "" for the whole record. */
          drift: z.array(z.string()),
        })
        .nullable(),
    ),
    /** What a record is linked with, both ways: at most `limit` of each, and how many in all. */
    links: call
      .input(z.object({ resource: resourceName, key: z.string(), limit: z.number().int().max(50) }))
      .output(z.array(linkGroup)),
    /**
     * Puts cells on the clipboard as text and as a table, and tells meanwhile how many rows are ready. Those of a selection
     * come with a heading line; those of a stretch of the query's rows, as a range of a spreadsheet, without. The clipboard
     * is set with the last answer; who stops listening before it leaves the clipboard as it was.
     */
    copy: call
      .input(
        z
          .object({ query, columns: z.array(z.string()).max(100), form: copyForm })
          .and(z.union([z.object({ selection }), z.object({ stretch })])),
      )
      .output(
        eventIterator(z.object({ rows: z.number().int(), total: z.number().int(), isDone: z.boolean() })),
      ),
    /** The few best hits of each resource, and how many there are of it, for the command palette. */
    find: call
      .input(z.object({ text: z.string().max(200), limit: z.number().int().max(50) }))
      .output(z.array(hits)),
  },

  views: {
    list: call.input(z.object({ resource: resourceName })).output(z.array(savedView)),
    /** One view of a list, without the others: that of an ID, or else the default; null where there is none. */
    one: call
      .input(z.object({ resource: resourceName, id: z.string().optional() }))
      .output(savedView.nullable()),
    /** With `id`: instead of that view, which stays a favorite or the default if it was one. */
    save: call
      .input(
        savedView
          .omit({ id: true, createdAt: true, favorite: true, isDefault: true })
          .extend({ id: z.string().optional(), columns: columnLayout.nullable().default(null) }),
      )
      .output(savedView),
    /** Makes a view a favorite, or the default of its list instead of another; or takes that away. */
    mark: call
      .input(
        z.object({ id: z.string(), favorite: z.boolean().optional(), isDefault: z.boolean().optional() }),
      )
      .output(savedView),
    remove: call.input(z.object({ id: z.string() })).output(z.void()),
  },

  bookmarks: bookmarksContract,
  layout: {
    get: call.input(z.object({ resource: resourceName })).output(columnLayout.nullable()),
    set: call.input(z.object({ resource: resourceName, columns: columnLayout })).output(z.void()),
  },

  names: namesContract,
};
