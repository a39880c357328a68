import { advisorCodesContract } from './advisor-codes';
import { billingGroupsContract } from './billing-groups';
import { dependentsContract } from './dependents';
import { editsContract } from './edits';
import { feeFilesContract } from './fee-files';
import { jobsContract } from './jobs';

/**
 * Services that run from the start, even unasked: they settle jobs and downloads left by a killed process.
 */
export const workContract = {
  advisorCodes: advisorCodesContract,
  billingGroups: billingGroupsContract,
  edits: editsContract,
  dependents: dependentsContract,
  feeFiles: feeFilesContract,
  jobs: jobsContract,
};
