import { z } from 'zod';

/** A field before and after, as the service's exact JSON texts. Null: the field was absent. */
export const fieldChange = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** A tax ID or its token: only the fact of the change is stored, never the values. */
  hidden: z.literal(true).optional(),
});
export type FieldChange = z.output<typeof fieldChange>;

/** Run ID of changes made in the app instead of found by a refresh. */
export const MADE_IN_APP = 0;
