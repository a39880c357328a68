import Calculator from '@lucide/svelte/icons/calculator';
import type { FeatureViews } from '../feature';
import ExpectedFeeSection from './ExpectedFeeSection.svelte';
import ExpectedFeesView from './ExpectedFeesView.svelte';

export const EXPECTED_FEES_VIEWS = {
  tasks: { expectedFees: { icon: Calculator, view: ExpectedFeesView } },
  records: {
    accounts: { tabs: [{ name: 'expected-fee', label: 'Expected fee', view: ExpectedFeeSection }] },
  },
} as const satisfies FeatureViews;
