import type { EngineFeature } from '../feature';

export const TAX_IDS_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).taxIdsRouter,
} as const satisfies EngineFeature<'taxIds'>;
