import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../failure';

const call = oc.errors(errors);

/** What is written down: every write, export, tax-id exchange and saved file. */
export const activityKind = z.enum([
  'tax-exchange',
  'tax-tokenise',
  'tax-reveal',
  'tax-export',
  'roi-send',
  'advisor-code-create',
  'advisor-code-delete',
  'fee-file-save',
  'fee-file-verify',
  'reconciliation-sign-off',
  'evidence-export',
  'activity-export',
]);
export type ActivityKind = z.output<typeof activityKind>;

export const activityOutcome = z.enum(['done', 'partly', 'refused', 'failed', 'cancelled', 'unknown']);
export type ActivityOutcome = z.output<typeof activityOutcome>;

/** Facts beside the count, such as a custodian or a file name. Never a tax id, a token, a key or a record. */
export const activityFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ActivityFacts = z.output<typeof activityFacts>;

export const activityEntry = z.object({
  seq: z.number().int(),
  /** ISO, UTC. */
  at: z.string(),
  /** Operating-system user. */
  user: z.string(),
  /** Name of the connection at that time. */
  connection: z.string(),
  kind: activityKind,
  /** Records, values or files it was about. */
  count: z.number().int(),
  facts: activityFacts,
  /** Null while it goes on, or when the program ended before its outcome was known. */
  outcome: activityOutcome.nullable(),
  endedAt: z.string().nullable(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

export const activityFilter = z.object({
  /** Words found in the user, the connection or the facts. */
  text: z.string().max(200).optional(),
  kinds: z.array(activityKind).optional(),
  outcomes: z.array(activityOutcome).optional(),
  /** Calendar dates in local time, both inclusive (yyyy-mm-dd). */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type ActivityFilter = z.output<typeof activityFilter>;

export const activityContract = {
  /** A page of the log, newest first. */
  list: call
    .input(
      z.object({
        filter: activityFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ entries: z.array(activityEntry), total: z.number().int() })),
  /** Recomputes the chain of hashes. `brokenAt` is the first entry that does not fit, or null. */
  verify: call.output(z.object({ entries: z.number().int(), brokenAt: z.number().int().nullable() })),
  /** Writes what the filter finds as CSV, with the hashes, to a file chosen before. */
  export: call
    .input(z.object({ filter: activityFilter, grant: z.string() }))
    .output(z.object({ entries: z.number().int() })),
};
