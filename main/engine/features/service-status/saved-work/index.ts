import type { SavedWork } from '#engine/workspace/open/saved-work';
import { serviceStatusStore, type ServiceStatusStore } from './service-status';
import { SERVICE_STATUS_MIGRATIONS } from './migrations';

declare module '#engine/workspace/open/saved-work' {
  interface Stores {
    readonly serviceStatus: ServiceStatusStore;
  }
}

export const SERVICE_STATUS_SAVED_WORK = {
  stores: {
    serviceStatus: ({ db }) => serviceStatusStore(db),
  },
  migrations: SERVICE_STATUS_MIGRATIONS,
} as const satisfies SavedWork;
