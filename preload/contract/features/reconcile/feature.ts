import type { FeatureManifest } from '../../feature';

/** Adds no screen: reconciliations are pages of the fee-files feature. */
export const RECONCILE_FEATURE = {
  activity: {
    'reconciliation-sign-off': 'Reconciliation signed off',
    'evidence-export': 'Evidence pack exported',
  },
  grants: { 'evidence-pack': { dialog: 'save', process: 'engine' } },
  savedWork: {
    tables: { reconciliations: ['reconciliation', 'fee_columns', 'fee_file_result'] },
    counted: { reconciliation: 'Reconciliations' },
  },
} as const satisfies FeatureManifest;
