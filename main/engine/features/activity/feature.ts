import type { EngineFeature } from '../feature';

export const ACTIVITY_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).activityRouter,
} as const satisfies EngineFeature<'activity'>;
