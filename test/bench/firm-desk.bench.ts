import { test, type Page } from '@playwright/test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bareElectron, bareRefresh, firstPaint, type Launched } from './floors';
import { keyToPaint, scrollFrames } from './in-page';
import { median, note, quantile, report } from './numbers';
import { family, megabytes } from './processes';
import { demoProcess, type DemoProcess } from './service';

const ROUNDS = 5;
/** Chromium keeps the compiled page after the second start; people see that from the third one on. */
const FIRST_STARTS = 2;
const WORDS = ['smith', 'trust', 'o', 'garcia', 'schwab', '0123', 'boise', 'ira'];

let data: string;
test.beforeAll(() => {
  data = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-'));
});
const open = (folder: string): Promise<Launched> =>
  firstPaint(['.', `--user-data-dir=${path.join(data, folder)}`], {
    FIRM_DESK_KEYCHAIN: `Firm Desk bench ${folder}`,
  });

async function connect(page: Page, service: DemoProcess): Promise<void> {
  await page.getByLabel('Service address').fill(service.baseUrl);
  await page.getByLabel('API key', { exact: true }).fill(service.apiKey);
  await page.getByLabel('Name of this connection').fill('Bench');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
}

/** Moments of the log's "refresh.ended" lines, epoch milliseconds. */
const ended = (folder: string): number[] =>
  [
    ...readFileSync(path.join(data, folder, 'logs/firm-desk.log'), 'utf8').matchAll(
      /^(\S+) refresh\.ended state=done/gm,
    ),
  ].map(([, stamp]) => Date.parse(stamp ?? ''));

/** How many changes of accounts each refresh listed, by the log. */
const listed = (folder: string): number[] =>
  [
    ...readFileSync(path.join(data, folder, 'logs/firm-desk.log'), 'utf8').matchAll(
      /refresh\.resource resource=accounts .*added=(\d+) changed=(\d+) gone=(\d+)/g,
    ),
  ].map(([, ...counts]) => counts.reduce((sum, count) => sum + Number(count), 0));

/** Refreshes everything; milliseconds from the key to the end, and the engine's highest memory. */
async function refresh(launched: Launched, folder: string): Promise<{ ms: number; peak: number }> {
  const engine = await launched.app.evaluate(
    ({ app }) => app.getAppMetrics().find((one) => one.name === 'Firm Desk engine')?.pid,
  );
  const before = ended(folder).length;
  let peak = 0;
  const started = Date.now();
  await launched.window.getByRole('navigation').getByRole('button', { name: 'Refresh', exact: true }).click();
  for (;;) {
    if (engine) peak = Math.max(peak, megabytes([engine]));
    const moments = ended(folder);
    const end = moments[before];
    if (end !== undefined) return { ms: end - started, peak };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function showAccounts(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+2');
  await page.locator('[role=row][aria-rowindex="2"]').waitFor();
}

test('start and idle memory', async () => {
  const bare: number[] = [];
  const own: number[] = [];
  const first: number[] = [];
  let bareMemory = (await bareElectron()).memory; // the programs are on the disk, and from here on in memory
  for (let round = 0; round < FIRST_STARTS + ROUNDS; round += 1) {
    const floor = await bareElectron();
    bare.push(floor.ms);
    bareMemory = floor.memory;
    const launched = await open('start');
    (round < FIRST_STARTS ? first : own).push(launched.ms);
    await launched.app.close();
  }
  note('start to first paint, the first on a computer', first[0] ?? 0, 'ms', { floor: median(bare) });
  note('start to first paint, every other day', median(own), 'ms', { floor: median(bare) });
  note('idle memory of bare Electron', bareMemory, 'MB', null);
});

for (const [accounts, aim] of [
  [100_000, 50],
  [1_000_000, 100],
] as const)
  test(`${accounts} accounts`, async () => {
    const folder = String(accounts);
    const words = `${(accounts / 1000).toLocaleString('en')} thousand accounts: `;
    const service = await demoProcess(accounts);
    const launched = await open(folder);
    await connect(launched.window, service);
    const floor = accounts <= 100_000 ? await bareRefresh(service.baseUrl, service.apiKey) : null;
    const first = await refresh(launched, folder);
    // The floor fetches the same lists, one page after the other: fetch, JSON.parse, bare insert without encryption.
    note(
      `${words}first refresh, all lists; floor: the same lists`,
      first.ms,
      'ms',
      floor === null ? null : { floor },
    );
    note(`${words}peak memory of the engine in it`, first.peak, 'MB', null);
    if (accounts <= 100_000) {
      const again = await refresh(launched, folder);
      note(
        `${words}second refresh, nothing changed; the same floor`,
        again.ms,
        'ms',
        floor === null ? null : { floor },
      );
      // A night changes half a per cent of the accounts and moves the dates of nearly all.
      const touched = (await service.night()) + (await service.night());
      const nightly = await refresh(launched, folder);
      note(
        `${words}refresh after two nights, all data dates moved, 1 % changed; the same floor`,
        nightly.ms,
        'ms',
        floor === null ? null : { floor },
      );
      // An account that both nights touched is one change, or none when the second turned back what the first did.
      note(
        `${words}changes listed in it, of those the nights made`,
        listed(folder).at(-1) ?? Number.NaN,
        '',
        {
          aim: touched,
        },
      );
    }
    await showAccounts(launched.window);
    // People look before they type. Meanwhile a long list gets ready for it (main/engine/prepare-search.ts).
    await launched.window.waitForTimeout((accounts / 100_000) * 1_500);
    const keys = await keyToPaint(launched.window, WORDS);
    note(`${words}key stroke to painted results, p95 of ${keys.length}`, quantile(keys, 0.95), 'ms', { aim });
    await launched.window.getByLabel(/^Search accounts/).fill('');
    await launched.window.waitForTimeout(500);
    const frames = await scrollFrames(launched.window);
    note(`${words}scroll frames over 25 ms, of ${frames.length}`, frames.filter((ms) => ms > 25).length, '', {
      aim: 0,
    });
    service.stop();
    await launched.app.close();

    const again = await open(folder);
    await again.window.locator('[role=row][aria-rowindex="2"] [role=gridcell]').nth(1).waitFor();
    const painted = await again.window.evaluate(
      () =>
        new Promise<number>((done) =>
          requestAnimationFrame(() => done(performance.timeOrigin + performance.now())),
        ),
    );
    note(`${words}start to cached accounts painted`, painted - again.started, 'ms', null);
    await again.window.waitForTimeout(3_000);
    const idle = megabytes(family(again.app.process().pid ?? 0));
    await again.app.close(); // two Electrons at a time would share the pages that each is to be charged with
    const bare = await bareElectron();
    note(`${words}idle memory of all processes`, idle, 'MB', { floor: bare.memory });
  });

test.afterAll(() => {
  rmSync(data, { recursive: true, force: true });
  console.log(`\n${report()}\n`);
});
