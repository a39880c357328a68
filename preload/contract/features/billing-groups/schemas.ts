import { z } from 'zod';
import { query, selection } from '../../query';

/** Maximum number of accounts per plan, and of characters in a paste. */
export const MAX_ASSIGNED = 10_000;
export const MAX_PASTED = 1_000_000;

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

/** A file with every billing group as the service listed it, one JSON text per line. */
export const groupsCopy = z.object({
  id: z.string(),
  groups: z.int(),
  file: z.string(),
  sha256: z.string(),
  /** ISO, UTC. */
  at: z.string(),
});
export type GroupsCopy = z.output<typeof groupsCopy>;

/** A row of the job `billingGroups.recreate`: one request for all groups. */
export const recreateLine = z.object({
  /** IDs of the groups that existed before. */
  before: z.array(z.string()),
  /** Their names, in the same order; an earlier version stored none. */
  names: z.array(z.string()).default([]),
  copy: groupsCopy,
});
export type RecreateLine = z.output<typeof recreateLine>;

/** A row of the job `billingGroups.unassign`: removes one assignment with the older call. */
export const assignmentLine = z.object({
  group: z.string(),
  groupName: z.string(),
  assignment: z.string(),
  account: z.string(),
  /** Name and number, for a colleague who approves the removal; not in earlier lines. */
  accountTitle: z.string().exactOptional(),
});
export type AssignmentLine = z.output<typeof assignmentLine>;

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
