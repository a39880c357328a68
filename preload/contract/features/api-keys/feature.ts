import type { FeatureManifest } from '../../feature';

export const API_KEYS_FEATURE = {
  activity: { 'api-key-create': 'API key created', 'api-key-delete': 'API key deleted' },
} as const satisfies FeatureManifest;
