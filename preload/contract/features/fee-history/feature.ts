import type { FeatureManifest } from '../../feature';

export const FEE_HISTORY_FEATURE = {
  // A key is stored: never rename it.
  activity: {
    'fee-file-replaced': 'Fee file marked as replaced',
    'fee-file-not-replaced': 'Fee file marked as not replaced',
  },
  savedWork: {
    tables: { 'fee history': ['fee_archive', 'fee_archive_file', 'fee_line', 'fee_file_replaced'] },
    counted: {
      fee_archive: 'Fee files in fee history',
      fee_file_replaced: 'Fee files marked as replaced',
    },
  },
} as const satisfies FeatureManifest;
