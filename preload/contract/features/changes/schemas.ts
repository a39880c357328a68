import { z } from 'zod';
import { resourceName } from '../../resource-name';

export const changeKind = z.enum(['new', 'changed', 'removed']);
export type ChangeKind = z.output<typeof changeKind>;

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

/** Changes since the previous visit, by list, split into those made in the app and others. */
export const changesSinceVisit = z.object({
  /** When that visit ended (ISO, UTC); null: this is the first. */
  since: z.string().nullable(),
  lists: z.array(z.object({ resource: resourceName, inApp: z.int(), inService: z.int() })),
});
export type ChangesSinceVisit = z.output<typeof changesSinceVisit>;
