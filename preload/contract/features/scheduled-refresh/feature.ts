import type { FeatureManifest } from '../../feature';

export const SCHEDULED_REFRESH_FEATURE = {
  savedWork: { tables: { 'scheduled refresh': ['refresh_schedule'] } },
} as const satisfies FeatureManifest;
