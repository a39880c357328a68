import type { RecordViews } from '../resource/record/record-view';
import { FEE_STRUCTURE_RECORD } from '../tasks/fee-structures/record';

/** What tasks add to the panel of a record: one line for each resource that has more. */
export const RECORD_VIEWS: RecordViews = {
  feeStructures: FEE_STRUCTURE_RECORD,
};
