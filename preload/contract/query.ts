import { z } from 'zod';
import { MAX_LISTED_LENGTH, MAX_PASTED_VALUES } from './pasted-lists';
import { resourceName } from './resource-name';
import { resourceNamed, type ResourceName } from './resources';

/** One removable chip of the filter bar. Null in `values` means empty. */
export const filter = z.discriminatedUnion('op', [
  /** Any of the values; for lists (ids, texts): contains any of them. */
  z.object({ op: z.literal('in'), field: z.string(), values: z.array(z.string().nullable()).min(1) }),
  /** Numbers and dates as text; bounds are inclusive unless `exclusive`. */
  z.object({
    op: z.literal('range'),
    field: z.string(),
    from: z.string().optional(),
    to: z.string().optional(),
    exclusive: z.literal(true).optional(),
  }),
  /** Excludes these values; null excludes empty cells. */
  z.object({ op: z.literal('not-in'), field: z.string(), values: z.array(z.string().nullable()).min(1) }),
  /** Part of the text, ignoring case; with `at`, its beginning or end. */
  z.object({
    op: z.literal('contains'),
    field: z.string(),
    text: z.string().min(1),
    at: z.enum(['start', 'end']).optional(),
  }),
  /** Any of a pasted list, as typed; compared as by `comparisonForm`. */
  z.object({
    op: z.literal('listed'),
    field: z.string(),
    values: z.array(z.string().min(1).max(MAX_LISTED_LENGTH)).min(1).max(MAX_PASTED_VALUES),
  }),
  /** From this many days ago until today, evaluated at query time (`resolveLastDays`). */
  z.object({ op: z.literal('last-days'), field: z.string(), days: z.number().int().min(1).max(36_500) }),
]);
export type Filter = z.output<typeof filter>;

export const sortStep = z.object({ field: z.string(), descending: z.boolean() });
export type SortStep = z.output<typeof sortStep>;
/** A sort by one column, and by further ones if rows are equal. */
export const sort = sortStep.extend({ next: z.array(sortStep).max(3).optional() });
export type Sort = z.output<typeof sort>;

/** Rows under a heading per value of a column; within a group, rows keep the query's order. */
const grouping = z.object({ field: z.string(), order: z.enum(['rising', 'falling', 'largest']) });
export type Grouping = z.output<typeof grouping>;

/** Selects and sorts records. A selection of "all matches" is a query, not a list. */
export const query = z.object({
  resource: resourceName,
  search: z.string().max(200),
  filters: z.array(filter).max(40),
  sort,
  group: grouping.optional(),
});
export type Query = z.output<typeof query>;

/** Returns the query of all records of a list, or of those that match the filters, in the list's order. */
export const allRecordsQuery = (resource: ResourceName, filters: Filter[] = []): Query => ({
  resource,
  search: '',
  filters,
  sort: resourceNamed(resource).sort,
});

/** Returns all sort columns, with the group's column first. */
export function sortStepsOf({
  sort: { next = [], ...first },
  group,
}: Pick<Query, 'sort' | 'group'>): SortStep[] {
  const steps = [first, ...next];
  if (!group) return steps;
  const { field, order } = group;
  return [{ field, descending: order === 'falling' }, ...steps.filter((step) => step.field !== field)];
}

export const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.output<typeof cell>;

/** Collapsed groups: these, or all but these. */
export const collapsedGroups = z.object({
  kind: z.enum(['these', 'all-but']),
  values: z.array(cell).max(20_000),
});
export type CollapsedGroups = z.output<typeof collapsedGroups>;

/** A group heading: the shared value and the number of rows. */
const rowGroup = z.object({ value: cell, count: z.number().int(), isCollapsed: z.boolean() });
export type RowGroup = z.output<typeof rowGroup>;
/** Returns the key of a heading, distinct from record keys. */
export const groupKey = (value: Cell): string => `group:${JSON.stringify(value)}`;

/** One row of a window. `key` identifies the record; cells follow the requested columns. */
export const row = z.object({
  key: z.string(),
  /** True if the record did not fit its schema and was stored as received. */
  isDrifted: z.boolean(),
  cells: z.array(cell),
  /** Set for a heading instead of a record; its cells are the sums of summable columns. */
  group: rowGroup.optional(),
});
export type Row = z.output<typeof row>;

/** The user's selection: single records, ranges as keys, or all matches except some. */
export const selection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: z.array(z.string()).max(20_000) }),
  z.object({ kind: z.literal('all'), except: z.array(z.string()).max(20_000) }),
]);
export type Selection = z.output<typeof selection>;

/**
 * A range of a query's rows; in a grouped query, headings and collapsed groups count as shown. `keys`: its records, if
 * they are known, which may have moved since they were shown.
 */
export const rowRange = z.object({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1),
  collapsed: collapsedGroups.optional(),
  keys: z.array(z.string()).max(20_000).optional(),
});
export type RowRange = z.output<typeof rowRange>;

/** Forms of copied rows: as shown in the list, or as the service sends them. */
export const copyFormat = z.enum(['shown', 'raw']);
export type CopyFormat = z.output<typeof copyFormat>;

/** The user's arrangement of a grid, in array order. */
export const columnLayout = z.array(
  z.object({
    name: z.string(),
    width: z.number().int().min(30).max(2000),
    shown: z.boolean(),
    pinned: z.boolean(),
  }),
);
export type ColumnLayout = z.output<typeof columnLayout>;

/** A named view: a query with its columns. */
export const savedView = z.object({
  id: z.string(),
  resource: resourceName,
  name: z.string().trim().min(1).max(80),
  query: query.omit({ resource: true }),
  /** Null: the columns as last used. */
  columns: columnLayout.nullable(),
  /** True if shown in the sidebar. */
  favorite: z.boolean(),
  /** True if the list opens with it. */
  isDefault: z.boolean(),
  createdAt: z.string(),
});
export type SavedView = z.output<typeof savedView>;
