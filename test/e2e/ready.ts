import { cpSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import {
  closeApp,
  expect,
  KEYCHAINS,
  keychainOf,
  launch,
  RUN_FOLDER,
  test as base,
  type RunningApp,
} from './running-app';
import { reopenWaitingApp, keepForNextTest, recordOriginals } from './reused-app';
import { connectWithKey, refreshAndWait } from './steps';

interface Firm {
  readonly address: string;
  readonly apiKey: string;
}

/** Data folders of apps that connected to a worker's firm, refreshed and closed: made once per address. */
const readyFolders = new Map<string, Promise<string>>();

async function makeReadyFolder(firm: Firm): Promise<string> {
  const data = mkdtempSync(path.join(RUN_FOLDER, 'ready-'));
  const running = await launch(data);
  await connectWithKey(running.page, firm.address, firm.apiKey);
  await refreshAndWait(running.page);
  await closeApp(running);
  return data;
}

function readyFolderOf(firm: Firm): Promise<string> {
  let folder = readyFolders.get(firm.address);
  if (!folder) readyFolders.set(firm.address, (folder = makeReadyFolder(firm)));
  return folder;
}

/**
 * Starts the app connected to `firm` and already refreshed. The folder is a copy, but the keychain entry is
 * shared: not for tests that change the credential or the connection, nor for a service that lacks a
 * resource.
 */
export async function launchReady(
  data: string,
  firm: Firm,
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<RunningApp> {
  const from = await readyFolderOf(firm);
  cpSync(from, data, { recursive: true });
  KEYCHAINS.set(data, keychainOf(from));
  const running = await launch(data, env, flags);
  await expect(running.page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  return running;
}

/**
 * `running` is an app connected to `firm` and already refreshed. Its processes may have served an earlier
 * test; its page and data have not. Not for tests that end a process, zoom, or inspect its folder or memory;
 * the window's size and the dialogs that tests stub are restored.
 */
export const test = base.extend({
  running: async ({ firm }, use, info) => {
    const from = await readyFolderOf(firm);
    let running = await reopenWaitingApp(from);
    if (!running) {
      running = await launchReady(mkdtempSync(path.join(RUN_FOLDER, 'reused-')), firm);
      await recordOriginals(running);
    }
    await use(running);
    if (info.status === info.expectedStatus) await keepForNextTest(running, from);
    else await closeApp(running);
  },
});

/** Like `test`, but `running` uses the test's own `data` and new processes. */
export const testWithOwnApp = base.extend({
  running: async ({ data, firm }, use) => {
    const running = await launchReady(data, firm);
    await use(running);
    await closeApp(running);
  },
});
