import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';
import { filter, query, selection } from '../query';
import { resourceName } from '../resource-name';

const call = oc.errors(errors);

/** Records related to others by a key field. */
export const dependentGroup = z.object({
  resource: resourceName,
  /** The key field: of `resource` if it is referencing, otherwise of the given records. */
  field: z.string(),
  /** `referencing`: these have the keys of the given records. `referenced`: the given records have theirs. */
  relation: z.enum(['referencing', 'referenced']),
  total: z.int(),
  /** Titles of the first few. */
  titles: z.array(z.string()),
  /** Opens the full list. */
  filters: z.array(filter),
});
export type DependentGroup = z.output<typeof dependentGroup>;

/** The records on this computer that are related to others. */
export const dependentRecords = z.object({
  groups: z.array(dependentGroup),
  /** Lists whose records may refer to those, too, because they are not downloaded completely. */
  incompleteLists: z.array(resourceName),
});
export type DependentRecords = z.output<typeof dependentRecords>;

/** Records that depend on deleted or to-be-deleted ones, from the data on this computer. */
export const dependentsContract = {
  /** For a selection of at most MAX_DRAFT_RECORDS records. */
  find: call.input(z.object({ query, selection })).output(dependentRecords),
  /** For the records that a draft deletes. */
  ofDraft: call.input(z.object({ draft: z.string() })).output(dependentRecords),
  /** Returns records that still refer to records a job deleted. */
  ofDeleted: call.input(z.object({ job: z.string() })).output(dependentRecords),
  /**
   * Returns records that a job created to replace deleted ones, and those that still refer to the deleted
   * ones. A bulk edit that replaces `from` with `to` updates the references.
   */
  replaced: call.input(z.object({ job: z.string() })).output(
    z.object({
      pairs: z.array(z.object({ from: z.string(), to: z.string(), title: z.string() })),
      groups: z.array(dependentGroup),
    }),
  ),
};
