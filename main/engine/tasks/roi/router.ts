import { implement } from '@orpc/server';
import { roiContract } from '../../../../preload/contract/calls/roi';
import { asFailure } from '../../../common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { roiAccounts } from './accounts';
import { createRoi } from './roi';

/** Release-of-information requests of the open connection. */
export function roiRouter(connections: OpenConnections) {
  const os = implement(roiContract).use(asFailure);
  const ofDesk = perConnection((opened) => {
    const made = createRoi({
      service: opened.service,
      roi: opened.workspace.roi,
      activity: opened.workspace.activity,
      together: opened.workspace.together,
      accounts: roiAccounts(opened.reader),
      closed: opened.closed,
    });
    opened.underWay.add('jobs', made);
    return made;
  });
  const roi = () => ofDesk(connections.current);
  const store = () => connections.current.workspace.roi;
  const { draft, request, contacts } = os;
  return os.router({
    overview: os.overview.handler(() => roi().overview()),
    attention: os.attention.handler(() => roi().attention()),
    custodian: os.custodian.handler(({ input }) => roi().custodian(input.custodian)),
    draft: {
      get: draft.get.handler(({ input }) => roi().draft(input.id)),
      save: draft.save.handler(({ input: { id, content } }) =>
        id === undefined ? store().drafts.create(content) : store().drafts.save(id, content),
      ),
      remove: draft.remove.handler(({ input }) => store().drafts.remove(input.id)),
      again: draft.again.handler(({ input }) => store().requests.again(input.request, input.step)),
    },
    preview: os.preview.handler(({ input }) => roi().preview(input.id)),
    send: os.send.handler(({ input }) => roi().send(input)),
    request: {
      get: request.get.handler(({ input }) => roi().request(input.id)),
      settled: request.settled.handler(({ input }) => roi().settled(input.id)),
      found: request.found.handler(({ input }) => roi().view(store().requests.found(input.id))),
      followUp: request.followUp.handler(({ input }) =>
        roi().view(store().requests.setFollowUp(input.id, input.day)),
      ),
      close: request.close.handler(({ input }) => roi().view(store().requests.close(input.id, input.as))),
      note: request.note.handler(({ input }) => roi().view(store().requests.addNote(input.id, input.text))),
      removeNote: request.removeNote.handler(({ input }) =>
        roi().view(store().requests.removeNote(input.id, input.note)),
      ),
    },
    contacts: {
      save: contacts.save.handler(({ input }) => store().contacts.save(input)),
      remove: contacts.remove.handler(({ input }) => store().contacts.remove(input.id)),
    },
    expect: os.expect.handler(({ input }) => store().contacts.expect(input.custodian, input.expected)),
  });
}
