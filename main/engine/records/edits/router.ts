import { implement } from '@orpc/server';
import { editsContract } from '../../../../preload/contract/calls/edits';
import { fail } from '../../../../preload/contract/failure';
import { asFailure } from '../../../common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { editsOf } from './edits';

/** Drafts of the open connection, and their sending (spec 4.2, 4.6). */
export function editsRouter(connections: OpenConnections) {
  const os = implement(editsContract).use(asFailure);
  connections.onOpen(editsOf); // jobs that were interrupted are looked up at once
  const edits = () => editsOf(connections.current);
  return os.router({
    follow: os.follow.handler(({ signal }) => edits().drafts.follow(signal)),
    get: os.get.handler(({ input }) => edits().drafts.get(input.draft)),
    rows: os.rows.handler(({ input }) => edits().drafts.rows(input.draft, input)),
    discard: os.discard.handler(({ input }) => edits().drafts.remove(input.draft)),
    open: os.open.handler(({ input }) => edits().open(input.resource, input.key)),
    keep: os.keep.handler(({ input }) => edits().keep(input.draft, input.index, input.edits)),
    many: os.many.handler(({ input }) => edits().many(input.query, input.selection, input.edits)),
    resolve: os.resolve.handler(({ input }) => edits().resolve(input.draft, input.take, input)),
    // Sent, undone, created and deleted in what follows.
    create: os.create.handler(unbuilt),
    remove: os.remove.handler(unbuilt),
    undo: os.undo.handler(unbuilt),
    again: os.again.handler(unbuilt),
    check: os.check.handler(unbuilt),
    send: os.send.handler(unbuilt),
  });
}

const unbuilt = (): never => {
  throw fail('unexpected', { cause: 'it is being built' });
};
