import type { FeatureManifest } from '../../feature';

export const FEE_HISTORY_FEATURE = {
  savedWork: {
    tables: { 'fee history': ['fee_archive', 'fee_archive_file', 'fee_line'] },
    counted: { fee_archive: 'Fee files in fee history' },
  },
} as const satisfies FeatureManifest;
