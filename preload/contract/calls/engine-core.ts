import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { bookmarksContract, titledRecord } from './bookmarks';
import { namesContract } from './names';
import { MAX_PASTED_VALUES } from '../pasted-lists';
import { errors } from '../failure';
import { live } from './live';
import {
  columnLayout,
  copyFormat,
  filter,
  collapsedGroups,
  query,
  row,
  savedView,
  selection,
  rowRange,
} from '../query';
import { resourceName } from '../resource-name';

const call = oc.errors(errors);

/** The records of one link, the first few by name. */
export const linkGroup = z.object({
  label: z.string(),
  resource: resourceName,
  total: z.number().int(),
  items: z.array(z.object({ key: z.string(), title: z.string(), subtitle: z.string() })),
  /** The filters of the full list. */
  filters: z.array(filter),
});
export type LinkGroup = z.output<typeof linkGroup>;

/** Search results of one list, best first: favorite and recent records before others. */
export const listHits = z.object({
  resource: resourceName,
  total: z.number().int(),
  /** The part of the best result that matches: its number, a favorite record, the start of its title, or any word. */
  best: z.enum(['number', 'favorite', 'title', 'word']),
  items: z.array(titledRecord),
});
export type ListHits = z.output<typeof listHits>;

/** Number of chosen rows with a number in a column, and the exact sum as decimal text. */
const columnTotal = z.object({ name: z.string(), count: z.number().int(), sum: z.string() });
export type ColumnTotal = z.output<typeof columnTotal>;

/** Calls of the first screen; the engine has them ready at start. */
export const coreContract = {
  /** Yields the current state, then the latest one after each change, at most four times a second. */
  live: call.output(eventIterator(live)),

  refresh: {
    /**
     * Starts a refresh, or joins the active one. With `complete`, it fetches every record, even if fetching the
     * changed ones would be enough.
     */
    start: call
      .input(
        z.object({
          resources: z.array(resourceName).optional(),
          resume: z.boolean().optional(),
          complete: z.boolean().optional(),
        }),
      )
      .output(z.object({ runId: z.number().int() })),
    cancel: call.output(z.void()),
    /** Resumes after a pause, e.g. when the credential was replaced. */
    resume: call.output(z.void()),
    /** Deletes the data on this computer and fetches all of it again. */
    rebuild: call.output(z.void()),
    dismissNotice: call.input(z.object({ id: z.string() })).output(z.void()),
  },

  records: {
    /**
     * Returns the rows `offset … offset + limit` of a query, and the total. In a grouped query, headings are
     * rows, collapsed rows are not, and `matching` counts the records. `names`: names of the IDs in the rows,
     * by list and ID, if known on this computer; `numbers`: the numbers that users know instead of these IDs.
     */
    window: call
      .input(
        z.object({
          query,
          columns: z.array(z.string()).max(100),
          offset: z.number().int().min(0),
          limit: z.number().int().min(1).max(500),
          collapsed: collapsedGroups.optional(),
        }),
      )
      .output(
        z.object({
          rows: z.array(row),
          total: z.number().int(),
          matching: z.number().int().optional(),
          version: z.number().int(),
          names: z.record(z.string(), z.record(z.string(), z.string())).optional(),
          numbers: z.record(z.string(), z.record(z.string(), z.string())).optional(),
        }),
      ),
    /**
     * Returns the position of a record or heading in a query, or null, to keep the scroll position after a
     * new sort.
     */
    position: call
      .input(z.object({ query, key: z.string(), collapsed: collapsedGroups.optional() }))
      .output(z.object({ index: z.number().int().nullable() })),
    /** Returns the record keys of a range, for range selection; at most 20,000. */
    keys: call
      .input(
        z.object({
          query,
          offset: z.number().int().min(0),
          limit: z.number().int().min(1).max(20_000),
          collapsed: collapsedGroups.optional(),
        }),
      )
      .output(z.object({ keys: z.array(z.string()) })),
    /** Returns a field's values within a query (ignoring the field's own filter), most frequent first. */
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
    /** Returns exact decimal sums of columns over a selection or range. */
    totals: call
      .input(
        z
          .object({ query, columns: z.array(z.string()).max(100) })
          .and(z.union([z.object({ selection }), z.object({ range: rowRange })])),
      )
      .output(z.array(columnTotal)),
    /** Returns pasted values that no record has in a field, as typed. */
    unmatchedValues: call
      .input(
        z.object({
          resource: resourceName,
          field: z.string(),
          values: z.array(z.string()).max(MAX_PASTED_VALUES),
        }),
      )
      .output(z.object({ missing: z.array(z.string()) })),
    /** Returns a field's lowest and highest value within the resource, for range filters. */
    extent: call
      .input(z.object({ resource: resourceName, field: z.string() }))
      .output(z.object({ from: z.string().nullable(), to: z.string().nullable() })),
    /** Returns one record as the service sent it; null if unknown. */
    get: call.input(z.object({ resource: resourceName, key: z.string() })).output(
      z
        .object({
          raw: z.string(),
          title: z.string(),
          fetchedAt: z.string(),
          /** Names of fields whose value did not fit; "" means the whole record. */
          drift: z.array(z.string()),
        })
        .nullable(),
    ),
    /** Returns a record's links in both directions: at most `limit` of each, and totals. */
    links: call
      .input(z.object({ resource: resourceName, key: z.string(), limit: z.number().int().max(50) }))
      .output(z.array(linkGroup)),
    /**
     * Copies cells to the clipboard as text and as a table, and yields progress. A selection includes a
     * heading line; a range, as in a spreadsheet, does not. The clipboard changes with the last response;
     * canceling earlier leaves it unchanged.
     */
    copy: call
      .input(
        z
          .object({ query, columns: z.array(z.string()).max(100), format: copyFormat })
          .and(z.union([z.object({ selection }), z.object({ range: rowRange })])),
      )
      .output(
        eventIterator(z.object({ rows: z.number().int(), total: z.number().int(), isDone: z.boolean() })),
      ),
    /** Returns the best results of each resource, and totals, for the command palette. */
    find: call
      .input(z.object({ text: z.string().max(200), limit: z.number().int().max(50) }))
      .output(z.array(listHits)),
  },

  views: {
    list: call.input(z.object({ resource: resourceName })).output(z.array(savedView)),
    /** Returns the view with this ID, or without an ID the default view; null if there is none. */
    get: call
      .input(z.object({ resource: resourceName, id: z.string().optional() }))
      .output(savedView.nullable()),
    /** With `id`, replaces that view, which stays a favorite or the default. */
    save: call
      .input(
        savedView
          .omit({ id: true, createdAt: true, favorite: true, isDefault: true })
          .extend({ id: z.string().optional(), columns: columnLayout.nullable().default(null) }),
      )
      .output(savedView),
    /** Sets or clears a view as favorite or default. */
    setFlags: call
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
