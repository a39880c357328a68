import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { refreshRun } from '../../calls/live';
import { changesSinceVisit, changeFilter, change, historySize } from './schemas';

const call = oc.errors(errors);

/** Filter options: each value with its number of changes. */
const counted = z.array(z.object({ value: z.string(), count: z.number().int() }));

/** The change history, which outlives the cache. */
export const changesContract = {
  /** Returns refreshes, newest first. */
  runs: call
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number().int(), items: z.array(refreshRun) })),
  /** Returns the last completed refresh and the last of all; null if none. */
  latest: call.output(z.object({ completed: refreshRun.nullable(), last: refreshRun.nullable() })),
  /** Called by the Today screen; counts as a visit if the user is there. */
  sinceVisit: call.input(z.object({ isPresent: z.boolean() })).output(changesSinceVisit),
  /** Returns a page of the matching changes, newest first. */
  list: call
    .input(
      z.object({
        filter: changeFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number().int(), items: z.array(change) })),
  /** Returns the filter options with counts; each option ignores its own part of the filter. */
  facets: call
    .input(z.object({ filter: changeFilter }))
    .output(z.object({ resources: counted, kinds: counted, fields: counted, custodians: counted })),
  /** Writes matching changes as CSV to a chosen file: a line per field, or one for a change without fields. */
  export: call
    .input(z.object({ filter: changeFilter, grant: z.string() }))
    .output(z.object({ changes: z.number().int() })),
  size: call.output(historySize),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly changes: typeof changesContract;
  }
}
