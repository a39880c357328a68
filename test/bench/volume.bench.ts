import { test, type Page } from '@playwright/test';
import keytar from 'keytar';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MeasuredApp } from './app';
import { note, report } from './numbers';
import { startDemoProcess } from './demo-process';
import { fillSavedWork, SAVED_WORK_SIZES } from './fill-saved-work';

/** Maximum time of each screen, as a multiple of the account list's time in an app without saved work. */
const MAX_FACTOR = 3;
const ROWS = {
  list: '[role=row][aria-rowindex="2"] [role=gridcell]:nth-child(2)',
  lines: 'main [role=option]',
};

/**
 * Returns milliseconds from a press on a button with this name, or name and count, to the frame after its
 * first row appears. Both happen in the page, so the test runner adds no delay.
 */
const timeToRows = (page: Page, button: string, rows: string): Promise<number> =>
  page.evaluate(
    ({ wanted, selector }) =>
      new Promise<number>((done, fail) => {
        const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent.trim();
        const pattern = new RegExp(`^${wanted}(\\s*[\\d,]+|\\s*due|\\s*older|\\s*Ctrl\\+\\S+)*$`);
        const target = [...document.querySelectorAll<HTMLElement>('button, [role=tab], [role=radio]')].find(
          (element) => pattern.test(nameOf(element)),
        );
        if (!target) throw new Error(`No button ${wanted}`);
        const began = performance.now();
        target.click();
        const check = () => {
          const hasRows = document.querySelector(selector)?.textContent.trim();
          if (hasRows) requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
          else if (performance.now() - began < 60_000) requestAnimationFrame(check);
          else fail(new Error(`No rows appeared after ${wanted}`));
        };
        requestAnimationFrame(check); // the previous screen is removed before this frame
      }),
    { wanted: button, selector: rows },
  );

let data: string;
test.beforeAll(() => void (data = mkdtempSync(path.join(tmpdir(), 'firm-desk-bench-'))));

test('several years of saved work', async () => {
  const folder = path.join(data, 'volume');
  const service = await startDemoProcess(2_000);
  const first = await MeasuredApp.open(folder);
  let baseline = Number.NaN;
  await test.step('without saved work', async () => {
    await first.connect(service);
    await first.refresh(service);
    await first.page.waitForTimeout(3_000);
    note('accounts, without saved work', await timeToRows(first.page, 'Accounts', ROWS.list), 'ms', null);
    await timeToRows(first.page, 'Today', 'main h1');
    await first.page.waitForTimeout(1_500);
    baseline = await timeToRows(first.page, 'Accounts', ROWS.list);
    note('  second time: baseline of the following measures', baseline, 'ms', null);
    await timeToRows(first.page, 'Today', 'main h1'); // the next start opens the last screen
    await first.close();
  });

  const [id = ''] = readdirSync(path.join(folder, 'connections'));
  const key = await keytar.getPassword(`Firm Desk bench ${path.basename(folder)}`, `${id}/database-key`);
  if (key === null) throw new Error('No key');
  const file = path.join(folder, 'connections', id, 'workspace.db');
  fillSavedWork(file, key, path.join(folder, 'workspace-notes', `${id}.json`));

  const app = await MeasuredApp.open(folder);
  const { page } = app;
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  note('start to Today', Date.now() - app.launched.started, 'ms', null);
  await page.waitForTimeout(5_000); // lets background work after opening finish
  const measure = async (label: string, button: string, rows: string) => {
    const ms = await timeToRows(page, button, rows);
    note(`${label}: opened to its first rows`, ms, 'ms', { baseline, times: MAX_FACTOR });
    await page.waitForTimeout(1_500);
  };
  const formatCount = (number: number) => number.toLocaleString('en-US');
  await test.step('with saved work', async () => {
    await measure(`accounts, with ${formatCount(SAVED_WORK_SIZES.views)} views`, 'Accounts', ROWS.list);
    await measure(
      `  menu of ${formatCount(SAVED_WORK_SIZES.views)} views`,
      'Saved views',
      '[aria-label="Saved views"] li:nth-child(2)',
    );
    await page.keyboard.press('Escape');
    await measure(`${formatCount(SAVED_WORK_SIZES.requests)} ROI requests`, 'ROI requests', 'main tbody tr');
    await measure(`${formatCount(SAVED_WORK_SIZES.lines)} lines of activity`, 'Activity', ROWS.lines);
    await measure(
      `${formatCount(SAVED_WORK_SIZES.edits)} edits sent, ${formatCount(SAVED_WORK_SIZES.drafts)} drafts`,
      'Edits',
      'main li',
    );
    await measure(
      `review queue, ${formatCount(SAVED_WORK_SIZES.marks)} marks`,
      'Review queue',
      'main [role=gridcell]:nth-child(2)',
    );
    await measure('fee upload files', 'Fee upload files', ROWS.list);
    await measure(`  ${formatCount(SAVED_WORK_SIZES.savedFiles)} saved`, 'Saved', 'main tbody tr');
    await measure('Today', 'Today', 'main h1');
  });

  await test.step('while the log is verified', async () => {
    await timeToRows(page, 'Activity', ROWS.lines);
    // Only starts the verification: the next measure leaves this screen before it ends.
    void timeToRows(page, 'Verify', '[role=status]').catch(() => undefined);
    note('while the log is verified, accounts', await timeToRows(page, 'Accounts', ROWS.list), 'ms', {
      baseline,
      times: MAX_FACTOR,
    });
  });
  await app.close();
  service.stop();
});

test.afterAll(() => {
  rmSync(data, { recursive: true, force: true });
  console.log(`\n${report()}\n`);
});
