import { z } from 'zod';
import { failure } from './failure';
import type { FieldKind } from './fields';
import { rowIssue, type JobFacts } from './job';
import { resourceName } from './resource-name';
import type { Resource } from './resource';

/**
 * A value as exact JSON text: `"68778"`, `0.10`, `null`. Never a double, so that IDs above 2^53 and the
 * digits of money survive.
 */
export const jsonTextSchema = z.string().max(1_000_000);

/** A change of one field, for one or more records. `set` to `null` means "none", if the field allows it. */
export const fieldEdit = z.discriminatedUnion('op', [
  z.object({ op: z.literal('set'), field: z.string(), json: jsonTextSchema }),
  /** For ID lists: each item as JSON text. Existing items are not added twice. */
  z.object({ op: z.literal('add'), field: z.string(), items: z.array(jsonTextSchema).min(1) }),
  z.object({ op: z.literal('remove'), field: z.string(), items: z.array(jsonTextSchema).min(1) }),
  /**
   * Appends to a text, after a space unless one is there. A text that already ends with it stays unchanged, so that a
   * repeated edit appends only once.
   */
  z.object({ op: z.literal('append'), field: z.string(), json: jsonTextSchema }),
  /** Replaces one ID with another, in lists and single fields; other records stay unchanged. */
  z.object({ op: z.literal('replace'), field: z.string(), from: jsonTextSchema, to: jsonTextSchema }),
]);
export type FieldEdit = z.output<typeof fieldEdit>;

export const draftKind = z.enum(['edit', 'create', 'remove']);
export type DraftKind = z.output<typeof draftKind>;

/** The value to keep in a conflict: the edit's, or the service's. */
export const conflictChoice = z.enum(['mine', 'theirs']);
export type ConflictChoice = z.output<typeof conflictChoice>;
/** Choices by field; a field without one is undecided. */
export type ConflictChoices = Readonly<Record<string, ConflictChoice>>;

/**
 * The source of a draft: a record form, a selection, a spreadsheet or paste, an undo, a computed plan, or
 * cells edited in a list.
 */
export const draftOrigin = z.enum(['form', 'bulk', 'import', 'undo', 'plan', 'cells']);

/**
 * `ready`: will be sent. `unchanged`: already as wanted. `wrong`: cannot be sent; its issue says why.
 * `conflict`: the service's value is not the one that the edit was based on. `gone`: the record no longer exists.
 */
export const draftRowState = z.enum(['ready', 'unchanged', 'wrong', 'conflict', 'gone']);
export type DraftRowState = z.output<typeof draftRowState>;

/**
 * Code of a value error; `not-money`, `not-ids` for the wrong type. `out-of-range` and type errors may have
 * the facts `least` and `most`.
 */
export type ValueIssue =
  | 'not-editable'
  | 'not-json'
  | 'no-null'
  | 'not-a-list'
  | 'out-of-range'
  | 'year-out-of-range'
  | `not-${FieldKind}`;

/** A draft's change of one field. A value is undefined if its record lacks the field. */
export const draftField = z.object({
  field: z.string(),
  /** The value the edit was based on; an undo writes it again. */
  before: jsonTextSchema.optional(),
  /** The wanted value. */
  after: jsonTextSchema,
  /** The service's current value, if it is neither of the two: a conflict. */
  theirs: jsonTextSchema.optional(),
  /** When this app sent that value (ISO, UTC), if it did: a conflict with the user's own edit. */
  sentAt: z.string().optional(),
  /** An error that keeps the value from being sent. */
  issue: rowIssue.nullable(),
});
export type DraftField = z.output<typeof draftField>;

export const draftRow = z.object({
  index: z.int(),
  /** Key of the record; null for a new one. */
  key: z.string().nullable(),
  title: z.string(),
  subtitle: z.string(),
  /** Line of the spreadsheet or paste, from 1. */
  line: z.int().nullable(),
  state: draftRowState,
  fields: z.array(draftField),
  issue: rowIssue.nullable(),
});
export type DraftRow = z.output<typeof draftRow>;

/** Effect of a draft on the existing values of one field: numbers of records, by what happens to their value. */
export const overwrite = z.object({
  field: z.string(),
  /** The field was empty and gets a value. */
  filled: z.int(),
  /** The field gets another value, or its list loses some items and gets others. */
  replaced: z.int(),
  /** A list keeps its items and gets more, or a text gets longer after an unchanged beginning. */
  extended: z.int(),
  /** A list that loses some of its items. */
  shortened: z.int(),
  /** The value is removed. */
  emptied: z.int(),
});
export type Overwrite = z.output<typeof overwrite>;

/** Unsent changes, kept in the workspace until they are sent or discarded; they need no network. */
export const draft = z.object({
  id: z.string(),
  resource: resourceName,
  kind: draftKind,
  origin: draftOrigin,
  total: z.int(),
  counts: z.record(draftRowState, z.int()),
  /** In a draft of new records: ready rows whose record exists and only needs completing. Absent if none. */
  toComplete: z.int().optional(),
  /** Key and title if the draft has one record; the key only if the record exists. */
  key: z.string().nullable(),
  title: z.string().nullable(),
  /** The shared edits of a selection; those of a form or import are in its rows. */
  edits: z.array(fieldEdit),
  /** The job that it undoes or repeats. */
  sourceJob: z.string().nullable(),
  /** Name of the source file. */
  file: z.string().nullable(),
  /** ISO, UTC. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When its records were last read from the service; null: never, it was compared with local data. */
  checkedAt: z.string().nullable(),
  /**
   * Time of the backup that it was restored from (ISO, UTC): it may have been sent since. Null: created on
   * this computer.
   */
  restored: z.string().nullish(),
  /** It is offered to a colleague, or a colleague has taken it over: it can neither be changed nor sent here. */
  isHandedOver: z.boolean().optional(),
  /** A rule of the team requires a second person for it, whether or not one has approved. */
  needsSecondPerson: z.boolean().optional(),
  /** Its records are being read from the service. */
  isChecking: z.boolean(),
  checkFailure: failure.nullable(),
});
export type Draft = z.output<typeof draft>;

/** A row of a `<resource>.edit` job: one record with the exact texts needed to undo and verify. */
export const editLine = z.object({
  key: z.string(),
  title: z.string(),
  subtitle: z.string(),
  line: z.int().nullable(),
  fields: z.array(
    z.object({
      field: z.string(),
      before: jsonTextSchema.optional(),
      after: jsonTextSchema,
      /** The error that kept the row from being sent. */
      issue: rowIssue.optional(),
    }),
  ),
  /** Fields that already had the wanted value when the record was last read before sending. Absent if none. */
  unchangedFields: z.array(z.string()).optional(),
});
export type EditLine = z.output<typeof editLine>;

/** Returns the names of the fields that an edit job sent. Jobs of earlier versions stored only their labels. */
export function editedFields({ names, fields }: JobFacts, resource: Resource): string[] {
  if (typeof names === 'string') return names.split(',');
  const labels = String(fields ?? '').split(', ');
  return Object.entries(resource.fields).flatMap(([name, { label }]) =>
    labels.includes(label) ? [name] : [],
  );
}

/** A value that was sent successfully but that no response or read has confirmed. */
export const unconfirmedValue = z.object({
  key: z.string(),
  field: z.string(),
  json: jsonTextSchema,
  /** When it was sent; ISO, UTC. */
  at: z.string(),
});
export type UnconfirmedValue = z.output<typeof unconfirmedValue>;

/** Maximum number of records in a draft. */
export const MAX_DRAFT_RECORDS = 10_000;
/** Above this many records, the user types the number to confirm. */
export const TYPED_CONFIRMATION_ABOVE = 100;
