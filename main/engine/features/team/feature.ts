import type { EngineFeature } from '../feature';
import { TEAM_SAVED_WORK } from './saved-work';

export const TEAM_ENGINE = {
  load: 'after-first-screen',
  router: async () => (await import('./router')).teamRouter,
  savedWork: TEAM_SAVED_WORK,
} as const satisfies EngineFeature<'team'>;
