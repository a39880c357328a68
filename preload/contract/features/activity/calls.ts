import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { activityFilter, activityEntry, activityBreak } from './schemas';

const call = oc.errors(errors);

export const activityContract = {
  /** Returns a page of the log, newest first. */
  list: call
    .input(
      z.object({
        filter: activityFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ entries: z.array(activityEntry), total: z.number().int() })),
  /**
   * Verifies the hash chain over all lines. An entry has one line for its start and one for its end; an action
   * logged when it was complete has a single line.
   */
  verify: call.output(
    z.object({
      entries: z.number().int(),
      lines: z.number().int(),
      broken: activityBreak.nullable(),
      /**
       * How many lines at the start came with a backup; only later ones are known to be written on this
       * computer.
       */
      restored: z.number().int().optional(),
    }),
  ),
  /** Writes the matching entries as CSV, with hashes, to a chosen file. */
  export: call
    .input(z.object({ filter: activityFilter, grant: z.string() }))
    .output(z.object({ entries: z.number().int() })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly activity: typeof activityContract;
  }
}
