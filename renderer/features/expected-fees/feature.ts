import Calculator from '@lucide/svelte/icons/calculator';
import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';

export const EXPECTED_FEES_VIEWS = {
  tasks: { expectedFees: { icon: Calculator, view: deferred(() => import('./ExpectedFeesView.svelte')) } },
  records: {
    accounts: {
      tabs: [
        {
          name: 'expected-fee',
          label: 'Expected fee',
          view: deferred(() => import('./ExpectedFeeSection.svelte')),
        },
      ],
    },
  },
} as const satisfies FeatureViews;
