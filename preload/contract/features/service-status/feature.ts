import type { FeatureManifest } from '../../feature';

export const SERVICE_STATUS_FEATURE = {
  savedWork: { tables: { 'service status': ['service_status'] } },
} as const satisfies FeatureManifest;
