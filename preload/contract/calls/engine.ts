import { activityContract } from './activity';
import { changesContract } from './changes';
import { coreContract } from './engine-core';
import { workContract } from './engine-work';
import { exportsContract } from './exports';
import { feeStructuresContract } from './fee-structures';
import { importsContract } from './imports';
import { reconcileContract } from './reconcile';
import { reviewContract } from './review';
import { roiContract } from './roi';
import { taxIdsContract } from './tax-ids';

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
