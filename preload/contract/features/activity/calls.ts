import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';
import { activityEntry, activityKind } from './schemas';
import { activityOutcome } from './outcome';

const call = oc.errors(errors);

export const activityFilter = z.object({
  /** Words to find in the user, the connection, the facts, or the label of the kind. */
  text: z.string().max(200).optional(),
  kinds: z.array(activityKind).max(activityKind.options.length).optional(),
  /** `unknown` also matches entries without a recorded end, including running ones. */
  outcomes: z.array(activityOutcome).max(activityOutcome.options.length).optional(),
  /** Local calendar dates, inclusive (yyyy-mm-dd). */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type ActivityFilter = z.output<typeof activityFilter>;

/** Where the hash chain breaks. */
export const activityBreak = z.object({
  /** Number of the first line that does not match, from 1. */
  line: z.number().int(),
  /**
   * `changed`: the line was altered, or another was inserted before it. `missing`: it is absent, but later
   * lines exist. `cut`: it and all later lines are absent. `added`: this app did not write it.
   */
  how: z.enum(['changed', 'missing', 'cut', 'added']),
  /** When the last valid line was written (ISO, UTC); null if there is none. */
  lastGood: z.string().nullable(),
});
export type ActivityBreak = z.output<typeof activityBreak>;

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
