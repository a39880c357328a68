import { z } from 'zod';
import { LONGEST_LISTED, MOST_LISTED } from './domain/listed';
import { RESOURCE_NAMES } from './resources';

export const resourceName = z.enum(RESOURCE_NAMES);

/** One removable chip of the filter bar. Null in `values` means "empty". */
export const filter = z.discriminatedUnion('op', [
  /** Any of the values; for lists (ids, texts): holds any of them. */
  z.object({ op: z.literal('in'), field: z.string(), values: z.array(z.string().nullable()).min(1) }),
  /** Numbers and dates as text; the bounds belong to it unless it is `exclusive`. */
  z.object({
    op: z.literal('range'),
    field: z.string(),
    from: z.string().optional(),
    to: z.string().optional(),
    exclusive: z.literal(true).optional(),
  }),
  /** None of the values; null: what is empty is left out. */
  z.object({ op: z.literal('not-in'), field: z.string(), values: z.array(z.string().nullable()).min(1) }),
  /** A part of the text, in whichever letters; with `at`, its beginning or its end. */
  z.object({
    op: z.literal('contains'),
    field: z.string(),
    text: z.string().min(1),
    at: z.enum(['start', 'end']).optional(),
  }),
  /** Any of a list that people pasted, as they wrote it; compared as domain/listed.ts says. */
  z.object({
    op: z.literal('listed'),
    field: z.string(),
    values: z.array(z.string().min(1).max(LONGEST_LISTED)).min(1).max(MOST_LISTED),
  }),
  /** From so many days before today up to today, whenever it is asked (domain/relative-days.ts). */
  z.object({ op: z.literal('last-days'), field: z.string(), days: z.number().int().min(1).max(36_500) }),
]);
export type Filter = z.output<typeof filter>;

export const sortStep = z.object({ field: z.string(), descending: z.boolean() });
export type SortStep = z.output<typeof sortStep>;
/** By a column, and then by others where rows are equal in it. */
export const sort = sortStep.extend({ next: z.array(sortStep).max(3).optional() });
export type Sort = z.output<typeof sort>;

/** Rows under headings, one for each value of a column; within a group they stand in the order of the query. */
const grouping = z.object({ field: z.string(), order: z.enum(['rising', 'falling', 'largest']) });
export type Grouping = z.output<typeof grouping>;

/** Which records, in which order. A selection of "all that match" is this, not a list. */
export const query = z.object({
  resource: resourceName,
  search: z.string().max(200),
  filters: z.array(filter).max(40),
  sort,
  group: grouping.optional(),
});
export type Query = z.output<typeof query>;

/** All columns in whose order the rows stand: that of their groups comes first. */
export function orderOf({ sort: { next = [], ...first }, group }: Pick<Query, 'sort' | 'group'>): SortStep[] {
  const steps = [first, ...next];
  if (!group) return steps;
  const { field, order } = group;
  return [{ field, descending: order === 'falling' }, ...steps.filter((step) => step.field !== field)];
}

export const cell = z.union([z.string(), z.number(), z.null()]);
export type Cell = z.output<typeof cell>;

/** Groups whose rows are put away: these, or all but these. */
export const folded = z.object({ kind: z.enum(['these', 'all-but']), values: z.array(cell).max(20_000) });
export type Folded = z.output<typeof folded>;

/** The heading of a group: the value its rows share, and how many they are. */
const rowGroup = z.object({ value: cell, count: z.number().int(), isFolded: z.boolean() });
export type RowGroup = z.output<typeof rowGroup>;
/** The key of a heading, among the keys of records. */
export const groupKey = (value: Cell): string => `group:${JSON.stringify(value)}`;

/** One row of a window: `key` names the record; cells are in the order of the columns asked for. */
export const row = z.object({
  key: z.string(),
  /** The record did not fit its schema and was kept as it came. */
  drifted: z.boolean(),
  cells: z.array(cell),
  /** It is no record but a heading; its cells are the sums of the columns that are added up. */
  group: rowGroup.optional(),
});
export type Row = z.output<typeof row>;

/** What a person has marked: single records, ranges as keys, or everything that matches but some. */
export const selection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: z.array(z.string()).max(20_000) }),
  z.object({ kind: z.literal('all'), except: z.array(z.string()).max(20_000) }),
]);
export type Selection = z.output<typeof selection>;

/** Rows of a query that stand below one another; where it is grouped, headings and what is put away count as they are shown. */
export const stretch = z.object({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1),
  folded: folded.optional(),
});
export type Stretch = z.output<typeof stretch>;

/** How rows are copied: in the words of the list, or as the service sends them. */
export const copyForm = z.enum(['shown', 'raw']);
export type CopyForm = z.output<typeof copyForm>;

/** How a person arranged a grid: order is that of the array. */
export const columnLayout = z.array(
  z.object({
    name: z.string(),
    width: z.number().int().min(30).max(2000),
    shown: z.boolean(),
    pinned: z.boolean(),
  }),
);
export type ColumnLayout = z.output<typeof columnLayout>;

/** A saved view: a query with the columns it is looked at in, under a name. */
export const savedView = z.object({
  id: z.string(),
  resource: resourceName,
  name: z.string().trim().min(1).max(80),
  query: query.omit({ resource: true }),
  /** Null: the columns as they were left the last time. */
  columns: columnLayout.nullable(),
  /** Stands in the sidebar. */
  favorite: z.boolean(),
  /** The list opens with it. */
  isDefault: z.boolean(),
  createdAt: z.string(),
});
export type SavedView = z.output<typeof savedView>;
