import { oc } from '@orpc/contract';
import { z } from 'zod';
import { draft } from '../../edit';
import { errors } from '../../failure';
import { job } from '../../job';
import { selection } from '../../query';
import {
  MAX_ASSIGNED,
  assignedAccount,
  MAX_PASTED,
  pastedLine,
  addToGroupRequest,
  addToGroupPlan,
  groupFollowUps,
  householdPlan,
  groupsCopy,
} from './schemas';

const call = oc.errors(errors);

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
