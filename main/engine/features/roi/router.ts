import { implement } from '@orpc/server';
import { roiContract } from '#contract/features/roi/calls';
import { Observable } from '#common/observable';
import { declareFailures } from '#common/rpc';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { roiAccounts } from './accounts';
import { roiColleagues } from './colleagues';
import { exportRoiRequests } from './export';
import { RoiRequests } from './roi';
import { createTracking } from './tracking';

const MAX_CHANGE_RATE_MS = 100;

/** Release-of-information requests of the open connection. */
export function roiRouter(connections: OpenConnections) {
  const os = implement(roiContract).use(declareFailures);
  const ofConnection = perConnection((opened) => {
    const { roi, activity, transaction } = opened.workspace;
    const deps = { roi, activity, transaction, accounts: roiAccounts(opened.reader) };
    const requests = new RoiRequests({
      ...deps,
      service: opened.service,
      closed: opened.closed,
      isReadOnly: opened.connection.readOnly,
      colleagues: roiColleagues(opened.workspace.team),
    });
    opened.pendingWork.add('jobs', requests);
    const changes = new Observable(0);
    const onChange = () => changes.update((count) => count + 1);
    for (const topic of ['roi-request', 'roi-contact', 'roi-turnaround', 'roi-plan'] as const)
      opened.workspace.team.onTopic(topic, onChange, opened.closed);
    return { requests, tracking: createTracking(deps), changes };
  });
  const roi = () => ofConnection(connections.current).requests;
  const tracking = () => ofConnection(connections.current).tracking;
  const store = () => connections.current.workspace.roi;
  const { draft, request, contacts, planned } = os;
  return os.router({
    follow: os.follow.handler(({ signal }) => {
      const { closed } = connections.current;
      const ended = AbortSignal.any([closed, ...(signal ? [signal] : [])]);
      return ofConnection(connections.current).changes.follow(ended, MAX_CHANGE_RATE_MS);
    }),
    overview: os.overview.handler(() => roi().overview()),
    drafts: os.drafts.handler(() => store().drafts.list()),
    export: os.export.handler(async ({ input }) => ({
      requests: await exportRoiRequests(
        input.ids.flatMap((id) => roi().request(id) ?? []),
        {
          activity: connections.current.workspace.activity,
          self: connections.current.workspace.team.self?.memberName ?? null,
        },
        connections.grants.path(input.grant, 'roi-requests-export'),
        input.format,
      ),
    })),
    due: os.due.handler(() => tracking().due()),
    attention: os.attention.handler(() => roi().attention()),
    custodian: os.custodian.handler(({ input }) => roi().custodian(input.custodian)),
    draft: {
      get: draft.get.handler(({ input }) => roi().draft(input.id)),
      save: draft.save.handler(({ input: { id, content } }) =>
        id === undefined ? store().drafts.create(content) : store().drafts.save(id, content),
      ),
      remove: draft.remove.handler(({ input }) => store().drafts.remove(input.id)),
      startAgain: draft.startAgain.handler(({ input }) =>
        store().requests.draftAgain(input.request, input.step),
      ),
    },
    preview: os.preview.handler(({ input }) => roi().previewInTeam(input.id)),
    send: os.send.handler(({ input }) => roi().send(input)),
    request: {
      get: request.get.handler(({ input }) => roi().request(input.id)),
      settled: request.settled.handler(({ input }) => roi().settled(input.id)),
      confirmArrival: request.confirmArrival.handler(({ input }) =>
        roi().view(store().requests.confirmArrival(input.id)),
      ),
      setFollowUp: request.setFollowUp.handler(({ input }) =>
        roi().view(tracking().setFollowUp(input.id, input.day)),
      ),
      recordFollowUp: request.recordFollowUp.handler(({ input }) =>
        roi().view(tracking().recordFollowUp(input.id, input.next)),
      ),
      record: request.record.handler(({ input }) => roi().view(tracking().record(input))),
      close: request.close.handler(({ input }) =>
        roi().view(tracking().close(input.id, input.as, input.shownContested)),
      ),
      addNote: request.addNote.handler(({ input }) => roi().view(tracking().addNote(input.id, input.text))),
      removeNote: request.removeNote.handler(({ input }) =>
        roi().view(tracking().removeNote(input.id, input.note)),
      ),
    },
    planned: {
      list: planned.list.handler(() => store().planned.list()),
      add: planned.add.handler(({ input }) =>
        connections.current.workspace.transaction(() => {
          for (const request of input.requests) store().planned.add(request);
        }),
      ),
      dismiss: planned.dismiss.handler(({ input }) => store().planned.dismiss(input.custodian)),
    },
    contacts: {
      save: contacts.save.handler(({ input }) => store().contacts.save(input)),
      remove: contacts.remove.handler(({ input }) => store().contacts.remove(input.id)),
    },
    setExpectation: os.setExpectation.handler(({ input }) =>
      store().turnarounds.set(input.custodian, input.expected),
    ),
  });
}
