import type { RecordView, RecordViews } from '../records/record/record-view';
import { FEE_STRUCTURE_RECORD } from '../features/fee-structures/record';
import OpenHousehold from '../features/household/OpenHousehold.svelte';
import RecordFindings from '../features/review/RecordFindings.svelte';

/** The head of every record. */
export const EVERY_RECORD: RecordView = { head: RecordFindings };

/** Additions to the record panel: one line per resource that has some. */
export const RECORD_VIEWS: RecordViews = {
  feeStructures: FEE_STRUCTURE_RECORD,
  households: { action: OpenHousehold },
};
