import { implement } from '@orpc/server';
import { advisorCodesContract } from '../../../../preload/contract/calls/advisor-codes';
import { asFailure } from '../../../common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { createAdvisorCodes } from './advisor-codes';
import { KnownCodes } from './known';

/** Advisor codes of the open connection (spec 2.5, 4.5). */
export function advisorCodesRouter(connections: OpenConnections) {
  const os = implement(advisorCodesContract).use(asFailure);
  const ofDesk = perConnection((opened) => {
    const known = new KnownCodes(opened.reader);
    const codes = createAdvisorCodes({
      known,
      service: opened.service,
      activity: opened.workspace.activity,
      opened: (grant) => connections.grants.path(grant, 'open'),
      closed: opened.closed,
      now: () => new Date(),
      refresh: async () => {
        await opened.sync.settled(); // a refresh that goes on may have passed the mapping already
        await opened.refresh({ resources: ['advisorCodes'] });
        await opened.sync.settled();
      },
    });
    return { known, codes };
  });
  const codes = () => ofDesk(connections.current).codes;
  return os.router({
    overview: os.overview.handler(() => ofDesk(connections.current).known.overview),
    firms: os.firms.handler(() => codes().firms()),
    planCreate: os.planCreate.handler(({ input }) => codes().planCreate(input.source, input.defaults)),
    planDelete: os.planDelete.handler(({ input }) => codes().planDelete(input.records)),
    start: os.start.handler(({ input }) => codes().start(input.job, input.count)),
    stop: os.stop.handler(({ input }) => codes().stop(input.job)),
    follow: os.follow.handler(({ input, signal }) => codes().follow(input.job, signal)),
    lines: os.lines.handler(({ input }) => codes().lines(input.job)),
    current: os.current.handler(() => codes().current()),
    putAway: os.putAway.handler(({ input }) => codes().putAway(input.job)),
  });
}
