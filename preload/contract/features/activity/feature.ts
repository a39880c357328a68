import type { FeatureManifest } from '../../feature';

export const ACTIVITY_FEATURE = {
  task: { name: 'activity', title: 'Activity', group: 'history', keywords: 'log audit history who verify' },
  activity: { 'activity-export': 'Activity log exported' },
  grants: { 'activity-export': { dialog: 'save', process: 'engine' } },
} as const satisfies FeatureManifest;
