import path from 'node:path';
import { createInterface } from 'node:readline';
import { createReader } from '../../../main/engine/cache/reader';
import { pageThread } from '../../../main/engine/cache/thread/page-client';
import { startWriter } from '../../../main/engine/cache/thread/writer-client';
import { createSync } from '../../../main/engine/refresh/refresh';
import { createService } from '../../../main/engine/service/client';
import { openWorkspace } from '../../../main/engine/workspace/workspace';
import { failureOf } from '../../../preload/contract/failure';
import { LISTS, type Wrote } from './lists';

/**
 * A program of its own that refreshes a cache with the engine's own code, to be killed in the middle, and resumes what a
 * kill has interrupted. It says `whole` after each refresh, writes work of people's and says what it has written, and
 * goes on when it is told to; `failed` where the disk does not take something.
 */
const [folder = '', note = '', key = '', origin = '', entry = ''] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const sayFailed = (error: unknown): void => say(`failed ${failureOf(error).kind}`);

const workspace = openWorkspace(path.join(folder, 'workspace.db'), key, { note });
const writer = await startWriter(entry, path.join(folder, 'cache.db'), key);
const reader = createReader(path.join(folder, 'cache.db'), key);
const pages = pageThread(entry);
const service = createService({
  fetch: globalThis.fetch,
  baseUrl: `${origin}/v2`,
  authUrl: `${origin}/auth/v2`,
  credential: { kind: 'api-key', key: 'a-key-for-the-test' },
  known: true,
});
const sync = createSync({
  service,
  writer: { ...writer, read: pages.read },
  states: () => reader.states(),
  report: () => undefined,
});

/** A view and its line of the log, in one transaction, as a deed and its line always are. */
function write(number: number): void {
  try {
    workspace.together(() => {
      workspace.views.save({
        resource: 'accounts',
        name: String(number),
        query: { search: 'x'.repeat(200), filters: [], sort: { field: 'name', descending: false } },
      });
      workspace.activity.note({ kind: 'records-copy', count: number, facts: { note: 'y'.repeat(2_000) } });
    });
    say(`wrote ${number}` satisfies Wrote);
  } catch (error) {
    sayFailed(error);
  }
}

const told = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
for (let next = workspace.views.list('accounts').length; ;) {
  write(next++);
  try {
    await sync.start(LISTS, (await writer.openRun()) !== null);
    await sync.settled();
    const run = sync.current();
    say(run?.state === 'done' ? 'whole' : `failed ${run?.failure?.kind ?? run?.state}`);
  } catch (error) {
    sayFailed(error);
  }
  write(next++);
  const { done, value } = await told.next();
  if (done || value === 'end') break;
}
await sync.close();
reader.close();
await writer.close();
workspace.close();
process.exit(0);
