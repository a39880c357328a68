import path from 'node:path';
import { createInterface } from 'node:readline';
import { createReader } from '#engine/cache/query/reader';
import { PageThread } from '#engine/cache/worker/page-client';
import { startWriter } from '#engine/cache/worker/writer-client';
import { CacheRefresher } from '#engine/refresh/refresh';
import { Service } from '#engine/service/client';
import { failureOf } from '#contract/failure';
import { openTestWorkspace } from '#test/support/saved-work';
import { KILLED_LISTS, type WroteLine } from './lists';

/**
 * A separate program that refreshes a cache with the engine's code, to be killed while it works, and resumes
 * an interrupted refresh. Prints `complete` after each refresh, `wrote` after each write of saved work, and
 * `failed` if the disk fails; continues on request.
 */
const [folder = '', note = '', key = '', origin = '', entry = ''] = process.argv.slice(2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printFailure = (error: unknown): void => print(`failed ${failureOf(error).kind}`);

const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), key, { note });
const writer = await startWriter(entry, path.join(folder, 'cache.db'), key);
const reader = createReader(path.join(folder, 'cache.db'), key);
const pages = new PageThread(entry);
const service = new Service({
  fetch: globalThis.fetch,
  baseUrl: `${origin}/v2`,
  authUrl: `${origin}/auth/v2`,
  credential: { kind: 'api-key', key: 'a-key-for-the-test' },
  hasResponded: true,
});
const refresher = new CacheRefresher({
  service,
  writer: { ...writer, read: (...args) => pages.read(...args) },
  states: () => reader.states(),
  report: () => undefined,
});

/** Writes a view and its log entry in one transaction, as the app always does. */
function write(number: number): void {
  try {
    workspace.transaction(() => {
      workspace.views.save({
        resource: 'accounts',
        name: String(number),
        query: { search: 'x'.repeat(200), filters: [], sort: { field: 'name', descending: false } },
      });
      workspace.activity.note({ kind: 'records-copy', count: number, facts: { note: 'y'.repeat(2_000) } });
    });
    print(`wrote ${number}` satisfies WroteLine);
  } catch (error) {
    printFailure(error);
  }
}

const commands = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (let next = workspace.views.list('accounts').length; ;) {
  write(next++);
  try {
    await refresher.start(KILLED_LISTS, { resume: (await writer.interruptedRun()) !== null });
    await refresher.settled();
    const run = refresher.current();
    print(run?.state === 'done' ? 'complete' : `failed ${run?.failure?.kind ?? run?.state}`);
  } catch (error) {
    printFailure(error);
  }
  write(next++);
  const { done, value } = await commands.next();
  if (done || value === 'end') break;
}
await refresher.close();
reader.close();
await writer.close();
workspace.close();
process.exit(0);
