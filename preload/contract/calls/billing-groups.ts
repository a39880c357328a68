import { oc } from '@orpc/contract';
import { z } from 'zod';
import { draft } from '../edit';
import { errors } from '../failure';
import { job } from '../job';
import { query, selection } from '../query';

const call = oc.errors(errors);

/** Accounts that one plan takes, and characters of a paste of ids or numbers. */
export const MOST_ASSIGNED = 10_000;
export const MOST_PASTED = 1_000_000;

/** An account as assignments need it: ids are texts, because they may be longer than a number holds exactly. */
export const assignedAccount = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  custodian: z.string().nullable(),
  status: z.string().nullable(),
  household: z.string().nullable(),
  firm: z.string().nullable(),
  /** The billing groups that have it. */
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type AssignedAccount = z.output<typeof assignedAccount>;

/** What a line of a paste is: an account, none that is known here, or several that share the number. */
export const pastedLine = z.object({
  /** From 1. */
  line: z.int(),
  text: z.string(),
  found: z.enum(['account', 'none', 'several']),
  account: z.string().nullable(),
});
export type PastedLine = z.output<typeof pastedLine>;

/** Where accounts are put. `group`: the key of one that is there. */
export const groupTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('group'), group: z.string() }),
  z.object({
    kind: z.literal('new'),
    name: z.string().trim().min(1).max(200),
    firm: z.string(),
    household: z.string().nullable(),
  }),
]);

export const putRequest = z.object({
  query,
  selection,
  target: groupTarget,
  /** `fee_location` of those that are put there: 0 itself, −1 the group by size, or the id of the account that pays. */
  payer: z.string().regex(/^-?\d+$/),
  /** Those of other groups are taken out there; else they stay where they are and are not put. */
  move: z.boolean(),
});
export type PutRequest = z.output<typeof putRequest>;

/** What is doubtful about putting an account into a group, before anything is sent. */
export const putDoubt = z.enum([
  /** Another group has it: `group`. */
  'other-group',
  /** `household`: its own. */
  'other-household',
  /** `firm`: its own. */
  'other-firm',
  'closed',
  'stale',
  /** It pays for others in the group that it leaves: `group`, `accounts`. */
  'payer-leaves',
]);
export type PutDoubt = z.output<typeof putDoubt>;

export const putLine = z.object({
  account: assignedAccount.omit({ groups: true }),
  /** `there`: the group has it already. `stays`: it is left in its other group. */
  state: z.enum(['put', 'there', 'stays']),
  doubts: z.array(
    z.object({ code: putDoubt, facts: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
});
export type PutLine = z.output<typeof putLine>;

export const putPlan = z.object({
  /** Those with doubts first. */
  lines: z.array(putLine),
  counts: z.object({ put: z.int(), there: z.int(), stays: z.int() }),
  doubts: z.partialRecord(putDoubt, z.int()),
  /** The account that is to pay is not in the group. */
  payerOutside: z.boolean(),
  /** The groups that would be written; the first is the target, with no id while it is new. */
  groups: z.array(
    z.object({
      id: z.string().nullable(),
      name: z.string(),
      added: z.int(),
      removed: z.int(),
      left: z.int(),
    }),
  ),
});
export type PutPlan = z.output<typeof putPlan>;

/**
 * What a household of a firm needs. `new`: it has no group. `extend`: its group lacks open accounts. `leave`: nothing is
 * to be done, or nothing that can be decided here; `why` says which.
 */
export const householdState = z.enum(['new', 'extend', 'leave']);
export type HouseholdState = z.output<typeof householdState>;
/** `complete`: its group has all. `elsewhere`: groups of other households have some. `several`: it has several groups. */
export const leaveReason = z.enum(['complete', 'elsewhere', 'several']);
export type LeaveReason = z.output<typeof leaveReason>;

export const householdRow = z.object({
  /** Names the row: firm and household. */
  key: z.string(),
  firm: z.string(),
  household: z.string(),
  /** As the service's households name it; null where they do not. */
  householdName: z.string().nullable(),
  state: householdState,
  why: leaveReason.nullable(),
  /** The group that is there; null where there is none, or several. */
  group: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Open accounts of the household, those that the plan would put, and those that groups of others have. */
  open: z.int(),
  put: z.int(),
  elsewhere: z.int(),
});
export type HouseholdRow = z.output<typeof householdRow>;

export const householdPlan = z.object({
  rows: z.array(householdRow),
  counts: z.record(householdState, z.int()),
  /** Accounts that the plan would put into a group. */
  accounts: z.object({ new: z.int(), extend: z.int() }),
  /** Open accounts that no plan can place. */
  without: z.object({ household: z.int(), firm: z.int() }),
  /** When accounts and groups were last fetched whole; null: never, and nothing is planned. */
  asOf: z.string().nullable(),
});
export type HouseholdPlan = z.output<typeof householdPlan>;

/** A file that holds every billing group as the service listed them, one JSON text a line. */
export const groupsCopy = z.object({
  id: z.string(),
  groups: z.int(),
  file: z.string(),
  sha256: z.string(),
  /** ISO, UTC. */
  at: z.string(),
});
export type GroupsCopy = z.output<typeof groupsCopy>;

/** A row of the job `billingGroups.recreate`: all groups by one request. */
export const recreateLine = z.object({
  /** Ids of the groups that were there before. */
  before: z.array(z.string()),
  copy: groupsCopy,
});
export type RecreateLine = z.output<typeof recreateLine>;

/** A row of the job `billingGroups.unassign`: the older call takes one assignment out. */
export const assignmentLine = z.object({
  group: z.string(),
  groupName: z.string(),
  assignment: z.string(),
  account: z.string(),
});
export type AssignmentLine = z.output<typeof assignmentLine>;

/** What is left to be done after groups were created or changed. */
export const afterGroups = z.object({
  /** Other groups that still have accounts of those that were created: in two groups, they are billed with both. */
  elsewhere: z.object({
    accounts: z.int(),
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  /** Assignments that a PUT did not take out, by group. */
  notRemoved: z.array(z.object({ group: z.string(), name: z.string(), assignments: z.array(z.string()) })),
});
export type AfterGroups = z.output<typeof afterGroups>;

/** Billing groups (spec 2.6, 4.6): who is in them, and plans for many of them. Nothing is sent but by `recreate` and jobs. */
export const billingGroupsContract = {
  /** Accounts by their ids, in no order; those that are not on this computer are left out. */
  accounts: call
    .input(z.object({ ids: z.array(z.string()).max(MOST_ASSIGNED) }))
    .output(z.array(assignedAccount)),
  /** Finds the accounts of a paste: one id or number a line. */
  lookUp: call
    .input(z.object({ text: z.string().max(MOST_PASTED) }))
    .output(z.object({ lines: z.array(pastedLine), accounts: z.array(assignedAccount) })),

  /** What putting a selection of accounts into a group would do. Fails as `too-large` above MOST_ASSIGNED accounts. */
  planPut: call.input(putRequest).output(putPlan),
  /**
   * The same as a draft, to be looked at and sent: of the groups that change, or of the new group. Out of their earlier
   * groups its accounts go only after it is there (`after`): nobody can leave them without any.
   */
  draftPut: call.input(putRequest).output(draft),

  /** What a job that created or changed groups has left to be done. */
  after: call.input(z.object({ job: z.string() })).output(afterGroups),
  /** The accounts of groups that a job created, taken out of every other group, as a draft. */
  draftLeaving: call.input(z.object({ job: z.string() })).output(draft),

  /** One group for each household of each firm, from the data on this computer. */
  planHouseholds: call.output(householdPlan),
  /** Drafts of the rows that are chosen, by their keys: creations, and edits of groups that are there. */
  draftHouseholds: call.input(z.object({ chosen: selection })).output(z.array(draft)),

  /** What the service would delete if it were asked to create all groups from households, as known here. */
  recreation: call.output(
    z.object({
      groups: z.int(),
      asOf: z.string().nullable(),
      /** What is to be typed: the name of the firm, or of the connection where the service names no single firm. */
      name: z.string(),
      isFirm: z.boolean(),
      copy: groupsCopy.nullable(),
      /** The job, where one was begun and not dismissed. */
      job: z.string().nullable(),
    }),
  ),
  /** Reads every group from the service and writes them to a file chosen before. */
  saveCopy: call.input(z.object({ grant: z.string() })).output(groupsCopy),
  /**
   * Asks the service to delete all groups and create them from households, once, as a durable job. Fails with
   * `changed-since` where the typed name, the copy, or the number of groups is not what it was.
   */
  recreate: call.input(z.object({ typed: z.string(), copy: z.string() })).output(job),

  /** Assignments that the PUTs of a job did not take out: a plan of the older call, to be started as a job. */
  planRemoval: call.input(z.object({ job: z.string() })).output(job),
};
