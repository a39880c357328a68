import { implement } from '@orpc/server';
import { importsContract } from '#contract/calls/imports';
import { declareFailures } from '#common/rpc';
import { awaitedExportsOf } from '../../connection/awaited-exports';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { draftsOf } from '../draft-service';
import { createImports } from './imports';

/** Spreadsheets and pastes that become drafts of the open connection. */
export function importsRouter(connections: OpenConnections) {
  const os = implement(importsContract).use(declareFailures);
  const ofConnection = perConnection((opened) =>
    createImports({
      reader: opened.reader,
      service: draftsOf(opened),
      pathOf: (grant, purpose) => connections.grants.path(grant, purpose),
    }),
  );
  const imports = () => ofConnection(connections.current);
  return os.router({
    read: os.read.handler(({ input, signal }) =>
      imports().read(input.resource, input.kind, input.source, signal),
    ),
    draft: os.draft.handler(({ input }) => imports().draft(input.table, input.fields, input.defaults)),
    template: os.template.handler(({ input: { grant, fields, target } }) =>
      awaitedExportsOf(connections.current).run((signal) =>
        imports().template(grant, fields, target, signal),
      ),
    ),
  });
}
