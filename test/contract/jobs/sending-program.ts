import { createCodesJob } from '#engine/features/advisor-codes/code-jobs';
import { Jobs } from '#engine/jobs/jobs';
import { Service } from '#engine/service/client';
import { unsentCount } from '#contract/job';
import { openTestWorkspace } from '#test/support/saved-work';

/**
 * A separate program that sends a job with the engine's code, to be killed while it works: the first run
 * plans and sends the rows; every later one verifies outcomes and resumes, as the user would, or verifies them again
 * if nothing is left to send.
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
const nothing = () => Promise.resolve();
const kind = createCodesJob({
  service,
  lists: { put: nothing, remove: nothing, existingKeys: () => new Set() },
});
jobs.register(kind);

const line = (index: number) => ({
  input: { number: index, custodian: 'PER', code: `K-${index}`, firmId: '39', accounts: null, record: null },
  state: 'planned' as const,
  issue: null,
});
const [existingJob] = jobs.list();
const { id } =
  existingJob ??
  jobs.plan(
    kind,
    Array.from({ length: Number(rows) }, (_, index) => line(index)),
    {
      accounts: null,
      custodian: 'PER',
      custodians: 1,
    },
  );
if (existingJob) {
  await jobs.settled(id);
  if (unsentCount(jobs.get(id)) > 0) await jobs.resume(id);
  else jobs.check(id);
} else jobs.start(id);
await jobs.settled(id);
workspace.close();
