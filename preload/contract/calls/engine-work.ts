import { advisorCodesContract } from '../features/advisor-codes/calls';
import { billingGroupsContract } from '../features/billing-groups/calls';
import { dependentsContract } from './dependents';
import { editsContract } from './edits';
import { feeFilesContract } from '../features/fee-files/calls';
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
