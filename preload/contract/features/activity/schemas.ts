import { z } from 'zod';
import { mergeTables } from '../../feature';
import { FEATURES } from '..';
import { activityOutcome } from './outcome';

/** Everything recorded in the activity log, with labels; the log's search matches them too. */
const LABELS = {
  ...mergeTables(FEATURES.flatMap((feature) => ('activity' in feature ? [feature.activity] : []))),
  'records-copy': 'Records copied',
  'records-export': 'Records exported',
  backup: 'Saved work backed up',
  'backup-restore': 'Saved work restored from a backup',
  'saved-work-lost': 'Saved work opened with a part missing',
  'saved-work-rescued': 'Saved work rescued from a damaged file',
};
export type ActivityKind = keyof typeof LABELS;
export const ACTIVITY_LABELS: Readonly<Record<ActivityKind, string>> = LABELS;
export const activityKind = z.enum(Object.keys(LABELS) as [ActivityKind, ...ActivityKind[]]);

/**
 * Details besides the count, such as a custodian or a file name. Never a tax ID, a key or record content.
 * Records whose tax IDs were shown are listed by ID, or by token if no record is known.
 */
export const activityFacts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ActivityFacts = z.output<typeof activityFacts>;

export const activityEntry = z.object({
  seq: z.number().int(),
  /** ISO, UTC. */
  at: z.string(),
  /** The user's name: a team member's name on the team, otherwise that of the operating system. */
  user: z.string(),
  /** Name of the connection at that time. */
  connection: z.string(),
  kind: activityKind,
  /** Number of records, values or files. */
  count: z.number().int(),
  facts: activityFacts,
  /** Null while it runs, or if the app ended before the outcome was known. */
  outcome: activityOutcome.nullable(),
  /** Started in this run of the app and still active. */
  isRunning: z.boolean(),
  endedAt: z.string().nullable(),
});
export type ActivityEntry = z.output<typeof activityEntry>;
