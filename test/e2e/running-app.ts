import { _electron as electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { appendFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startDemo } from '../../main/demo';
import type { NamedThing } from '../../preload/contract/calls/names';
import { Gate } from '../support/gate';

const packaged = process.env['APP_BINARY'];

/** Everything the run leaves behind is kept here until the canary scan has read it. */
export const RUN_FOLDER = path.join(tmpdir(), `firm-desk-e2e-${process.env['E2E_RUN'] ?? 'single'}`);
/** Which of the workers that run beside each other this one is. */
const WORKER = process.env['TEST_PARALLEL_INDEX'] ?? '0';
/** The worker's own desktop, where the run opened some (`scripts/desktop.mjs`): a display, a bus, a keyring, folders. */
const desktops = JSON.parse(process.env['DESKTOPS'] ?? '[]') as Record<string, string>[];
export const desktop = desktops[Number(WORKER)] ?? {};
/** The apps' own folder for temporary files: a shared one holds what other programs wrote, before and meanwhile. */
export const TEMPORARY = path.join(RUN_FOLDER, `temporary-${WORKER}`);
/** Secrets the run used, one a line; outside the scanned folder. */
export const CANARIES = `${RUN_FOLDER}.canaries`;

/** The name in the keychain of an app that shares its entries with another: by its folder. */
export const KEYCHAINS = new Map<string, string>();
export const keychainOf = (data: string): string =>
  KEYCHAINS.get(data) ?? `Firm Desk test ${path.basename(data)}`;
/** Where a worker's firms are wished to be found, one after the other: an app that knows one then knows the next. */
const PORT = 21_870 + Number(WORKER);

export const rememberSecret = (secret: string): void => appendFileSync(CANARIES, `${secret}\n`);

export interface RunningApp {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** An app that waits for this worker's next test: out of sight while another one is on the same desktop. */
let waiting: { readonly running: RunningApp; readonly for: string } | undefined;
export const letWait = (running: RunningApp, whom: string): void => void (waiting = { running, for: whom });
export async function takeWaiting(whom: string): Promise<RunningApp | undefined> {
  if (waiting?.for !== whom) return undefined;
  const { running } = waiting;
  waiting = undefined;
  await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  return running;
}
export async function endWaiting(): Promise<void> {
  if (waiting) await closeApp(waiting.running);
  waiting = undefined;
}

/** Starts the real app on a user-data folder. Its own keychain name keeps runs apart. */
export async function launch(
  data: string,
  env: Record<string, string> = {},
  more: readonly string[] = [],
): Promise<RunningApp> {
  // Machines without graphics find that out by a process that dies, at each start.
  const flags = [`--user-data-dir=${data}`, '--disable-gpu', ...more];
  mkdirSync(TEMPORARY, { recursive: true });
  await waiting?.running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const app = await electron.launch({
    ...(packaged ? { executablePath: packaged, args: flags } : { args: ['.', ...flags] }),
    chromiumSandbox: !process.env['NO_SANDBOX'], // Playwright adds --no-sandbox otherwise
    env: {
      ...(process.env as Record<string, string>),
      ...desktop,
      TMPDIR: TEMPORARY,
      TEMP: TEMPORARY, // Windows reads this one
      FIRM_DESK_KEYCHAIN: keychainOf(data),
      FIRM_DESK_DEMO_ACCOUNTS: '2000',
      ...env,
    },
  });
  const page = await app.firstWindow();
  // Without graphics the processors paint each frame of whatever turns or slides; a test of motion asks for it.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return { app, page };
}

/** Ends the app the hard way: no handler runs. */
export async function killHard(running: RunningApp): Promise<void> {
  const over = ended(running);
  running.app.process().kill('SIGKILL');
  await over;
}

interface Fixtures {
  /** Resources that the demo service does not have. */
  readonly lacks: readonly NamedThing[];
  /** A fresh user-data folder. */
  readonly data: string;
  /** A demo service of its own, behind a gate. */
  readonly firm: { gate: Gate; address: string; apiKey: string; username: string; password: string };
  /** The app on `data`, closed after the test. */
  readonly running: RunningApp;
}

export const test = base.extend<Fixtures, { ground: undefined }>({
  ground: [
    async ({}, use) => {
      mkdirSync(RUN_FOLDER, { recursive: true });
      await use(undefined);
      await endWaiting();
    },
    { scope: 'worker', auto: true },
  ],
  // eslint wants a pattern here; Playwright reads the fixture's needs from it.
  data: async ({}, use, info) => {
    await use(mkdtempSync(path.join(RUN_FOLDER, `${info.title.replace(/\W+/g, '-').slice(0, 40)}-`)));
  },
  lacks: [[], { option: true }],
  firm: async ({ lacks }, use) => {
    const service = await startDemo({ accounts: 2000, seed: 7, lacks });
    const gate = await Gate.before(service.baseUrl, PORT);
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

/** Closes the window by hand, and gives the question of the app this answer: 0 stays, 1 quits. The question, as JSON. */
export const closeWindow = ({ app }: RunningApp, answer: 0 | 1): Promise<string> =>
  app.evaluate(
    ({ BrowserWindow, dialog }, response) =>
      new Promise<string>((asked) => {
        dialog.showMessageBox = (...given: unknown[]) => {
          asked(JSON.stringify(given.at(-1)));
          return Promise.resolve({ response, checkboxChecked: false });
        };
        BrowserWindow.getAllWindows()[0]?.close();
      }),
    answer,
  );
/** Waits until the process has ended. */
export const ended = ({ app }: RunningApp): Promise<unknown> =>
  new Promise((done) => app.process().once('exit', done));

/** Quits, whatever goes on. */
export async function closeApp({ app }: RunningApp): Promise<void> {
  await app
    .evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false });
    })
    .catch(() => undefined); // it has ended already
  await app.close();
}

export { expect } from './expect';
