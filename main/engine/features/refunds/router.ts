import { implement } from '@orpc/server';
import { userInfo } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayOf } from '#contract/dates';
import { refundsContract, type RefundCase } from '#contract/features/refunds/calls';
import { declareFailures } from '../../../common/rpc';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { findRefundCases, type FoundCase } from './find-cases';
import { decideRefund, filteredRefunds, reopenRefund, setAdvance, withDecisions } from './refunds';

/** Returns the cases of a connection; they are found again only if records, fee files or the setting change. */
function refundCases(opened: OpenConnection): () => Promise<readonly RefundCase[]> {
  const { reader, workspace, closed } = opened;
  const pause = async (): Promise<void> => {
    await nextTurn();
    closed.throwIfAborted();
  };
  let held: { readonly of: string; readonly found: Promise<readonly FoundCase[]> } | undefined;
  return async () => {
    const { refunds, feeHistory } = workspace;
    const setting = refunds.setting();
    if (!setting) return [];
    const of = `${reader.version} ${feeHistory.stored} ${setting.advance}`;
    if (held?.of !== of) {
      const found = findRefundCases(reader, feeHistory, setting.advance, pause);
      held = { of, found };
      found.catch(() => (held = undefined));
    }
    return withDecisions(await held.found, refunds.decisions());
  };
}

/** Refunds and first bills of the open connection. Nothing here writes to the service. */
export function refundsRouter(connections: OpenConnections) {
  const os = implement(refundsContract).use(declareFailures);
  const allCases = perConnection(refundCases);
  const cases = () => allCases(connections.current)();
  const now = () => ({ by: userInfo().username, at: new Date().toISOString() });
  return os.router({
    list: os.list.handler(async ({ input: { filter, offset, limit } }) => {
      const { rows, counts, openSum } = filteredRefunds(await cases(), filter);
      const { reader, workspace } = connections.current;
      const states = new Map(reader.states().map((state) => [state.resource, state]));
      const ends = workspace.feeHistory.archives().flatMap(({ endDate }) => dayOf(endDate) ?? []);
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
      setAdvance(connections.current.workspace, input.advance, now()),
    ),
    decide: os.decide.handler(async ({ input: { key, decision } }) => {
      decideRefund(connections.current.workspace, await cases(), key, decision, now());
    }),
    reopen: os.reopen.handler(({ input }) => reopenRefund(connections.current.workspace, input.key)),
  });
}
