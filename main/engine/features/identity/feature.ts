import type { EngineFeature } from '../feature';

export const IDENTITY_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).identityRouter,
} as const satisfies EngineFeature<'identity'>;
