import type { RecordView } from '../../records/record/record-view';
import FeePart from './FeePart.svelte';

/** The panel of a fee structure: its fees and its accounts. */
export const FEE_STRUCTURE_RECORD: RecordView = {
  parts: [{ name: 'fee', label: 'Fee', view: FeePart }],
};
