import { implement } from '@orpc/server';
import { roiContract } from '#contract/features/roi/calls';
import { declareFailures } from '#common/rpc';
import { awaitedExportsOf } from '../../connection/awaited-exports';
import type { OpenConnection } from '../../connection/open-connection';
import type { OpenConnections } from '../../connection/open-connections';
import { perConnection } from '../../connection/per-connection';
import { roiAccounts } from './accounts';
import { roiColleagues } from './colleagues';
import { exportRoiRequests } from './export';
import { RoiRequests } from './roi';
import { createTracking } from './tracking';

/** Minimum time between two reports of colleagues' changes to the window. */
const CHANGE_INTERVAL_MS = 100;

const os = implement(roiContract).use(declareFailures);

/** Creates what a connection's calls use: requests, their tracking, and a count of what the team changed. */
function openRequests(opened: OpenConnection) {
  const { roi, activity, transaction, team } = opened.workspace;
  const deps = { roi, activity, transaction, accounts: roiAccounts(opened.reader) };
  const requests = new RoiRequests({
    ...deps,
    service: opened.service,
    closed: opened.closed,
    isReadOnly: opened.connection.readOnly,
    colleagues: roiColleagues(team),
  });
  opened.pendingWork.add('jobs', requests);
  const topics = ['roi-request', 'roi-contact', 'roi-turnaround', 'roi-plan'] as const;
  return { requests, tracking: createTracking(deps), changes: team.countChanges(topics, opened.closed) };
}

/** What the handlers read, of the connection that is open at the time of the call. */
interface RoiHandlerDeps {
  readonly requests: () => RoiRequests;
  readonly tracking: () => ReturnType<typeof createTracking>;
  readonly store: () => OpenConnection['workspace']['roi'];
}

const draftHandlers = ({ requests, store }: RoiHandlerDeps) => ({
  get: os.draft.get.handler(({ input }) => requests().draft(input.id)),
  save: os.draft.save.handler(({ input: { id, content } }) =>
    id === undefined ? store().drafts.create(content) : store().drafts.save(id, content),
  ),
  remove: os.draft.remove.handler(({ input }) => store().drafts.remove(input.id)),
  startAgain: os.draft.startAgain.handler(({ input }) =>
    store().requests.draftAgain(input.request, input.step),
  ),
});

/** Handlers for a sent request: what the user confirms, follows up and notes about it. */
const requestHandlers = ({ requests, tracking, store }: RoiHandlerDeps) => ({
  get: os.request.get.handler(({ input }) => requests().request(input.id)),
  settled: os.request.settled.handler(({ input }) => requests().settled(input.id)),
  confirmArrival: os.request.confirmArrival.handler(({ input }) =>
    requests().view(store().requests.confirmArrival(input.id)),
  ),
  setFollowUp: os.request.setFollowUp.handler(({ input }) =>
    requests().view(tracking().setFollowUp(input.id, input.day)),
  ),
  recordFollowUp: os.request.recordFollowUp.handler(({ input }) =>
    requests().view(tracking().recordFollowUp(input.id, input.next)),
  ),
  record: os.request.record.handler(({ input }) => requests().view(tracking().record(input))),
  close: os.request.close.handler(({ input }) =>
    requests().view(tracking().close(input.id, input.as, input.shownContested)),
  ),
  addNote: os.request.addNote.handler(({ input }) =>
    requests().view(tracking().addNote(input.id, input.text)),
  ),
  removeNote: os.request.removeNote.handler(({ input }) =>
    requests().view(tracking().removeNote(input.id, input.note)),
  ),
});

/** Creates the calls for release-of-information requests of the open connection. */
export function roiRouter(connections: OpenConnections) {
  const ofConnection = perConnection(openRequests);
  const requests = () => ofConnection(connections.current).requests;
  const tracking = () => ofConnection(connections.current).tracking;
  const store = () => connections.current.workspace.roi;
  const { contacts, planned } = os;
  return os.router({
    follow: os.follow.handler(({ signal }) =>
      ofConnection(connections.current).changes.follow(
        connections.current.untilClosed(signal),
        CHANGE_INTERVAL_MS,
      ),
    ),
    overview: os.overview.handler(() => requests().overview()),
    drafts: os.drafts.handler(() => store().drafts.list()),
    export: os.export.handler(async ({ input }) => {
      const opened = connections.current;
      const { activity, team } = opened.workspace;
      const exported = input.ids.flatMap((id) => requests().request(id) ?? []);
      const file = connections.grants.path(input.grant, 'roi-requests-export');
      const self = team.self?.memberName ?? null;
      const count = await awaitedExportsOf(opened).run((signal) =>
        exportRoiRequests(exported, { activity, self, signal }, file, input.format),
      );
      return { requests: count };
    }),
    due: os.due.handler(() => tracking().due()),
    attention: os.attention.handler(() => requests().attention()),
    custodian: os.custodian.handler(({ input }) => requests().custodian(input.custodian)),
    draft: draftHandlers({ requests, tracking, store }),
    preview: os.preview.handler(({ input }) => requests().previewInTeam(input.id)),
    send: os.send.handler(({ input }) => requests().send(input)),
    request: requestHandlers({ requests, tracking, store }),
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
