import type { EngineFeature } from '../feature';

export const INCIDENT_REPORT_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).incidentReportRouter,
} as const satisfies EngineFeature<'incidentReport'>;
