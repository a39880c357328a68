import { implement } from '@orpc/server';
import { dayOf } from '#contract/dates';
import { refundsContract } from '#contract/features/refunds/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { listedFileIds } from '../fee-history/replaced-files';
import { refundCasesOf } from './refund-cases';
import { decideRefund, filterRefunds, reopenRefund, setAdvance } from './refunds';

/** Creates the calls for refunds and first bills of the open connection. Nothing here writes to the service. */
export function refundsRouter(connections: OpenConnections) {
  const os = implement(refundsContract).use(declareFailures);
  const cases = () => refundCasesOf(connections.current)();
  const userAndTime = () => ({
    by: connections.current.workspace.team.userName,
    at: new Date().toISOString(),
  });
  return os.router({
    list: os.list.handler(async ({ input: { filter, offset, limit } }) => {
      const { rows, counts, openSum } = filterRefunds(await cases(), filter);
      const { reader, workspace } = connections.current;
      const states = new Map(reader.states().map((state) => [state.resource, state]));
      const counted = workspace.feeHistory.archives(listedFileIds(reader));
      const ends = counted.flatMap(({ endDate }) => dayOf(endDate) ?? []);
      return {
        items: rows.slice(offset, offset + limit),
        total: rows.length,
        counts,
        openSum,
        setting: workspace.refunds.setting(),
        latestEnd: ends.sort().at(-1) ?? null,
        accountsAsOf: states.get('accounts')?.asOf ?? null,
        structuresAsOf: states.get('feeStructures')?.asOf ?? null,
      };
    }),
    setAdvance: os.setAdvance.handler(({ input }) =>
      setAdvance(connections.current.workspace, input.advance, userAndTime()),
    ),
    decide: os.decide.handler(async ({ input: { decision, ...shown } }) => {
      decideRefund(connections.current.workspace, await cases(), shown, decision, userAndTime());
    }),
    reopen: os.reopen.handler(({ input }) => reopenRefund(connections.current.workspace, input.key)),
  });
}
