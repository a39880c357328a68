import { implement } from '@orpc/server';
import { taxIdsContract } from '../../../../preload/contract/calls/tax-ids';
import { asFailure } from '../../../common/rpc';
import type { Desks } from '../../connection/open-connections';
import { perDesk } from '../../connection/per-connection';
import { createTaxIds } from './tax-ids';

/** Tax ids and their tokens, of the open desk (spec 4.3). */
export function taxIdsRouter(desks: Desks) {
  const os = implement(taxIdsContract).use(asFailure);
  const ofDesk = perDesk((desk) => {
    const taxIds = createTaxIds({
      service: desk.service,
      activity: desk.workspace.activity,
      reader: desk.reader,
      copy: (kind, text) => desk.wishes.emit({ kind, text }),
      opened: (grant) => desks.grants.path(grant, 'open'),
      named: (grant) => desks.grants.path(grant, 'save'),
      closed: desk.closed,
    });
    desks.onLock(() => taxIds.forget(), desk.closed);
    return taxIds;
  });
  const taxIds = () => ofDesk(desks.current);
  const session = (input: { session: string }) => taxIds().session(input.session);
  const { exchange, tokenise } = os;
  return os.router({
    exchange: {
      start: exchange.start.handler(({ input }) => taxIds().exchange(input)),
      follow: exchange.follow.handler(({ input, signal }) => session(input).follow(signal)),
      cancel: exchange.cancel.handler(({ input }) => session(input).cancel()),
      retry: exchange.retry.handler(({ input }) => void session(input).start()),
      lines: exchange.lines.handler(({ input }) => session(input).page(input)),
      close: exchange.close.handler(({ input }) => taxIds().close(input.session)),
      reveal: exchange.reveal.handler(({ input }) =>
        taxIds().reveal(input.session, input.which, input.reason),
      ),
      copy: exchange.copy.handler(({ input }) => taxIds().copy(input.session, input.which, input.reason)),
      export: exchange.export.handler(({ input }) =>
        taxIds().export(input.session, input.reason, input.grant),
      ),
    },
    tokenise: {
      start: tokenise.start.handler(({ input }) => taxIds().tokenise(input)),
      follow: tokenise.follow.handler(({ input, signal }) => session(input).follow(signal)),
      cancel: tokenise.cancel.handler(({ input }) => session(input).cancel()),
      retry: tokenise.retry.handler(({ input }) => void session(input).start()),
      lines: tokenise.lines.handler(({ input }) => session(input).page(input)),
      close: tokenise.close.handler(({ input }) => taxIds().close(input.session)),
      copy: tokenise.copy.handler(({ input }) => taxIds().copyTokens(input.session)),
    },
  });
}
