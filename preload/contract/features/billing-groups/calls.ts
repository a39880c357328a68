import { oc } from '@orpc/contract';
import { z } from 'zod';
import { draft } from '../../edit';
import { errors } from '../../failure';
import { job } from '../../job';
import { selection, query } from '../../query';
import { MAX_ASSIGNED, MAX_PASTED, groupsCopy } from './schemas';

const call = oc.errors(errors);

/** The account fields that assignments need. IDs are text because they may exceed a number's precision. */
export const assignedAccount = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  custodian: z.string().nullable(),
  status: z.string().nullable(),
  household: z.string().nullable(),
  firm: z.string().nullable(),
  /** The billing groups that contain it. */
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type AssignedAccount = z.output<typeof assignedAccount>;

/** A pasted value, several of which may share a line: an account, none known, or several with that number or ID. */
export const pastedLine = z.object({
  /** Its line, from 1. */
  line: z.int(),
  text: z.string(),
  found: z.enum(['account', 'none', 'several']),
  account: z.string().nullable(),
});
export type PastedLine = z.output<typeof pastedLine>;

/** The group that receives accounts. `group`: the key of an existing one. */
export const groupTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('group'), group: z.string() }),
  z.object({
    kind: z.literal('new'),
    name: z.string().trim().min(1).max(200),
    firm: z.string(),
    household: z.string().nullable(),
  }),
]);

export const addToGroupRequest = z.object({
  query,
  selection,
  target: groupTarget,
  /**
   * `fee_location` for the added accounts: 0 itself, −1 the group pro rata, or the ID of the paying account.
   */
  payer: z.string().regex(/^-?\d+$/),
  /** True: removes the accounts from other groups. False: accounts in other groups are skipped. */
  move: z.boolean(),
});
export type AddToGroupRequest = z.output<typeof addToGroupRequest>;

/** Warnings about adding an account to a group, each with its facts. */
export const assignmentWarning = z.enum([
  /** It is in another group. `group`: that group's name. */
  'other-group',
  /** `household`: the account's household; absent if it has none. */
  'other-household',
  /** `firm`: the account's firm; absent if it has none. */
  'other-firm',
  /** The account's status. */
  'closed',
  'stale',
  /** It pays for others in the group that it leaves. `group`: that group's name; `accounts`: their number. */
  'payer-leaves',
]);
export type AssignmentWarning = z.output<typeof assignmentWarning>;

export const addToGroupLine = z.object({
  account: assignedAccount.omit({ groups: true }),
  /** `added`: not in the group before. `already-in`: in the group before. `stays`: kept in its other group. */
  state: z.enum(['added', 'already-in', 'stays']),
  warnings: z.array(
    z.object({ code: assignmentWarning, facts: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
});
export type AddToGroupLine = z.output<typeof addToGroupLine>;

export const addToGroupPlan = z.object({
  /** Lines with warnings first. */
  lines: z.array(addToGroupLine),
  counts: z.object({ added: z.int(), alreadyIn: z.int(), stays: z.int() }),
  /** Numbers of accounts with each warning. */
  warnings: z.partialRecord(assignmentWarning, z.int()),
  /** True if the paying account is not in the group. */
  isPayerOutside: z.boolean(),
  /** The groups to be written, with numbers of accounts; the first is the target, without an ID while it is new. */
  groups: z.array(
    z.object({
      id: z.string().nullable(),
      name: z.string(),
      added: z.int(),
      removed: z.int(),
      /** Number of accounts in the group after the change. */
      left: z.int(),
    }),
  ),
});
export type AddToGroupPlan = z.output<typeof addToGroupPlan>;

/**
 * What a household of a firm needs. `new`: it has no group. `extend`: its group lacks open accounts. `leave`:
 * nothing can or need be done; `why` gives the reason.
 */
export const householdState = z.enum(['new', 'extend', 'leave']);
export type HouseholdState = z.output<typeof householdState>;
/**
 * `complete`: it has a group, and no open account is without one. `in-other-groups`: it has none, and some accounts are
 * in groups that are not its own. `several`: it has several groups.
 */
export const leaveReason = z.enum(['complete', 'in-other-groups', 'several']);
export type LeaveReason = z.output<typeof leaveReason>;

export const householdRow = z.object({
  /** Identifies the row: firm and household. */
  key: z.string(),
  firm: z.string(),
  household: z.string(),
  /** The service's household name; null if unknown. */
  householdName: z.string().nullable(),
  state: householdState,
  why: leaveReason.nullable(),
  /** Its own group, or the only other one that has its accounts; null if there is none, or several. */
  group: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Numbers of open accounts, of those that the plan adds, and of those that are only in groups not its own. */
  open: z.int(),
  added: z.int(),
  inOtherGroups: z.int(),
});
export type HouseholdRow = z.output<typeof householdRow>;

export const householdPlan = z.object({
  rows: z.array(householdRow),
  counts: z.record(householdState, z.int()),
  /** Number of accounts that the plan adds to groups. */
  accounts: z.object({ new: z.int(), extend: z.int() }),
  /** Open accounts that no plan can place, because they have no household or no firm. */
  without: z.object({ household: z.int(), firm: z.int() }),
  /** When accounts and groups were last fully fetched; null: never, and nothing is planned. */
  asOf: z.string().nullable(),
});
export type HouseholdPlan = z.output<typeof householdPlan>;

/** Remaining work after groups were created or changed. */
export const groupFollowUps = z.object({
  /** Other groups that still contain accounts of the new groups, which would then be billed twice. */
  inOtherGroups: z.object({
    accounts: z.int(),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  /** Assignments that a PUT did not remove, by group. */
  notRemoved: z.array(z.object({ group: z.string(), name: z.string(), assignments: z.array(z.string()) })),
  /** The job that removes them one by one, if it was started and has rows left. */
  removal: z.string().nullable(),
});
export type GroupFollowUps = z.output<typeof groupFollowUps>;

/**
 * Billing groups (spec 2.6, 4.6): members, and plans for many groups. Only `recreate` and jobs write to the
 * service.
 */
export const billingGroupsContract = {
  /** Returns accounts by ID, in no order; unknown IDs are skipped. */
  accounts: call
    .input(z.object({ ids: z.array(z.string()).max(MAX_ASSIGNED) }))
    .output(z.array(assignedAccount)),
  /** Finds the accounts in a paste, one ID or number per line. */
  lookUp: call
    .input(z.object({ text: z.string().max(MAX_PASTED) }))
    .output(z.object({ lines: z.array(pastedLine), accounts: z.array(assignedAccount) })),

  /** Previews adding selected accounts to a group. Fails with `too-large` above MAX_ASSIGNED accounts. */
  planAddToGroup: call.input(addToGroupRequest).output(addToGroupPlan),
  /**
   * Returns the same plan as a draft. If the group is new, its accounts leave their earlier groups only after it
   * exists (`followUps`), so that none is ever left without a group.
   */
  draftAddToGroup: call.input(addToGroupRequest).output(draft),

  /** Returns the remaining work after a job that created or changed groups. */
  followUps: call.input(z.object({ job: z.string() })).output(groupFollowUps),
  /** Drafts the removal of a job's new accounts from every other group. */
  draftRemovalFromOthers: call.input(z.object({ job: z.string() })).output(draft),

  /** Plans one group per household and firm, from the data on this computer. */
  planHouseholds: call.output(householdPlan),
  /** Drafts the chosen rows: new groups, and edits of existing ones. */
  draftHouseholds: call.input(z.object({ chosen: selection })).output(z.array(draft)),

  /** Returns what the service would delete on a request to recreate all groups, and the steps done so far. */
  recreation: call.output(
    z.object({
      groups: z.int(),
      asOf: z.string().nullable(),
      /** The text to type: the firm's name, or the connection's name if there is no single firm. */
      name: z.string(),
      isFirm: z.boolean(),
      copy: groupsCopy.nullable(),
      /** The job, if one was started and not dismissed. */
      job: z.string().nullable(),
    }),
  ),
  /** Reads every group from the service and writes them to a chosen file. */
  saveCopy: call.input(z.object({ grant: z.string() })).output(groupsCopy),
  /**
   * Asks the service once to delete all groups and recreate them from households, as a durable job. Fails
   * with `changed-since` if the typed name, the copy or the number of groups no longer matches.
   */
  recreate: call.input(z.object({ typed: z.string(), copy: z.string() })).output(job),

  /** Plans the older call for assignments that a job's PUTs did not remove. */
  planRemoval: call.input(z.object({ job: z.string() })).output(job),
};

declare module '#contract/feature' {
  interface FeatureCalls {
    readonly billingGroups: typeof billingGroupsContract;
  }
}
