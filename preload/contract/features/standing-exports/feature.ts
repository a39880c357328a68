import type { FeatureManifest } from '../../feature';

export const STANDING_EXPORTS_FEATURE = {
  activity: { 'standing-export': 'Standing export written' },
  grants: { 'standing-export-folder': { dialog: 'folder', process: 'engine' } },
  savedWork: {
    tables: { 'standing exports': ['standing_export'] },
    counted: { standing_export: 'Standing exports' },
  },
} as const satisfies FeatureManifest;
