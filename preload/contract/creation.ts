import { z } from 'zod';
import { jsonText } from './edit';
import { rowRemark } from './job';

/** A field and the text that it is to have. */
export const wantedField = z.object({
  field: z.string(),
  after: jsonText,
  /** What speaks against it, in a row that is never sent. */
  remark: rowRemark.optional(),
});
export type WantedField = z.output<typeof wantedField>;

/**
 * A row of the jobs `….create`: one record that is to be created, with the exact texts it is sent with. One that is there
 * while some fields are not as wanted is refused with the remark `created-incomplete`: its `id`, and `fields` by name.
 */
export const createLine = z.object({
  /** Key of the record where it was created before, and only the fields that follow are left; else null. */
  key: z.string().nullable(),
  title: z.string(),
  subtitle: z.string(),
  /** Line of the spreadsheet or paste, from 1. */
  line: z.int().nullable(),
  /** The fields of the create body (spec 4.6), slug included, in the descriptor's order. */
  body: z.array(wantedField),
  /** Editable fields that the create body does not take: they follow as a PUT of the record just created. */
  follow: z.array(wantedField),
  /** Keys of records that had the same name before: none of them is the one created. */
  others: z.array(z.string()),
  /** Key of the deleted record that it stands for; null where it stands for none. */
  instead: z.string().nullable(),
});
export type CreateLine = z.output<typeof createLine>;

/** A row of the jobs `….remove`: one record that is to be deleted, and all that was known of it. */
export const removeLine = z.object({
  key: z.string(),
  title: z.string(),
  subtitle: z.string(),
  line: z.int().nullable(),
  /** Its JSON text as the service last told it, from which an undo creates it again. */
  raw: z.string(),
  /** It undoes a creation: the record is deleted only while its name and slug are those that were created. */
  undoes: z.boolean().optional(),
});
export type RemoveLine = z.output<typeof removeLine>;
