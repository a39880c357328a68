import { implement } from '@orpc/server';
import { editsContract } from '#contract/calls/edits';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { draftsOf } from '../draft-service';
import { holdsTaxId } from '#contract/tax-id';
import type { FieldEdit } from '#contract/edit';
import { readExact } from '#contract/exact-json/read';
import { fail } from '#contract/failure';
import { resourceNamed, type ResourceName } from '#contract/resources';

/** Creates the calls that edit and send the drafts of the open connection (spec 4.2, 4.6). */
export function editsRouter(connections: OpenConnections) {
  const os = implement(editsContract).use(declareFailures);
  // Starts the lookup of interrupted jobs.
  connections.onOpen(draftsOf);
  const service = () => draftsOf(connections.current);
  return os.router({
    follow: os.follow.handler(({ signal }) =>
      service().drafts.follow(connections.current.untilClosed(signal)),
    ),
    get: os.get.handler(({ input }) => service().drafts.get(input.draft)),
    missingOperations: os.missingOperations.handler(async ({ input }) => [
      ...(await service().missingOperations(input.resource)),
    ]),
    rows: os.rows.handler(({ input }) => service().drafts.rows(input.draft, input)),
    overwrites: os.overwrites.handler(({ input }) => service().drafts.overwrites(input.draft)),
    discard: os.discard.handler(({ input }) => service().drafts.remove(input.draft)),
    open: os.open.handler(({ input }) => service().open(input.resource, input.key)),
    saveRow: os.saveRow.handler(({ input }) => {
      refuseTaxIds(service().drafts.get(input.draft).resource, input.edits);
      return service().saveRow(input.draft, input.index, input.edits);
    }),
    collect: os.collect.handler(({ input: { resource, key, field, json } }) => {
      if (json !== undefined) refuseTaxIds(resource, [{ op: 'set', field, json }]);
      return service().collect(resource, key, field, json);
    }),
    fix: os.fix.handler(({ input: { draft, index, field, json } }) => {
      refuseTaxIds(service().drafts.get(draft).resource, [{ op: 'set', field, json }]);
      return service().fix(draft, index, field, json);
    }),
    draftMany: os.draftMany.handler(({ input }) => {
      refuseTaxIds(input.query.resource, input.edits);
      return service().draftMany(input.query, input.selection, input.edits);
    }),
    change: os.change.handler(({ input }) => {
      refuseTaxIds(service().drafts.get(input.draft).resource, input.edits);
      return service().change(input.draft, input.edits);
    }),
    resolve: os.resolve.handler(({ input }) => service().resolve(input.draft, input.choice, input)),
    create: os.create.handler(({ input }) => service().create(input.resource, input.like)),
    remove: os.remove.handler(({ input }) => service().draftRemoval(input.query, input.selection)),
    undo: os.undo.handler(({ input }) => service().undo(input.job)),
    draftRetry: os.draftRetry.handler(({ input }) => service().draftRetry(input.job)),
    check: os.check.handler(({ input }) => service().check(input.draft)),
    unconfirmed: os.unconfirmed.handler(({ input }) => service().unconfirmed(input.resource)),
    send: os.send.handler(async ({ input: { draft, count } }) => {
      // A restored draft may have been sent since: the service is read before anything is sent.
      const { restored, checkedAt } = service().drafts.get(draft);
      if (restored && checkedAt === null) await service().check(draft);
      return service().sendApproved(draft, count);
    }),
  });
}

/**
 * Drafts are stored on this computer. Fails with `refused` (`tax-id`) for a text that could be a tax ID, before
 * storing it.
 */
function refuseTaxIds(resource: ResourceName, edits: readonly FieldEdit[]): void {
  const { fields } = resourceNamed(resource);
  for (const edit of edits) {
    if (
      (edit.op !== 'set' && edit.op !== 'append') ||
      fields[edit.field]?.kind !== 'text' ||
      !edit.json.startsWith('"')
    )
      continue;
    const text = readExact(edit.json);
    if (typeof text === 'string' && holdsTaxId(text)) throw fail('refused', { detail: { code: 'tax-id' } });
  }
}
