import { _electron as electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { appendFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDemo } from '#main/demo/index';
import type { NamedList } from '#contract/calls/names';
import { Gate } from '../support/gate';

const packagedApp = process.env['APP_BINARY'];

/** All data of the run is kept here until the canary scan has read it. */
export const RUN_FOLDER = process.env['E2E_FOLDER'] ?? path.join(tmpdir(), 'firm-desk-e2e-single');
/** Index of this worker among the parallel ones. */
const WORKER = process.env['TEST_PARALLEL_INDEX'] ?? '0';
/**
 * The worker's private desktop, if the run opened any (`scripts/desktop.mjs`): display, bus, keyring,
 * folders.
 */
const desktops = JSON.parse(process.env['DESKTOPS'] ?? '[]') as Record<string, string>[];
export const desktop = desktops[Number(WORKER)] ?? {};
/** Separate folder for the apps' temporary files: a shared one also has files of other programs. */
export const TEMPORARY = path.join(RUN_FOLDER, `temporary-${WORKER}`);
/** Secrets that the run used, one per line; outside the scanned folder. */
export const CANARIES = `${RUN_FOLDER}.canaries`;

/** Keychain name, by folder, of an app that shares its entries with another. */
export const KEYCHAINS = new Map<string, string>();
export const keychainOf = (data: string): string =>
  KEYCHAINS.get(data) ?? `Firm Desk test ${path.basename(data)}`;
/**
 * Preferred port of a worker's firms, one after the other: an app that remembers one firm's address finds the next
 * firm there.
 */
const PREFERRED_PORT = 21_870 + Number(WORKER);

export const rememberSecret = (secret: string): void => appendFileSync(CANARIES, `${secret}\n`);

export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/**
 * An app that waits for this worker's next test that starts from the same folder; it is hidden while another app
 * is on the same desktop.
 */
let waitingApp: { readonly running: RunningApp; readonly from: string } | undefined;
export const setWaitingApp = (running: RunningApp, from: string): void =>
  void (waitingApp = { running, from });
export async function takeWaitingApp(from: string): Promise<RunningApp | undefined> {
  if (waitingApp?.from !== from) return undefined;
  const { running } = waitingApp;
  waitingApp = undefined;
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  return running;
}
export async function closeWaitingApp(): Promise<void> {
  if (waitingApp) await closeApp(waitingApp.running);
  waitingApp = undefined;
}

/** Starts the real app on a user-data folder. A separate keychain name isolates runs. */
export async function launch(
  data: string,
  env: Record<string, string> = {},
  extraFlags: readonly string[] = [],
): Promise<RunningApp> {
  // On machines without a GPU, each start would otherwise detect that by a GPU process that crashes.
  const flags = [`--user-data-dir=${data}`, '--disable-gpu', ...extraFlags];
  mkdirSync(TEMPORARY, { recursive: true });
  await waitingApp?.running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const app = await electron.launch({
    ...(packagedApp ? { executablePath: packagedApp, args: flags } : { args: ['.', ...flags] }),
    chromiumSandbox: !process.env['NO_SANDBOX'], // Playwright adds --no-sandbox otherwise
    env: {
      ...(process.env as Record<string, string>),
      ...desktop,
      TMPDIR: TEMPORARY,
      TEMP: TEMPORARY, // used by Windows
      FIRM_DESK_KEYCHAIN: keychainOf(data),
      FIRM_DESK_DEMO_ACCOUNTS: '2000',
      ...env,
    },
  });
  const page = await app.firstWindow();
  // Without a GPU the processors paint each animation frame; a test of motion enables animations itself.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The page shows its first button once the app process has loaded. A call into that process is lost while it loads.
  await page.locator('#app button').first().waitFor({ state: 'attached' });
  return { app, page };
}

/** Kills the app: no handler runs. */
export async function killApp(running: RunningApp): Promise<void> {
  const processExit = waitForExit(running);
  running.app.process().kill('SIGKILL');
  await processExit;
}

interface Fixtures {
  /** Resources that the demo service lacks. */
  readonly lacks: readonly NamedList[];
  /** A new user-data folder. */
  readonly data: string;
  /** A separate demo service behind a gate. */
  readonly firm: { gate: Gate; address: string; apiKey: string; username: string; password: string };
  /** The app on `data`, closed after the test. */
  readonly running: RunningApp;
}

export const test = base.extend<Fixtures, { workerSetup: undefined }>({
  workerSetup: [
    async ({}, use) => {
      mkdirSync(RUN_FOLDER, { recursive: true });
      await use(undefined);
      await closeWaitingApp();
    },
    { scope: 'worker', auto: true },
  ],
  // eslint requires a pattern here; Playwright reads the fixture's dependencies from it.
  data: async ({}, use, info) => {
    await use(mkdtempSync(path.join(RUN_FOLDER, `${info.title.replace(/\W+/g, '-').slice(0, 40)}-`)));
  },
  lacks: [[], { option: true }],
  firm: async ({ lacks }, use) => {
    const service = await startDemo({ accounts: 2000, seed: 7, lacks });
    const gate = await Gate.before(service.baseUrl, PREFERRED_PORT);
    for (const secret of [service.apiKey, service.password]) rememberSecret(secret);
    await use({ ...service, gate, address: gate.address });
    await gate.close();
    await service.close();
  },
  running: async ({ data }, use) => {
    const running = await launch(data);
    await use(running);
    await closeApp(running);
  },
});

/** Closes the window and answers the app's question. Returns the question as JSON. */
export const closeWindow = ({ app }: RunningApp, answer: 'stay' | 'quit'): Promise<string> =>
  app.evaluate(
    ({ BrowserWindow, dialog }, response) =>
      new Promise<string>((resolve) => {
        dialog.showMessageBox = (...args: unknown[]) => {
          resolve(JSON.stringify(args.at(-1)));
          return Promise.resolve({ response, checkboxChecked: false });
        };
        BrowserWindow.getAllWindows()[0]?.close();
      }),
    answer === 'quit' ? 1 : 0,
  );
/** Waits until the process has ended. */
export const waitForExit = ({ app }: RunningApp): Promise<unknown> =>
  new Promise((done) => app.process().once('exit', done));

/** Quits even if work is in progress. */
export async function closeApp({ app }: RunningApp): Promise<void> {
  await app
    .evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    })
    .catch(() => undefined); // it has already ended
  await app.close();
}

export { expect } from './expect';
