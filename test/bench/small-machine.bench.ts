import { test } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MeasuredApp } from './app';
import { editRecord, keyToPaint, openRecord, paintTimes, scrollFrames, SEARCH_TEXTS } from './in-page';
import { note, quantile, report } from './numbers';
import { startDemoProcess } from './demo-process';
import { GIGABYTES, smallMachine } from './small-machine';

const ACCOUNTS = 1_000_000;

test(`${ACCOUNTS} accounts on a machine of ${GIGABYTES} GB`, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-small-'));
  const machine = smallMachine(folder);
  const memoryLabel = `${GIGABYTES} GB of memory${machine.executable === undefined ? ' (counted; it cannot be limited here)' : ''}`;
  const label = `${ACCOUNTS.toLocaleString('en-US')} accounts in ${memoryLabel}: `;
  try {
    const service = await startDemoProcess(ACCOUNTS);
    const app = await MeasuredApp.open(path.join(folder, 'data'), machine.executable);
    const pid = app.launched.app.process().pid ?? 0;
    let peakMemory = 0;
    const sampler = setInterval(() => (peakMemory = Math.max(peakMemory, machine.usedMegabytes(pid))), 500);
    await app.connect(service);
    note(`${label}first refresh`, (await app.refresh(service)).ms, 'ms', null);
    await app.showAccounts();
    await app.page.waitForTimeout(10_000); // a user looks at the list before typing
    note(
      `${label}keystroke to painted results, p95`,
      quantile(paintTimes(await keyToPaint(app.page, SEARCH_TEXTS)), 0.95),
      'ms',
      null,
    );
    await app.page.getByLabel(/^Search accounts/).fill('');
    await app.page.waitForTimeout(500);
    note(`${label}scroll, p95 of the frames`, quantile(await scrollFrames(app.page), 0.95), 'ms', null);
    await app.page.locator('[role=grid]').evaluate((grid) => (grid.scrollTop = 0));
    note(`${label}record opened`, await openRecord(app.page), 'ms', null);
    note(`${label}record edited, from sending to saved`, await editRecord(app.page), 'ms', null);
    clearInterval(sampler);
    note(`${label}memory of all processes at most`, peakMemory, 'MB', { target: GIGABYTES * 1024 });
    // Without a limit, none could be killed.
    if (machine.executable !== undefined)
      note(`${label}processes killed for lack of memory`, machine.killedCount(pid), '', { target: 0 });
    await app.close();
    service.stop();
  } finally {
    await machine.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});

test.afterAll(() => {
  console.log(`\n${report()}\n`);
});
