import type { FeatureManifest } from '../../feature';

export const CHANGES_FEATURE = {
  overview: { name: 'changes', title: 'Changes', group: 'history', keywords: 'new gone refresh' },
  activity: { 'changes-export': 'Changes exported' },
  grants: { 'changes-export': { dialog: 'save', process: 'engine' } },
} as const satisfies FeatureManifest;
