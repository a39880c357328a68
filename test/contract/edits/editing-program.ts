import { Jobs } from '#engine/jobs/jobs';
import { editRecordsJob } from '#engine/records/edits/kind';
import { Service } from '#engine/service/client';
import { unsentCount } from '#contract/job';
import { openTestWorkspace } from '#test/support/saved-work';

/**
 * A separate program that edits records with the engine's code, to be killed while it works: the first run
 * starts the job; every later one verifies outcomes and resumes it, as the user would, or verifies them again if
 * nothing is left to send.
 */
const [file = '', key = '', origin = '', rows = '0'] = process.argv.slice(2);

const workspace = openTestWorkspace(file, key);
const service = new Service({
  fetch: globalThis.fetch,
  baseUrl: `${origin}/v2`,
  authUrl: `${origin}/auth/v2`,
  credential: { kind: 'api-key', key: 'a-key-for-the-test' },
});
const jobs = new Jobs({ store: workspace.jobs, closed: new AbortController().signal });
const kind = editRecordsJob('accounts', {
  service,
  put: () => Promise.resolve(),
  cached: () => new Map(),
  sentTo: () => () => undefined,
});
jobs.register(kind);

const line = (id: number) => ({
  input: {
    key: String(id),
    title: `Account ${id}`,
    subtitle: '',
    line: null,
    fields: [{ field: 'notes', before: '"before"', after: '"after"' }],
  },
  state: 'planned' as const,
  issue: null,
});
const [existingJob] = jobs.list();
const { id } =
  existingJob ??
  jobs.launch(
    kind,
    Array.from({ length: Number(rows) }, (_, index) => line(index + 1)),
    {},
    () => undefined,
  );
if (existingJob) {
  await jobs.settled(id);
  if (unsentCount(jobs.get(id)) > 0) await jobs.resume(id);
  else jobs.check(id);
}
await jobs.settled(id);
workspace.close();
