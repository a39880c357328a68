import { implement } from '@orpc/server';
import { advisorCodesContract } from '#contract/features/advisor-codes/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { createAdvisorCodes } from './advisor-codes';
import { CachedCodes } from './cached-codes';

/** Creates the calls for advisor codes of the open connection (spec 2.5, 4.5). */
export function advisorCodesRouter(connections: OpenConnections) {
  const os = implement(advisorCodesContract).use(declareFailures);
  const ofConnection = perConnection((opened) => {
    const cachedCodes = new CachedCodes(opened.reader);
    const codes = createAdvisorCodes({
      cachedCodes,
      service: opened.service,
      jobs: opened.jobs,
      chosenPath: (grant) => connections.grants.path(grant, 'advisor-codes-list'),
      now: () => new Date(),
      lists: {
        put: (raws) => opened.putRecords('advisorCodes', raws),
        remove: (keys) => opened.removeRecords('advisorCodes', keys),
        existingKeys: (keys) =>
          new Set([...opened.reader.records('advisorCodes', keys)].map(({ key }) => key)),
      },
    });
    return { cachedCodes, codes };
  });
  connections.onOpen(ofConnection); // registers the jobs, so that interrupted ones are looked up
  const codes = () => ofConnection(connections.current).codes;
  return os.router({
    overview: os.overview.handler(() => ofConnection(connections.current).cachedCodes.overview),
    firms: os.firms.handler(() => codes().firms()),
    planCreate: os.planCreate.handler(({ input, signal }) =>
      codes().planCreate(input.source, input.defaults, signal),
    ),
    planDelete: os.planDelete.handler(({ input }) => codes().planDelete(input.records)),
  });
}
