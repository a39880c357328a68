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

/** What each kind is to people; the search finds them too. */
export const ACTIVITY_WORDS: Readonly<Record<ActivityKind, string>> = {
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
 * Facts beside the count, such as a custodian or a file name. Never a tax ID, a key or what stands in a record; whose tax
 * IDs were seen is told by the IDs of the records, or by tokens where no record is known.
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
  /** Records, values or files it was about. */
  count: z.number().int(),
  facts: activityFacts,
  /** Null while it goes on, or when the program ended before its outcome was known. */
  outcome: activityOutcome.nullable(),
  /** It was begun in this run of the program and has not ended yet. */
  going: z.boolean(),
  endedAt: z.string().nullable(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

export const activityFilter = z.object({
  /** Words found in the user, the connection or the facts. */
  text: z.string().max(200).optional(),
  kinds: z.array(activityKind).optional(),
  /** `unknown` finds those whose end was never written down as well. */
  outcomes: z.array(activityOutcome).optional(),
  /** Calendar dates in local time, both inclusive (yyyy-mm-dd). */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type ActivityFilter = z.output<typeof activityFilter>;

/** Where the chain of hashes does not hold. */
export const activityBreak = z.object({
  /** Number of the first line that does not fit, from 1. */
  line: z.number().int(),
  /** `changed`: it is not what was written, or something before it was put in. `missing`: it is not there, but later
   *  ones are. `cut`: it and all after it are gone. `added`: it was not written by this program. */
  how: z.enum(['changed', 'missing', 'cut', 'added']),
  /** When the last line that fits was written (ISO, UTC); null when none does. */
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
  /** Recomputes the chain of hashes over all lines (an entry is a line when it begins and one when it ends). */
  verify: call.output(
    z.object({
      entries: z.number().int(),
      lines: z.number().int(),
      broken: activityBreak.nullable(),
      /** So many of the first lines came with a backup: only those after them are known to be written here. */
      restored: z.number().int().optional(),
    }),
  ),
  /** Writes what the filter finds as CSV, with the hashes, to a file chosen before. */
  export: call
    .input(z.object({ filter: activityFilter, grant: z.string() }))
    .output(z.object({ entries: z.number().int() })),
};
