import type { RecordView } from '../../resource/record/record-view';
import FeePart from './FeePart.svelte';

/** The panel of a fee structure: what it comes to, and who uses it. */
export const FEE_STRUCTURE_RECORD: RecordView = {
  parts: [{ name: 'fee', label: 'Fee', view: FeePart }],
};
