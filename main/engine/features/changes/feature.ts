import type { EngineFeature } from '../feature';

export const CHANGES_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).changesRouter,
} as const satisfies EngineFeature<'changes'>;
