import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

const TAB = {
  tabs: [
    { name: 'fee-history', label: 'Fee history', view: deferred(() => import('./FeeHistorySection.svelte')) },
  ],
};

export const FEE_HISTORY_VIEWS = {
  records: { accounts: TAB, households: TAB, billingGroups: TAB, feeStructures: TAB },
} as const satisfies FeatureViews;
