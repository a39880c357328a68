import { z } from 'zod';

/** Maximum number of accounts per plan, and of characters in a paste. */
export const MAX_ASSIGNED = 10_000;
export const MAX_PASTED = 1_000_000;

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
