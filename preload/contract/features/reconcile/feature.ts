import type { FeatureManifest } from '../../feature';

/** Its screens are pages of the fee upload files. */
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
