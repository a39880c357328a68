import { once } from 'node:events';
import { OpenConnections } from '#engine/connection/open-connections';
import { ALL_SAVED_WORK } from '#engine/features/saved-work';
import { failureOf } from '#contract/failure';
import { resources } from '#contract/resources';
import { waitMs } from '../../support/run-program';
import { sampleOpenRequest } from '../../support/open-request';

/**
 * A program that opens a connection and reads its files with the engine's own code while its disk fails, and retries
 * after failures, as the user would. Prints `works` with the numbers of accounts, refreshes and views, or `gave up`;
 * then the number of tries and the failures.
 */
const [folder = '', key = '', entry = ''] = process.argv.slice(2);
const MAX_TRIES = 40;
const query = { resource: 'accounts' as const, search: '', filters: [], sort: resources.accounts.sort };

const unreachable = { baseUrl: 'http://127.0.0.1:9/v2', authUrl: 'http://127.0.0.1:9/v2' };
const connections = new OpenConnections({
  savedWork: ALL_SAVED_WORK,
  fetch: () => Promise.reject(new Error('no network')),
  writerEntry: entry,
});
const request = sampleOpenRequest(folder, key, unreachable);
const failures: string[] = [];

/** Opens the connection if it is closed, and reads some of every file. */
async function readEveryFile(): Promise<string> {
  await connections.settled();
  try {
    void connections.current;
  } catch {
    await connections.open(request);
  }
  const { reader, history, workspace } = connections.current;
  const accounts = [...reader.selectedRecords({ query, selection: { kind: 'all', except: [] } }, 10_000)];
  const { total } = history.runs({ offset: 0, limit: 10 });
  return `${accounts.length} ${total} ${workspace.views.list('accounts').length}`;
}

let contents: string | undefined;
let tries = 0;
while (contents === undefined && tries < MAX_TRIES) {
  tries += 1;
  try {
    contents = await readEveryFile();
  } catch (error) {
    failures.push(failureOf(error).kind);
    await waitMs(20); // the repair of the connection begins
  }
}
const line = contents === undefined ? 'gave up' : `works ${contents}`;
await connections.close().catch(() => undefined); // the disk may fail here too: only the next start matters
if (!process.stdout.write(`${line} | ${tries} ${failures.join(' ')}\n`)) await once(process.stdout, 'drain');
process.exit(0);
