import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Gate, Verdict } from '../support/gate';
import { countSendRequests, judgeSends, prepareRequest, sendButton } from './features/roi/roi-steps';
import { test as readyTest } from './ready';
import { expect, launch, test } from './running-app';
import {
  openFeeFiles,
  connectWithKey,
  goTo,
  grid,
  refreshAndWait,
  selectFirstFile,
  sidebar,
  clickRefresh,
} from './steps';

/** Responses of a misbehaving service, in the real app with Chromium's network stack. */

const ACCOUNTS = '/account-management/accounts';
const DOWNLOAD = /\/billing\/fee-upload-files\/download\//;

/** Sends the head of a valid response and a few bytes of its body, and then nothing. */
const stall =
  (type: string, beginning: string): Verdict =>
  (response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': 1_000_000 });
    response.write(beginning);
    return Promise.resolve();
  };
const stallAt = (
  gate: Gate,
  stalledPath: string,
  verdict: Verdict = stall('application/json', '{"data":['),
) => {
  gate.judge = (request) => (request.path === stalledPath ? verdict : 'pass');
};

readyTest(
  'stops at once a list that stalls after its headers, and completes the next refresh',
  async ({ running, firm }) => {
    const { page } = running;
    stallAt(firm.gate, ACCOUNTS);
    await clickRefresh(page);
    const panel = page.getByRole('region', { name: 'Refresh' }).first();
    // Other lists are done: there was much allocation and garbage collection since the headers arrived.
    await expect(panel.getByRole('row', { name: /^Fee structures Done/ })).toBeVisible({ timeout: 20_000 });
    await panel.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText(/stopped/i).first()).toBeVisible({ timeout: 2_000 });
    firm.gate.open();
    await page.keyboard.press('Escape');
    await sidebar(page)
      .getByRole('button', { name: /^Resume/ })
      .click();
    await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({
      timeout: 30_000,
    });
    await goTo(page, 'Accounts');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  },
);

test('gives up on a list that stalls after its headers, and reports it', async ({ data, firm }) => {
  const running = await launch(data, { FIRM_DESK_IDLE_MS: '3000' });
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  stallAt(firm.gate, '/billing/groups');
  await clickRefresh(page);
  await expect(page.getByText('The service took too long to respond').first()).toBeVisible({
    timeout: 40_000,
  });
  firm.gate.open();
  await running.app.close();
});

readyTest(
  'stops at once a download that stalls after its headers, and leaves no file',
  async ({ running, firm }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-stalled-'));
    const { page } = running;
    await openFeeFiles(running, folder);
    firm.gate.judge = ({ path: requestPath }) =>
      DOWNLOAD.test(requestPath) ? stall('application/zip', 'PK\u0003\u0004') : 'pass';
    await selectFirstFile(page);
    await page.getByRole('button', { name: 'Save…' }).click();
    await expect.poll(() => readdirSync(folder).length, { timeout: 10_000 }).toBe(1);
    await refreshAndWait(page); // much allocation and garbage collection since the headers arrived
    await page.getByRole('button', { name: /^Stop: / }).click();
    await expect.poll(() => readdirSync(folder), { timeout: 3_000 }).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);

readyTest(
  'removes no record, and reports an error, if a list is answered 200 with a message',
  async ({ running, firm }) => {
    const { page } = running;
    await goTo(page, 'Accounts');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
    firm.gate.judge = ({ path: requestPath }) =>
      requestPath === ACCOUNTS ? { status: 200, body: '{"message":"could not list the accounts"}' } : 'pass';
    await clickRefresh(page);
    await expect(page.getByText('The service sent an unexpected response').first()).toBeVisible({
      timeout: 20_000,
    });
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
    firm.gate.open();
    await sidebar(page)
      .getByRole('button', { name: /^Resume/ }) // the other lists may still be in progress
      .click();
    await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({
      timeout: 30_000,
    });
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  },
);

readyTest(
  'removes nothing, and calls the list incomplete, if it is cut at 100 without a pager',
  async ({ running, firm }) => {
    const { page } = running;
    const cut = JSON.stringify(
      Array.from({ length: 100 }, (_, index) => ({ id: index + 1, name: `Account ${index + 1}` })),
    );
    firm.gate.judge = ({ path: requestPath }) =>
      requestPath === ACCOUNTS ? { status: 200, body: cut } : 'pass';
    // On screens other than Today, the panel stays open after a short refresh.
    await goTo(page, 'Accounts');
    await clickRefresh(page);
    await expect(page.getByRole('row', { name: /^Accounts Not confirmed complete/ }).first()).toBeVisible({
      timeout: 30_000,
    });
    await page.keyboard.press('Escape');
    await expect(page.getByText(/confirm that this list is complete/).first()).toBeVisible();
    await expect
      .poll(async () => Number(await grid(page).getAttribute('aria-rowcount')))
      .toBeGreaterThanOrEqual(2001);
    firm.gate.open();
    await refreshAndWait(page);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
  },
);

readyTest(
  'does not report an ROI request as sent if it is answered 200 with a message',
  async ({ running, firm }) => {
    const { page } = running;
    judgeSends(firm.gate, { status: 200, body: '{"message":"could not send the e-mail"}' });
    await prepareRequest(page);
    await sendButton(page).click();
    await expect(page.getByText('It is unknown whether the email was sent')).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByRole('heading', { name: /^Waiting for / })).toHaveCount(0);
    expect(countSendRequests(firm.gate)).toBe(1);
  },
);

test('reports an address that requires https, and a silent one, within seconds', async ({
  running,
  firm,
}) => {
  const { page } = running;
  firm.gate.judge = () => (response) => {
    response.writeHead(301, { location: firm.address.replace('http:', 'https:') }).end();
    return Promise.resolve();
  };
  await page.getByLabel('Service address').fill(firm.address);
  await page.getByLabel('API key', { exact: true }).fill(firm.apiKey);
  await page.getByLabel('Name of this connection').fill('Test firm');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('The service requires an https address')).toBeVisible({ timeout: 10_000 });
  firm.gate.judge = () => () => Promise.resolve(); // never responds
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('The service took too long to respond')).toBeVisible({ timeout: 20_000 });
});

test('shows the time left when the service asks to wait or is silent', async ({ data, firm }) => {
  const running = await launch(data, { FIRM_DESK_IDLE_MS: '8000' });
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  let hasAskedToWait = false;
  firm.gate.judge = ({ path: requestPath }) => {
    if (requestPath !== '/billing/groups' || hasAskedToWait) return 'pass';
    hasAskedToWait = true;
    return (response) => {
      response.writeHead(429, { 'retry-after': '8' }).end('{}');
      return Promise.resolve();
    };
  };
  await clickRefresh(page);
  const panel = page.getByRole('region', { name: 'Refresh' }).first();
  const note = panel.getByRole('timer');
  await expect(note).toHaveText(/The service asked us to wait\. Trying again in 0:0[1-8]\.$/);
  await expect(sidebar(page).getByText('Asked to wait', { exact: true })).toBeVisible();
  await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await expect(note).toHaveCount(0);
  stallAt(firm.gate, '/billing/groups', () => Promise.resolve());
  await clickRefresh(page);
  await expect(note).toHaveText(/The service is not responding\. Waiting up to 0:0[1-4] longer\.$/);
  firm.gate.open();
  await running.app.close();
});
