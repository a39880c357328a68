import type { FeatureViews } from '../feature';
import FeeHistorySection from './FeeHistorySection.svelte';

const PART = { parts: [{ name: 'fee-history', label: 'Fee history', view: FeeHistorySection }] };

export const FEE_HISTORY_VIEWS = {
  records: { accounts: PART, households: PART, billingGroups: PART, feeStructures: PART },
} as const satisfies FeatureViews;
