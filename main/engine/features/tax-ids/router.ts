import { implement } from '@orpc/server';
import { taxIdsContract } from '#contract/features/tax-ids/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { startValuesProcess } from './isolated/values';
import { TaxIds } from './tax-ids';

/** Creates the calls for tax IDs and tokens of the open connection (spec 4.3). */
export function taxIdsRouter(connections: OpenConnections) {
  const os = implement(taxIdsContract).use(declareFailures);
  const ofConnection = perConnection((opened) => {
    const taxIds = new TaxIds({
      service: opened.service,
      activity: opened.workspace.activity,
      reader: opened.reader,
      values: () => startValuesProcess(connections.processes, opened.service),
      overwriteNetworkMemory: () => {
        if (opened.closed.aborted) return;
        // Five accounts overwrite all of a response with a few tax IDs, which is shorter. The result is ignored.
        const accountsCall = opened.service.call('accounts.list', { pager: { page: 1, limit: 5 } });
        accountsCall.catch(() => undefined);
      },
      copy: (text) => opened.requests.emit({ kind: 'clipboard', text }),
      listPath: (grant) => connections.grants.path(grant, 'tax-ids-list'),
      exportPath: (grant) => connections.grants.path(grant, 'tax-ids-export'),
      isLocked: () => connections.lockState !== 'open',
      expectAllowed: (permission) => opened.expectAllowed(permission),
      closed: opened.closed,
    });
    opened.pendingWork.add('lookups', taxIds);
    connections.locks.on(() => taxIds.lock(), opened.closed);
    return taxIds;
  });
  const taxIds = () => ofConnection(connections.current);
  const session = (input: { session: string }) => taxIds().session(input.session);
  const { exchange, tokenize } = os;
  return os.router({
    exchange: {
      start: exchange.start.handler(({ input, signal }) => taxIds().exchange(input, signal)),
      follow: exchange.follow.handler(({ input, signal }) => session(input).follow(signal)),
      cancel: exchange.cancel.handler(({ input }) => session(input).cancel()),
      retry: exchange.retry.handler(({ input }) => taxIds().retry(input.session)),
      lines: exchange.lines.handler(({ input }) => session(input).page(input)),
      close: exchange.close.handler(({ input }) => taxIds().close(input.session)),
      reveal: exchange.reveal.handler(({ input }) =>
        taxIds().reveal(input.session, input.which, input.reason),
      ),
      hide: exchange.hide.handler(({ input }) => taxIds().hide(input.session)),
      copy: exchange.copy.handler(({ input }) => taxIds().copy(input.session, input.which, input.reason)),
      export: exchange.export.handler(({ input }) =>
        taxIds().export(input.session, input.reason, input.grant),
      ),
    },
    tokenize: {
      start: tokenize.start.handler(({ input, signal }) => taxIds().tokenize(input, signal)),
      follow: tokenize.follow.handler(({ input, signal }) => session(input).follow(signal)),
      cancel: tokenize.cancel.handler(({ input }) => session(input).cancel()),
      retry: tokenize.retry.handler(({ input }) => taxIds().retry(input.session)),
      lines: tokenize.lines.handler(({ input }) => session(input).page(input)),
      close: tokenize.close.handler(({ input }) => taxIds().close(input.session)),
      copy: tokenize.copy.handler(({ input }) => taxIds().copyTokens(input.session)),
    },
  });
}
