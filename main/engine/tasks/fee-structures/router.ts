import { implement } from '@orpc/server';
import { userInfo } from 'node:os';
import { feeStructuresContract } from '../../../../preload/contract/calls/fee-structures';
import { asFailure } from '../../../common/rpc';
import type { OpenConnections } from '../../connection/open-connections';

/** What people say about the fee structures of the open connection. */
export function feeStructuresRouter(connections: OpenConnections) {
  const os = implement(feeStructuresContract).use(asFailure);
  const marks = () => connections.current.workspace.structureMarks;
  return os.router({
    marks: os.marks.handler(() => marks().get()),
    retire: os.retire.handler(({ input: { key, retired } }) => {
      if (retired) marks().retire(key, userInfo().username, new Date().toISOString());
      else marks().restore(key);
      return marks().get();
    }),
    setCeiling: os.setCeiling.handler(({ input }) => {
      marks().setCeiling(input.ceiling);
      return marks().get();
    }),
  });
}
