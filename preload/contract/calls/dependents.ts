import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { filter, query, resourceName, selection } from '../query';

const call = oc.errors(errors);

/** Records that hang together with others by the keys that one side holds. */
export const dependentGroup = z.object({
  resource: resourceName,
  /** The field that holds the keys: of `resource` where it refers, else of the records that were asked about. */
  field: z.string(),
  /** `refers`: these hold the keys of the records asked about. `held`: theirs are held by those. */
  how: z.enum(['refers', 'held']),
  total: z.int(),
  /** Of the first few. */
  titles: z.array(z.string()),
  /** Opens the full list. */
  filters: z.array(filter),
});
export type DependentGroup = z.output<typeof dependentGroup>;

/** What hangs on records that are to be deleted, or were. From the data on this computer. */
export const dependentsContract = {
  /** Of a selection, at most MOST_EDITED records of it. */
  of: call.input(z.object({ query, selection })).output(z.array(dependentGroup)),
  /** Of the records that a draft is to delete. */
  ofDraft: call.input(z.object({ draft: z.string() })).output(z.array(dependentGroup)),
  /** What still refers to the records that a job has deleted. */
  ofDeleted: call.input(z.object({ job: z.string() })).output(z.array(dependentGroup)),
  /**
   * Records that a job created in the place of deleted ones, and what still refers to those: a bulk edit that replaces
   * each `from` by its `to` points them to the new one.
   */
  replaced: call.input(z.object({ job: z.string() })).output(
    z.object({
      pairs: z.array(z.object({ from: z.string(), to: z.string(), title: z.string() })),
      groups: z.array(dependentGroup),
    }),
  ),
};
