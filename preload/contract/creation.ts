import { z } from 'zod';
import { jsonTextSchema } from './edit';
import { rowIssue } from './job';

/** A field and its wanted JSON text. */
export const wantedField = z.object({
  field: z.string(),
  after: jsonTextSchema,
  /** An error that keeps the row from being sent. */
  issue: rowIssue.optional(),
});
export type WantedField = z.output<typeof wantedField>;

/**
 * A row of a `<resource>.create` job: one record to create, with the exact texts to send. If the record is created but
 * some fields differ, the row is refused with the issue `created-incomplete`. Its facts: the record's `id`, the names of
 * the fields that differ (`fields`), and of those that its readings lack (`lacks`), so that no PUT was sent.
 */
export const createLine = z.object({
  /** Key of the record if it already exists, and only the fields that it lacks are written; otherwise null. */
  key: z.string().nullable(),
  title: z.string(),
  subtitle: z.string(),
  /** Line of the spreadsheet or paste, from 1. */
  line: z.int().nullable(),
  /** The fields of the create body (spec 4.6), slug included, in descriptor order. */
  body: z.array(wantedField),
  /** Editable fields that the create body does not accept: written by a PUT after the record exists. */
  follow: z.array(wantedField),
  /** Keys of existing records with the same name or title, none of which is the new one. */
  others: z.array(z.string()),
  /** Key of the deleted record that it replaces; null if none. */
  instead: z.string().nullable(),
});
export type CreateLine = z.output<typeof createLine>;

/** A row of a `<resource>.remove` job: one record to delete, with all known data. */
export const removeLine = z.object({
  key: z.string(),
  title: z.string(),
  subtitle: z.string(),
  line: z.int().nullable(),
  /** The record's last JSON text, from which an undo creates it again. */
  raw: z.string(),
  /** It undoes a creation: the record is deleted only while its name and slug are those that were created. */
  undoes: z.boolean().optional(),
});
export type RemoveLine = z.output<typeof removeLine>;
