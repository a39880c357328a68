import type { EngineFeature } from '../feature';
import { SERVICE_STATUS_SAVED_WORK } from './saved-work';

export const SERVICE_STATUS_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).serviceStatusRouter,
  savedWork: SERVICE_STATUS_SAVED_WORK,
} as const satisfies EngineFeature<'serviceStatus'>;
