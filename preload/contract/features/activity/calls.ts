import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errors } from '../../failure';

const call = oc.errors(errors);

/** Everything recorded in the activity log: writes, exports, tax-ID exchanges and saved files. */
export const activityKind = z.enum([
  'tax-exchange',
  'tax-tokenise',
  'tax-reveal',
  'tax-export',
  'roi-send',
  'roi-record',
  'roi-answer',
  'roi-follow-up',
  'roi-note',
  'advisor-code-create',
  'advisor-code-delete',
  'fee-file-save',
  'fee-file-verify',
  'reconciliation-sign-off',
  'evidence-export',
  'activity-export',
  'api-key-create',
  'api-key-delete',
  'records-copy',
  'record-edit',
  'record-create',
  'record-delete',
  'changes-export',
  'review-waive',
  'structure-retire',
  'structure-restore',
  'rate-ceiling-set',
  'rate-ceiling-remove',
  'groups-copy',
  'groups-recreate',
  'assignment-remove',
  'records-export',
  'backup',
  'backup-restore',
  'saved-work-lost',
  'saved-work-rescued',
]);
export type ActivityKind = z.output<typeof activityKind>;

/** Labels of the kinds; the log's search matches them too. */
export const ACTIVITY_LABELS: Readonly<Record<ActivityKind, string>> = {
  'tax-exchange': 'Tax IDs looked up',
  'tax-tokenise': 'Tax ID tokens created',
  'tax-reveal': 'Tax IDs shown or copied',
  'tax-export': 'Tax IDs exported unmasked',
  'roi-send': 'ROI request sent',
  'roi-record': 'ROI request by portal or phone recorded',
  'roi-answer': 'ROI request answered',
  'roi-follow-up': 'ROI request followed up',
  'roi-note': 'ROI request note changed',
  'advisor-code-create': 'Advisor codes created',
  'advisor-code-delete': 'Advisor codes deleted',
  'fee-file-save': 'Fee upload file saved',
  'fee-file-verify': 'Fee upload file verified',
  'reconciliation-sign-off': 'Reconciliation signed off',
  'evidence-export': 'Evidence pack exported',
  'activity-export': 'Activity log exported',
  'api-key-create': 'API key created',
  'api-key-delete': 'API key deleted',
  'records-copy': 'Records copied',
  'record-edit': 'Records changed',
  'record-create': 'Records created',
  'record-delete': 'Records deleted',
  'changes-export': 'Changes exported',
  'review-waive': 'Findings waived',
  'structure-retire': 'Fee structure marked as retired',
  'structure-restore': 'Fee structure no longer marked as retired',
  'rate-ceiling-set': 'Rate ceiling set',
  'rate-ceiling-remove': 'Rate ceiling removed',
  'groups-copy': 'Billing groups saved before they were recreated',
  'groups-recreate': 'Billing groups recreated from households',
  'assignment-remove': 'Accounts removed from billing groups',
  'records-export': 'Records exported',
  backup: 'Saved work backed up',
  'backup-restore': 'Saved work restored from a backup',
  'saved-work-lost': 'Saved work opened with a part missing',
  'saved-work-rescued': 'Saved work rescued from a damaged file',
};

export const activityOutcome = z.enum(['done', 'partly', 'refused', 'failed', 'canceled', 'unknown']);
export type ActivityOutcome = z.output<typeof activityOutcome>;

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
  /** Operating-system user. */
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
  going: z.boolean(),
  endedAt: z.string().nullable(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

export const activityFilter = z.object({
  /** Words to find in user, connection or facts. */
  text: z.string().max(200).optional(),
  kinds: z.array(activityKind).optional(),
  /** `unknown` also matches entries whose end was never recorded. */
  outcomes: z.array(activityOutcome).optional(),
  /** Local calendar dates, inclusive (yyyy-mm-dd). */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type ActivityFilter = z.output<typeof activityFilter>;

/** The place where the hash chain breaks. */
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
  /** Verifies the hash chain over all lines. An entry has one line for its start and one for its end. */
  verify: call.output(
    z.object({
      entries: z.number().int(),
      lines: z.number().int(),
      broken: activityBreak.nullable(),
      /**
       * Number of first lines that came with a backup; only later ones are known to be written on this
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
