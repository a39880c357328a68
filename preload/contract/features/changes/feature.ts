import type { FeatureManifest } from '../../feature';

export const CHANGES_FEATURE = {
  activity: { 'changes-export': 'Changes exported' },
  grants: { 'changes-export': { dialog: 'save', process: 'engine' } },
} as const satisfies FeatureManifest;
