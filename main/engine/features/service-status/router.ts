import { implement } from '@orpc/server';
import { serviceStatusContract } from '#contract/features/service-status/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { ServiceStatusReader } from './read-status';

/** Creates the calls for the status of the open connection's service. */
export function serviceStatusRouter(connections: OpenConnections) {
  const os = implement(serviceStatusContract).use(declareFailures);
  const statuses = perConnection(
    ({ service, workspace, live }) =>
      new ServiceStatusReader({
        service,
        store: workspace.serviceStatus,
        run: () => live.value.run,
        now: () => new Date().toISOString(),
      }),
  );
  return os.router({ get: os.get.handler(() => statuses(connections.current).get()) });
}
