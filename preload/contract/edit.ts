import { z } from 'zod';
import { failure } from './failure';
import type { FieldKind } from './fields';
import { rowRemark } from './job';
import { resourceName } from './query';

/**
 * A value as JSON text, exactly as it stands or will stand in a record: `"68778"`, `0.10`, `null`. Never a double: ids
 * above 2^53 and the digits of money survive.
 */
export const jsonText = z.string().max(1_000_000);

/** One change of a field, for one record or for many. `set` to `null` is "none", where the field allows it. */
export const fieldEdit = z.discriminatedUnion('op', [
  z.object({ op: z.literal('set'), field: z.string(), json: jsonText }),
  /** For lists of ids: each item as JSON text. What a list has already is not added twice. */
  z.object({ op: z.literal('add'), field: z.string(), items: z.array(jsonText).min(1) }),
  z.object({ op: z.literal('remove'), field: z.string(), items: z.array(jsonText).min(1) }),
  /** One id by another, in lists and in single fields; records without it stay as they are. */
  z.object({ op: z.literal('replace'), field: z.string(), from: jsonText, to: jsonText }),
]);
export type FieldEdit = z.output<typeof fieldEdit>;

export const draftKind = z.enum(['edit', 'create', 'remove']);
export type DraftKind = z.output<typeof draftKind>;

/** Where a draft comes from: the form of one record, a selection, a spreadsheet or paste, an undo, or a computed plan. */
export const draftOrigin = z.enum(['form', 'bulk', 'import', 'undo', 'plan']);

/**
 * How a row of a draft stands. `ready`: would be sent. `unchanged`: the record is as wanted already. `wrong`: a value, a
 * key or a line that cannot be sent; its remark says why. `conflict`: the service has another value than the one the edit
 * was made from. `gone`: the record is not there any more.
 */
export const draftRowState = z.enum(['ready', 'unchanged', 'wrong', 'conflict', 'gone']);
export type DraftRowState = z.output<typeof draftRowState>;

/**
 * What speaks against the value of a field, as code of its remark; `not-money`, `not-ids` for a value that is none of the
 * field's kind. `out-of-range`, and those of kinds, may have the facts `least` and `most`. Of a row as a whole: `no-id`.
 */
export type ValueRemark =
  'not-editable' | 'not-json' | 'no-null' | 'not-a-list' | 'out-of-range' | `not-${FieldKind}`;

/** What a draft does to one field. Undefined texts: the record does not have the field. */
export const draftField = z.object({
  field: z.string(),
  /** As it was when the edit was made; what an undo would write again. */
  before: jsonText.optional(),
  /** As it is to be. */
  after: jsonText,
  /** As the service has it now, where that is neither of the two: a conflict. */
  theirs: jsonText.optional(),
  /** When that value was sent from here, where it was (ISO, UTC): a conflict with oneself. */
  sentAt: z.string().optional(),
  /** What speaks against the value; it is not sent. */
  remark: rowRemark.nullable(),
});
export type DraftField = z.output<typeof draftField>;

export const draftRow = z.object({
  index: z.int(),
  /** Key of the record; null: it is to be created. */
  key: z.string().nullable(),
  title: z.string(),
  subtitle: z.string(),
  /** Line of the spreadsheet or paste, from 1. */
  line: z.int().nullable(),
  state: draftRowState,
  fields: z.array(draftField),
  remark: rowRemark.nullable(),
});
export type DraftRow = z.output<typeof draftRow>;

/** What a draft does to the values that its records have in one field: how many records, by what becomes of the value. */
export const overwrite = z.object({
  field: z.string(),
  /** There is no value, and it gets one. */
  filled: z.int(),
  /** Another value, or a list that loses some items and gets others. */
  replaced: z.int(),
  /** A list that keeps its items and gets more. */
  extended: z.int(),
  /** A list that loses some of its items. */
  shortened: z.int(),
  /** The value is removed. */
  emptied: z.int(),
});
export type Overwrite = z.output<typeof overwrite>;

/** Edits that are written and not sent; kept in the workspace, offline too, until they are sent or discarded. */
export const draft = z.object({
  id: z.string(),
  resource: resourceName,
  kind: draftKind,
  origin: draftOrigin,
  total: z.int(),
  counts: z.record(draftRowState, z.int()),
  /** Of the ready rows of a draft of creations: those whose record is there, and is only finished. Absent where there are none. */
  finishes: z.int().optional(),
  /** Key and title of the record, where it is one; a key, where it is there already. */
  key: z.string().nullable(),
  title: z.string().nullable(),
  /** The shared edits of a selection; those of a form or an import stand in its rows. */
  edits: z.array(fieldEdit),
  /** The job that it undoes, or that it tries again. */
  of: z.string().nullable(),
  /** Name of the file it was read from. */
  file: z.string().nullable(),
  /** ISO, UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When its records were last read from the service; null: never, it was compared with the data on this computer. */
  checkedAt: z.string().nullable(),
  /** When the backup was made that it was restored from (ISO, UTC): it may have been sent since. Null: it was made here. */
  restored: z.string().nullish(),
  /** The service is being read for it. */
  checking: z.boolean(),
  checkFailure: failure.nullable(),
});
export type Draft = z.output<typeof draft>;

/** A row of the jobs `….edit`: one record, with the exact texts that an undo, and a look at the service, need. */
export const editLine = z.object({
  key: z.string(),
  title: z.string(),
  subtitle: z.string(),
  line: z.int().nullable(),
  fields: z.array(z.object({ field: z.string(), before: jsonText.optional(), after: jsonText })),
});
export type EditLine = z.output<typeof editLine>;

/** A value that was sent, under an answer of success that does not show it, and that no reading has shown since. */
export const unconfirmed = z.object({
  key: z.string(),
  field: z.string(),
  json: jsonText,
  /** When it was sent; ISO, UTC. */
  at: z.string(),
});
export type Unconfirmed = z.output<typeof unconfirmed>;

/** Records that one draft takes. */
export const MOST_EDITED = 10_000;
/** Above this many records, the number is typed before it is sent. */
export const TYPED_ABOVE = 100;
