import type { FeatureManifest } from '../../feature';

export const FEE_STRUCTURES_FEATURE = {
  activity: {
    'structure-retire': 'Fee structure marked as retired',
    'structure-restore': 'Fee structure no longer marked as retired',
    'rate-ceiling-set': 'Rate ceiling set',
    'rate-ceiling-remove': 'Rate ceiling removed',
    'fee-thresholds-set': 'Fee change thresholds set',
  },
  savedWork: {
    tables: {
      'fee structures marked retired': ['structure_retired'],
      settings: ['rate_ceiling', 'fee_change_thresholds'],
    },
  },
} as const satisfies FeatureManifest;
