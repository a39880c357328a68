import path from 'node:path';
import { intakeIn } from '#engine/files/intake/intake';
import { Service } from '#engine/service/client';
import { systemClock } from '#engine/service/clock';
import { FeeFileJobs } from '#engine/features/fee-files/jobs';
import { recoverPending } from '#engine/features/fee-files/recover';
import { openTestWorkspace } from '#test/support/saved-work';

/**
 * A separate program that saves fee upload files with the engine's code, to be killed while it works: each
 * run cleans up after the previous one, as the app does when it opens, and saves the rest. Prints `saved`
 * with the ID.
 */
const [folder = '', note = '', key = '', origin = '', intake = '', files = '0'] = process.argv.slice(2);

const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), key, { note });
await recoverPending(workspace);
const jobs = new FeeFileJobs({
  service: new Service({
    fetch: globalThis.fetch,
    baseUrl: `${origin}/v2`,
    authUrl: `${origin}/auth/v2`,
    credential: { kind: 'api-key', key: 'a-key-for-the-test' },
    hasResponded: true,
  }),
  store: workspace.feeFiles,
  activity: workspace.activity,
  transaction: workspace.transaction,
  factsOf: () => ({ endDate: '2026-09-30T00:00:00Z', files: 1 }),
  intakeOf: intakeIn(intake),
  clock: systemClock,
  colleagues: () => [],
  closed: new AbortController().signal,
  progress: () => undefined,
});
const savedFiles = new Set<string>();
const onProgress = (): void => {
  for (const { fileId } of jobs.state.value.saved)
    if (!savedFiles.has(fileId)) {
      savedFiles.add(fileId);
      process.stdout.write(`saved ${fileId}\n`);
    }
};
onProgress();
const unsaved = Array.from({ length: Number(files) }, (_, index) => String(index + 1)).filter(
  (id) => !savedFiles.has(id),
);
jobs.save(unsaved, path.join(folder, 'files'));
while (jobs.count() > 0) {
  await new Promise((done) => setTimeout(done, 5));
  onProgress();
}
onProgress();
workspace.close();
