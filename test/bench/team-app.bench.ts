import { expect, test } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { appendTo } from '#contract/maps';
import { openRule, setUpTeam } from '../e2e/features/team/team-steps';
import { CANARIES, type RunningApp } from '../e2e/running-app';
import { TestPostgres } from '../support/postgres';
import { MeasuredApp } from './app';
import { bareTeamDelays } from './bare-team';
import { keyToPaint, paintTimes } from './in-page';
import { notifyRoundTrips } from './notify-round-trips';
import { median, note, quantile, report } from './numbers';
import { keysToOtherScreen } from './other-screen';
import { startDemoProcess, type DemoProcess } from './demo-process';

const ACCOUNTS = 20_000;
const RULE = 'No household';
const MARKS = 40;
/** Pause before a mark, in which the other screen becomes idle. */
const IDLE_MS = 500;
const ROUNDS = 7;
/** Time of a frame at 60 per second, for which a screen waits. */
const FRAME_MS = 1_000 / 60;
/** Typed into the search box of accounts. */
const TEXTS = ['smith', 'trust'];

let folder: string;
let server: TestPostgres;
let service: DemoProcess;
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-team-'));
  server = await TestPostgres.start();
  service = await startDemoProcess(ACCOUNTS);
});
test.afterAll(async () => {
  service.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(CANARIES, { force: true }); // the steps of the e2e tests wrote secrets into it
  console.log(report());
});

const openApp = (name: string): Promise<MeasuredApp> => MeasuredApp.open(path.join(folder, name));
const asRunningApp = ({ launched: { app, window: page } }: MeasuredApp): RunningApp => ({ app, page });

/** Starts an app that has the firm's data. */
async function firstStart(name: string): Promise<MeasuredApp> {
  const app = await openApp(name);
  await app.connect(service);
  await app.refresh(service);
  return app;
}

test('a mark from one app to the other, and an app with a team', async () => {
  test.setTimeout(30 * 60_000);
  const [ada, robin] = [await firstStart('ada'), await firstStart('robin')];
  await test.step('a mark from one app’s key to the other’s screen', async () => {
    const members = [
      { desk: asRunningApp(ada), name: 'Ada Park' },
      { desk: asRunningApp(robin), name: 'Robin Reyes' },
    ] as const;
    await setUpTeam(server, members, folder);
    for (const { page } of [ada, robin]) await openRule(page, RULE);
    const delays = await keysToOtherScreen({
      from: ada.page,
      to: robin.page,
      selector: 'nav[aria-label=Rules]',
      count: MARKS,
      idleMs: IDLE_MS,
    });
    const roundTrips = await notifyRoundTrips(server, MARKS);
    const label = 'team: a mark from one app’s key to the other’s screen';
    const baseline = 'baseline: a NOTIFY there and back, and a frame';
    note(`${label}, p95; ${baseline}`, quantile(delays, 0.95), 'ms', {
      baseline: quantile(roundTrips, 0.95) + FRAME_MS,
      times: 3,
    });
    note(`${label}, median; ${baseline}`, median(delays), 'ms', { baseline: median(roundTrips) + FRAME_MS });
    const roundTrip = 'baseline: a NOTIFY there and back';
    note(`${label}, p95 without one frame; ${roundTrip}`, quantile(delays, 0.95) - FRAME_MS, 'ms', {
      baseline: quantile(roundTrips, 0.95),
    });
    await ada.close();
    await robin.close();
    const bare = await bareTeamDelays(server, MARKS, IDLE_MS);
    const between = 'baseline: between two bare windows';
    note(`${label}, p95; ${between}`, quantile(delays, 0.95), 'ms', { baseline: quantile(bare, 0.95) });
    note(`${label}, median; ${between}`, median(delays), 'ms', { baseline: median(bare) });
  });
  await (await firstStart('alone')).close();
  const [starts, keys] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of round % 2 === 0 ? ['alone', 'robin'] : ['robin', 'alone']) {
      const app = await openApp(name);
      await app.showAccounts();
      const times = paintTimes(await keyToPaint(app.page, TEXTS));
      appendTo(starts, name, app.launched.ms);
      appendTo(keys, name, ...times);
      await app.close();
    }
  const medianOf = (times: Map<string, number[]>, name: string) => median(times.get(name) ?? []);
  // Only keys that change the rows are measured; a list that never changes would have none.
  expect(keys.get('robin')?.length).toBeGreaterThan(ROUNDS);
  note('team: start to first paint; baseline: without a team', medianOf(starts, 'robin'), 'ms', {
    baseline: medianOf(starts, 'alone'),
    times: 1.05,
  });
  note('team: key to results; baseline: without a team', medianOf(keys, 'robin'), 'ms', {
    baseline: medianOf(keys, 'alone'),
    times: 1.05,
  });
});
