import type { FeatureManifest } from '../../feature';

export const INCIDENT_REPORT_FEATURE = {
  activity: { 'incident-report': 'Incident report created' },
  grants: { 'incident-report': { dialog: 'save', process: 'engine' } },
} as const satisfies FeatureManifest;
