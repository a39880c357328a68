import type { FeatureManifest } from '../../feature';

export const ACTIVITY_FEATURE = {
  task: { name: 'activity', title: 'Activity', group: 'history', also: 'log audit history who verify' },
  activity: { 'activity-export': 'Activity log exported' },
  grants: { 'activity-export': { dialog: 'save', process: 'engine' } },
} as const satisfies FeatureManifest;
