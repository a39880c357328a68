import { advisorCodesContract } from './advisor-codes';
import { billingGroupsContract } from './billing-groups';
import { dependentsContract } from './dependents';
import { editsContract } from './edits';
import { feeFilesContract } from './fee-files';
import { jobsContract } from './jobs';

/** What works from the opening on, whether anybody asks or not: jobs and downloads that a kill left are settled. */
export const workContract = {
  advisorCodes: advisorCodesContract,
  billingGroups: billingGroupsContract,
  edits: editsContract,
  dependents: dependentsContract,
  feeFiles: feeFilesContract,
  jobs: jobsContract,
};
