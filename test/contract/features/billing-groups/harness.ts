import path from 'node:path';
import { startDemo } from '#main/demo/index';
import { Jobs } from '#engine/jobs/jobs';
import { Drafts } from '#engine/records/edits/drafts';
import { EditDraftFactory } from '#engine/records/edits/make-drafts';
import { recordCalls } from '#engine/records/record-calls';
import { Service } from '#engine/service/client';
import { BillingGroups } from '#engine/features/billing-groups/billing-groups';
import { readerWith } from '#test/unit/cache/temp-cache';
import { WORKSPACE_KEY, tempWorkspaceFile } from '#test/unit/workspace/temp-workspace';
import { FakeClock } from '#test/support/fake-clock';
import { openTestWorkspace } from '#test/support/saved-work';

export type RequestHandler = (path: string, send: () => Promise<Response>) => Promise<Response>;

/** Creates the billing-groups feature on the demo service, with the service's lists as local data. */
export async function startGroupHarness({ accounts = 200 } = {}) {
  const demo = await startDemo({ accounts, seed: 7, application: 'production' });
  const { baseUrl, authUrl, apiKey } = demo;
  let handle: RequestHandler = (_, send) => send();
  const paths: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const { pathname } = new URL(url);
    paths.push(pathname);
    return handle(pathname, () => globalThis.fetch(input, init));
  };
  const clock = new FakeClock();
  const credential = { kind: 'api-key' as const, key: apiKey };
  const service = new Service({ fetch, baseUrl, authUrl, credential, clock });
  const signal = AbortSignal.timeout(60_000);
  const list = async (name: 'accounts' | 'billingGroups' | 'firms' | 'households') => [
    ...(await recordCalls(service, name).list(signal)).records.values(),
  ];
  const reader = readerWith({
    accounts: await list('accounts'),
    billingGroups: await list('billingGroups'),
    firms: await list('firms'),
    households: await list('households'),
  });
  const file = tempWorkspaceFile();
  const closing = new AbortController();
  const workspace = openTestWorkspace(file, WORKSPACE_KEY);
  const jobs = new Jobs({ store: workspace.jobs, closed: closing.signal });
  const drafts = new Drafts(workspace.drafts, closing.signal);
  const lists = { put: [] as string[], removed: [] as string[] };
  const groups = new BillingGroups({
    reader,
    service,
    jobs,
    drafts: new EditDraftFactory({ drafts, reader, jobs: workspace.jobs }),
    activity: workspace.activity,
    connection: 'Juniper',
    chosenPath: (grant) => path.join(path.dirname(file), grant),
    now: () => new Date('2026-11-20T10:00:00.000Z'),
    closed: closing.signal,
    lists: {
      put: (raws) => Promise.resolve(void lists.put.push(...raws)),
      remove: (keys) => Promise.resolve(void lists.removed.push(...keys)),
    },
  });
  return {
    groups,
    service,
    /** The clock with which the service's client waits before it retries. */
    clock,
    jobs,
    drafts,
    lists,
    reader,
    workspace,
    paths,
    folder: path.dirname(file),
    /** Sets the handler of later requests. */
    handleRequests: (next: RequestHandler) => (handle = next),
    listGroups: () => list('billingGroups'),
    /** Creates a job whose change of a group's assignments was not applied despite a success; returns its ID. */
    jobNotApplied(group: string, before: string, after: string): string {
      const fields = [{ field: 'assignments', before, after }];
      const input = { key: group, title: '', subtitle: '', line: null, fields };
      const id = workspace.jobs.create(
        { resource: 'billingGroups', operation: 'edit' },
        [{ input, state: 'planned', issue: null }],
        {},
      );
      workspace.jobs.settle(id, [{ index: 0, state: 'not-taken' }]);
      return id;
    },
    async close() {
      closing.abort();
      workspace.close();
      await demo.close();
    },
  };
}
