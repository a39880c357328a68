import type { EngineFeature } from '../feature';
import { serviceStatusStore, type ServiceStatusStore } from './saved-work/service-status';
import { SERVICE_STATUS_MIGRATIONS } from './saved-work/migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly serviceStatus: ServiceStatusStore;
  }
}

export const SERVICE_STATUS_ENGINE = {
  load: 'first-call',
  router: async () => (await import('./router')).serviceStatusRouter,
  savedWork: {
    stores: {
      serviceStatus: ({ db }) => serviceStatusStore(db),
    },
    migrations: SERVICE_STATUS_MIGRATIONS,
  },
} as const satisfies EngineFeature<'serviceStatus'>;
