import type { FeatureViews } from '../feature';
import FeeHistorySection from './FeeHistorySection.svelte';

const TAB = { tabs: [{ name: 'fee-history', label: 'Fee history', view: FeeHistorySection }] };

export const FEE_HISTORY_VIEWS = {
  records: { accounts: TAB, households: TAB, billingGroups: TAB, feeStructures: TAB },
} as const satisfies FeatureViews;
