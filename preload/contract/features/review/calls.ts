import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { conflictChoice } from '../../edit';
import { errors, failure } from '../../failure';
import { cell } from '../../query';
import { resourceName } from '../../resource-name';
import { RESOURCE_NAMES } from '../../resources';
import { FOUND_SINCE, OTHER_NEEDS, SEVERITIES, UNDETERMINED_REASONS } from './rules';
import { ruleId, findingState } from './schemas';

const call = oc.errors(errors);

export const severity = z.enum(SEVERITIES);

/** Facts that a rule found besides the values it read: IDs, codes, dates and amounts, never a secret. */
export const findingFacts = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]));
export type FindingFacts = z.output<typeof findingFacts>;

/** A line of the queue. `id` combines rule and record and is stable between checks. */
export const finding = z.object({
  id: z.string(),
  rule: ruleId,
  resource: resourceName,
  key: z.string(),
  title: z.string(),
  subtitle: z.string(),
  custodian: z.string().nullable(),
  state: findingState,
  hasNote: z.boolean(),
  /** The person responsible for it; null if none was chosen. */
  owner: z.string().nullable(),
  /** When it was first found (ISO, UTC); null if it was there when its rule first ran. */
  foundAt: z.string().nullable(),
});
export type Finding = z.output<typeof finding>;

/** The mark on a finding: its user, time (ISO, UTC) and content. */
export const findingMark = z.object({
  state: findingState,
  by: z.string(),
  at: z.string(),
  reason: z.string().nullable(),
  /** Last day of a waiver: a local calendar date. */
  until: z.iso.date().nullable(),
  note: z.string().nullable(),
});

export type FindingMark = z.output<typeof findingMark>;

/** A finding with all details. */
export const findingDetail = finding.extend({
  /** The values that the rule read, as they are now; without secret fields. */
  values: z.array(z.object({ field: z.string(), cell })),
  facts: findingFacts,
  /** The records that the facts reference, if on this computer. */
  related: z.array(
    z.object({ resource: resourceName, key: z.string(), title: z.string(), subtitle: z.string() }),
  ),
  /** The latest mark; outdated if its state differs from the finding's. */
  mark: findingMark.nullable(),
});
export type FindingDetail = z.output<typeof findingDetail>;

/** A finding of an exported or printed list, with its facts, mark and the reason of a waiver. */
export const reportedFinding = finding.extend({ facts: findingFacts, mark: findingMark.nullable() });
export type ReportedFinding = z.output<typeof reportedFinding>;

export const foundSince = z.enum(FOUND_SINCE);
export type FoundSince = z.output<typeof foundSince>;

export const findingFilter = z.object({
  rule: ruleId.optional(),
  severity: severity.optional(),
  /** Custodian code. */
  custodian: z.string().optional(),
  /** Firm ID; a record without one belongs to every firm. */
  firm: z.string().optional(),
  states: z.array(findingState).optional(),
  /** Empty: without an owner. */
  owner: z.string().max(100).optional(),
  found: foundSince.optional(),
  /** Word prefixes of the record. */
  text: z.string().max(200).optional(),
});
export type FindingFilter = z.output<typeof findingFilter>;

/** Some findings, or all that match a filter except some. */
export const findingSelection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ids'), ids: z.array(z.string()).max(20_000) }),
  z.object({ kind: z.literal('all'), filter: findingFilter, except: z.array(z.string()).max(20_000) }),
]);
export type FindingSelection = z.output<typeof findingSelection>;

/** A user action on findings. `note` and `owner` keep the state; an empty text removes the note or the owner. */
export const markRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('reviewed') }),
  z.object({ kind: z.literal('flagged') }),
  z.object({
    kind: z.literal('waived'),
    reason: z.string().trim().min(1).max(500),
    until: z.iso.date(),
  }),
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('note'), text: z.string().trim().max(2_000) }),
  z.object({ kind: z.literal('owner'), owner: z.string().trim().max(100) }),
]);
export type MarkRequest = z.output<typeof markRequest>;

const byState = z.object({
  open: z.number().int(),
  flagged: z.number().int(),
  waived: z.number().int(),
  reviewed: z.number().int(),
});

/** Missing needs of a rule: lists without complete data, and other inputs (OTHER_NEEDS). */
const unmet = z.array(z.enum([...RESOURCE_NAMES, ...OTHER_NEEDS]));

/** The results of a rule, or the incomplete data that kept it from running. */
export const ruleOverview = z.object({
  rule: ruleId,
  missing: unmet,
  counts: byState,
  /** Number of records that it could not judge, by reason. */
  undetermined: z.array(z.object({ reason: z.enum(UNDETERMINED_REASONS), count: z.int() })).optional(),
});
export type RuleOverview = z.output<typeof ruleOverview>;

export const reviewOverview = z.object({
  rules: z.array(ruleOverview),
  /** Counts over all findings, in any state. */
  custodians: z.array(z.object({ value: z.string(), count: z.number().int() })),
  /** Owners by name, over all findings. */
  owners: z.array(z.object({ value: z.string(), count: z.number().int() })),
  /** The user's name, as in marks: on a team, the name that colleagues know. */
  user: z.string(),
  /** On a team, marks are shared. */
  isShared: z.boolean().optional(),
});
export type ReviewOverview = z.output<typeof reviewOverview>;

/** State of the checks. `stamp` grows with every result and mark, after which lists must be read again. */
export const reviewState = z.object({
  stamp: z.number().int(),
  /** `waiting`: not checked yet, perhaps because a refresh must end first. */
  state: z.enum(['waiting', 'checking', 'done', 'failed']),
  /** When the result was computed (ISO, UTC); null: not yet. */
  checkedAt: z.string().nullable(),
  failure: failure.nullable(),
  overview: reviewOverview,
});
export type ReviewState = z.output<typeof reviewState>;

/** A finding that a rule would have after a draft is sent, and does not have now, or only with less (`isKnown`). */
export const draftFinding = z.object({
  rule: ruleId,
  resource: resourceName,
  /** Null if the draft row of `index` creates the record. */
  key: z.string().nullable(),
  index: z.int().nullable(),
  title: z.string(),
  subtitle: z.string(),
  facts: findingFacts,
  /** True if the rule has the finding now, too, and would find more, such as another account with the same number. */
  isKnown: z.boolean(),
});
export type DraftFinding = z.output<typeof draftFinding>;

/** The findings in the data as it would be after a draft, compared with the current data. */
export const draftFindings = z.object({
  /** Rules with a difference, by severity: new findings, and findings that would go away. */
  rules: z.array(z.object({ rule: ruleId, found: z.int(), resolved: z.int() })),
  /** Number of records with a new finding, by list. */
  records: z.array(z.object({ resource: resourceName, count: z.int() })),
  /** The first findings of each rule. */
  items: z.array(draftFinding),
  /** Number of rules that were run: those that read something the draft changes. */
  ran: z.int(),
  /** Rules that could not be run, and their missing needs. */
  unchecked: z.array(z.object({ rule: ruleId, missing: unmet })),
  /** Rows that were counted as sent, and rows that cannot be sent as they are (wrong, or in conflict). */
  applied: z.int(),
  notApplied: z.int(),
});
export type DraftFindings = z.output<typeof draftFindings>;

/** The review queue: rule findings in the data on this computer, and the user's marks. */
export const reviewContract = {
  /** Yields the state of the checks. Following triggers a check when data has changed. */
  follow: call.output(eventIterator(reviewState)),
  /** Resolves once the current data was checked; a refresh that ended just now is included. */
  settle: call.output(reviewState),
  /** Returns a range of the matching findings, by severity, rule and title. */
  list: call
    .input(
      z.object({
        filter: findingFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ items: z.array(finding), total: z.number().int() })),
  /** Returns the IDs of a range, for range selection. */
  ids: call
    .input(
      z.object({
        filter: findingFilter,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(20_000),
      }),
    )
    .output(z.object({ ids: z.array(z.string()) })),
  /** Returns a finding's position in the list, or null. */
  position: call
    .input(z.object({ filter: findingFilter, id: z.string() }))
    .output(z.object({ index: z.number().int().nullable() })),
  /** Returns the findings of some records, by severity, without those reviewed or waived. */
  findingsOf: call
    .input(z.object({ records: z.array(z.object({ resource: resourceName, key: z.string() })).max(2_000) }))
    .output(z.object({ items: z.array(finding) })),
  /**
   * Runs the rules on a draft before it is sent and returns the new findings; abort the call to stop.
   */
  ofDraft: call
    .input(
      z.object({
        draft: z.string(),
        /** The value to keep in each conflict of a form, by field; undecided rows are left out. */
        choices: z.record(z.string(), conflictChoice).optional(),
      }),
    )
    .output(draftFindings),
  /** Returns a range of findings for an export or a print; `stamp` shows whether they changed in between. */
  report: call
    .input(
      z.object({
        findings: findingSelection,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ stamp: z.int(), items: z.array(reportedFinding), total: z.int() })),
  /** Returns null if the finding no longer exists. */
  get: call.input(z.object({ id: z.string() })).output(findingDetail.nullable()),
  /**
   * Marks findings. Fails with `changed-since` if not `total` findings match the filter of a selection of all. Returns
   * the number marked, and an undo ID valid while the app runs.
   */
  mark: call
    .input(z.object({ findings: findingSelection, mark: markRequest, total: z.int().optional() }))
    .output(z.object({ marked: z.number().int(), undo: z.string().nullable() })),
  /** Undoes a mark, except on findings marked again since. Returns the number restored. */
  undo: call.input(z.object({ undo: z.string() })).output(z.object({ restored: z.number().int() })),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly review: typeof reviewContract;
  }
}
