import { serviceStatus, type ServiceStatus } from '#contract/features/service-status/schemas';
import type { Db } from '#engine/sqlite/open-database';

/** Stores the last known status of the service, for reading offline. */
export const serviceStatusStore = (db: Db) => ({
  get(): ServiceStatus | null {
    const text = db.prepare<[], string>('SELECT status FROM service_status').pluck().get();
    // A status of another version is ignored until the next refresh.
    const stored = text === undefined ? undefined : serviceStatus.safeParse(JSON.parse(text));
    return stored?.success ? stored.data : null;
  },
  set(status: ServiceStatus): void {
    db.prepare('INSERT OR REPLACE INTO service_status VALUES (1, ?)').run(JSON.stringify(status));
  },
});
export type ServiceStatusStore = ReturnType<typeof serviceStatusStore>;
