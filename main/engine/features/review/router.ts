import { implement } from '@orpc/server';
import { reviewContract } from '#contract/features/review/calls';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { reviewOf } from './review-of';

/** Creates the calls for the review queue of the open connection. */
export function reviewRouter(connections: OpenConnections) {
  const os = implement(reviewContract).use(declareFailures);
  const review = () => reviewOf(connections.current);
  return os.router({
    follow: os.follow.handler(({ signal }) => review().follow(signal)),
    settle: os.settle.handler(() => review().settle()),
    list: os.list.handler(({ input }) => review().list(input.filter, input.offset, input.limit)),
    ids: os.ids.handler(({ input }) => ({ ids: review().ids(input.filter, input.offset, input.limit) })),
    position: os.position.handler(({ input }) => ({ index: review().position(input.filter, input.id) })),
    findingsOf: os.findingsOf.handler(({ input }) => ({ items: review().findingsOfRecords(input.records) })),
    ofDraft: os.ofDraft.handler(({ input, signal }) => review().ofDraft(input, signal)),
    report: os.report.handler(({ input }) => review().report(input.findings, input.offset, input.limit)),
    get: os.get.handler(({ input }) => review().get(input.id)),
    mark: os.mark.handler(({ input }) => review().mark(input.findings, input.mark, input.total)),
    undo: os.undo.handler(({ input }) => review().undo(input.undo)),
  });
}
