import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Gate, Verdict } from '../support/gate';
import { expect, launch, test } from './running-app';
import { atFeeFiles, connectWithKey, goTo, grid, refreshWhole, rows, sidebar, startRefresh } from './steps';

/** What a misbehaving service must not make the app do or say: on the real app, over Chromium's network stack. */

const ACCOUNTS = '/account-management/accounts';
const DOWNLOAD = /\/billing\/fee-upload-files\/download\//;

/** The head of a good answer and a few bytes of its body, and then nothing, ever. */
const stalls =
  (type: string, beginning: string): Verdict =>
  (response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': 1_000_000 });
    response.write(beginning);
    return Promise.resolve();
  };
const stallsAt = (gate: Gate, place: string, verdict: Verdict = stalls('application/json', '{"data":[')) => {
  gate.judge = (request) => (request.path === place ? verdict : 'pass');
};

test('a list that stalls after its headers is stopped at once, and the next refresh is whole', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshWhole(page);
  stallsAt(firm.gate, ACCOUNTS);
  await startRefresh(page);
  const panel = page.getByRole('region', { name: 'Refresh' }).first();
  // The other lane is done: much has been made and collected since the headers came.
  await expect(panel.getByRole('row', { name: /^Fee structures Done/ })).toBeVisible({ timeout: 20_000 });
  await panel.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/stopped/i).first()).toBeVisible({ timeout: 2_000 });
  firm.gate.open();
  await page.keyboard.press('Escape');
  await sidebar(page)
    .getByRole('button', { name: /^(Go on refreshing|Resume)/ })
    .click();
  await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await goTo(page, 'Accounts');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
});

test('a list that stalls after its headers is given up after its silence, and says so', async ({
  data,
  firm,
}) => {
  const running = await launch(data, { FIRM_DESK_SILENCE_MS: '3000' });
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  stallsAt(firm.gate, '/billing/groups');
  await startRefresh(page);
  await expect(page.getByText('The service took too long to answer').first()).toBeVisible({
    timeout: 40_000,
  });
  firm.gate.open();
  await running.app.close();
});

test('a download that stalls after its headers is stopped at once and leaves nothing', async ({
  running,
  firm,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-stalled-'));
  const { page } = running;
  await atFeeFiles(running, firm, folder);
  firm.gate.judge = ({ path: place }) =>
    DOWNLOAD.test(place) ? stalls('application/zip', 'PK\u0003\u0004') : 'pass';
  await rows(page, 'Fee upload files').first().click();
  await page.getByRole('button', { name: 'Save…' }).click();
  await expect.poll(() => readdirSync(folder).length, { timeout: 10_000 }).toBe(1);
  await refreshWhole(page); // much has been made and collected since the headers came
  await page.getByRole('button', { name: /^Stop: / }).click();
  await expect.poll(() => readdirSync(folder), { timeout: 3_000 }).toEqual([]);
  await expect(sidebar(page)).toBeVisible();
  rmSync(folder, { recursive: true });
});
