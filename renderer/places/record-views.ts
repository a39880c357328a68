import type { RecordView, RecordViews } from '../resource/record/record-view';
import { FEE_STRUCTURE_RECORD } from '../tasks/fee-structures/record';
import OpenHousehold from './household/OpenHousehold.svelte';
import RecordFindings from '../tasks/review/RecordFindings.svelte';

/** What stands in the head of every record. */
export const EVERY_RECORD: RecordView = { head: RecordFindings };

/** What tasks add to the panel of a record: one line for each resource that has more. */
export const RECORD_VIEWS: RecordViews = {
  feeStructures: FEE_STRUCTURE_RECORD,
  households: { action: OpenHousehold },
};
