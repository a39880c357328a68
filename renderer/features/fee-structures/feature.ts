import { deferred } from '../../ui/deferred';
import type { FeatureViews } from '../feature';
import { FEE_STRUCTURES_LIST } from './fee-structures-list';
import { FEE_STRUCTURE_FORM } from './form';

export const FEE_STRUCTURES_VIEWS = {
  lists: { feeStructures: FEE_STRUCTURES_LIST },
  forms: { feeStructures: FEE_STRUCTURE_FORM },
  records: {
    feeStructures: {
      tabs: [{ name: 'fee', label: 'Fee', view: deferred(() => import('./FeeSection.svelte')) }],
    },
  },
} as const satisfies FeatureViews;
