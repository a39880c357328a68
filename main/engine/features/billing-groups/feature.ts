import type { EngineFeature } from '../feature';

export const BILLING_GROUPS_ENGINE = {
  load: 'after-first-screen',
  router: async () => (await import('./router')).billingGroupsRouter,
} as const satisfies EngineFeature<'billingGroups'>;
