import { activityContract } from '../features/activity/calls';
import { changesContract } from '../features/changes/calls';
import { coreContract } from './engine-core';
import { workContract } from './engine-work';
import { exportsContract } from './exports';
import { feeStructuresContract } from '../features/fee-structures/calls';
import { importsContract } from './imports';
import { reconcileContract } from '../features/reconcile/calls';
import { reviewContract } from '../features/review/calls';
import { roiContract } from '../features/roi/calls';
import { taxIdsContract } from '../features/tax-ids/calls';

/** Calls from the renderer to the engine, over a separate message port. */
export const engineContract = {
  ...coreContract,
  ...workContract,
  activity: activityContract,
  changes: changesContract,
  exports: exportsContract,
  feeStructures: feeStructuresContract,
  imports: importsContract,
  reconcile: reconcileContract,
  review: reviewContract,
  roi: roiContract,
  taxIds: taxIdsContract,
};
