import { implement } from '@orpc/server';
import { feeStructuresContract } from '#contract/features/fee-structures/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { setRetired, setCeiling, setFeeChange } from './fee-settings';

/** Creates the calls for retired fee structures and the firm's limits of the open connection. */
export function feeStructuresRouter(connections: OpenConnections) {
  const os = implement(feeStructuresContract).use(declareFailures);
  const workspace = () => connections.current.workspace;
  return os.router({
    settings: os.settings.handler(() => workspace().feeSettings.get()),
    retire: os.retire.handler(({ input }) => setRetired(workspace(), input)),
    setFeeChange: os.setFeeChange.handler(({ input }) => setFeeChange(workspace(), input)),
    setCeiling: os.setCeiling.handler(({ input }) => setCeiling(workspace(), input.ceiling)),
  });
}
