import { implement } from '@orpc/server';
import { editsContract } from '#contract/calls/edits';
import { declareFailures } from '../../../common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { writesOf } from '../writes';
import { editsOf } from './edits';
import { refuseTaxIds } from './refuse-tax-ids';

/** Drafts of the open connection and sending them (spec 4.2, 4.6). */
export function editsRouter(connections: OpenConnections) {
  const os = implement(editsContract).use(declareFailures);
  // Starts the lookup of interrupted jobs.
  connections.onOpen(editsOf);
  connections.onOpen(writesOf);
  const edits = () => editsOf(connections.current);
  const writes = () => writesOf(connections.current);
  /** Drafts and jobs are handled by the module that creates them. */
  const ofDraft = (id: string) => (writes().drafts(id) ? writes() : edits());
  const ofJob = (id: string) => (writes().sends(connections.current.jobs.get(id)) ? writes() : edits());
  return os.router({
    follow: os.follow.handler(({ signal }) => edits().drafts.follow(signal)),
    get: os.get.handler(({ input }) => edits().drafts.get(input.draft)),
    missing: os.missing.handler(async ({ input }) => [...(await writes().missing(input.resource))]),
    rows: os.rows.handler(({ input }) => edits().drafts.rows(input.draft, input)),
    overwrites: os.overwrites.handler(({ input }) => edits().drafts.overwrites(input.draft)),
    discard: os.discard.handler(({ input }) => edits().drafts.remove(input.draft)),
    open: os.open.handler(({ input }) => edits().open(input.resource, input.key)),
    keep: os.keep.handler(({ input }) => {
      refuseTaxIds(edits().drafts.get(input.draft).resource, input.edits);
      return ofDraft(input.draft).keep(input.draft, input.index, input.edits);
    }),
    many: os.many.handler(({ input }) => {
      refuseTaxIds(input.query.resource, input.edits);
      return edits().many(input.query, input.selection, input.edits);
    }),
    change: os.change.handler(({ input }) => {
      refuseTaxIds(edits().drafts.get(input.draft).resource, input.edits);
      return edits().change(input.draft, input.edits);
    }),
    resolve: os.resolve.handler(({ input }) => edits().resolve(input.draft, input.take, input)),
    create: os.create.handler(({ input }) => writes().create(input.resource, input.like)),
    remove: os.remove.handler(({ input }) => writes().remove(input.query, input.selection)),
    undo: os.undo.handler(({ input }) => ofJob(input.job).undo(input.job)),
    again: os.again.handler(({ input }) => ofJob(input.job).again(input.job)),
    check: os.check.handler(({ input }) => ofDraft(input.draft).check(input.draft)),
    unconfirmed: os.unconfirmed.handler(({ input }) => edits().unconfirmed(input.resource)),
    send: os.send.handler(async ({ input: { draft, count } }) => {
      // What came with a backup may have been sent since: the service is read before anything leaves.
      const { restored, checkedAt } = edits().drafts.get(draft);
      if (restored && checkedAt === null) await ofDraft(draft).check(draft);
      return ofDraft(draft).send(draft, count);
    }),
  });
}
