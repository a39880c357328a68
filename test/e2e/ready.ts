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
import { connectWithKey, refreshWhole } from './steps';

interface Firm {
  readonly address: string;
  readonly apiKey: string;
}

/** An app that was connected to a worker's firm and refreshed, and closed: made once for each address. */
const kept = new Map<string, Promise<string>>();

async function make(firm: Firm): Promise<string> {
  const data = mkdtempSync(path.join(RUN_FOLDER, 'ready-'));
  const running = await launch(data);
  await connectWithKey(running.page, firm.address, firm.apiKey);
  await refreshWhole(running.page);
  await closeApp(running);
  return data;
}

/**
 * Starts the app as on any morning: connected to `firm`, refreshed before. The folder is a copy, the keychain's entry is
 * shared: not for tests that change the credential or the connection, nor for a service that lacks something.
 */
export async function launchReady(data: string, firm: Firm): Promise<RunningApp> {
  let folder = kept.get(firm.address);
  if (!folder) kept.set(firm.address, (folder = make(firm)));
  const from = await folder;
  cpSync(from, data, { recursive: true });
  KEYCHAINS.set(data, keychainOf(from));
  const running = await launch(data);
  await expect(running.page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  return running;
}

/** `running` is an app in use: connected to `firm`, refreshed before. */
export const test = base.extend({
  running: async ({ data, firm }, use) => {
    const running = await launchReady(data, firm);
    await use(running);
    await closeApp(running);
  },
});
