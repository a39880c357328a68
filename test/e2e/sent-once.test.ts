import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServerResponse } from 'node:http';
import { test } from './ready';
import { expect, rememberSecret } from './running-app';
import { openFeeFiles, goTo, selectFirstFile } from './steps';

/**
 * Chromium resends a request automatically when a reused connection is reset. Requests that change data in
 * the service, or request a secret, must still arrive once.
 */

const SSN = '219-09-9998';
const TOKENIZE = '/account-management/tax-id';
const EXCHANGE = '/account-management/tax-id/exchange';
const DOWNLOAD = /\/billing\/fee-upload-files\/download\//;

/** Accepts the request, and resets the connection instead of answering. */
const resetConnection = (response: ServerResponse): Promise<void> => {
  response.socket?.resetAndDestroy();
  return Promise.resolve();
};

/**
 * 421 "Misdirected Request": the network stack retries once over another connection, as RFC 9110 15.5.20
 * allows.
 */
const answer421 = (response: ServerResponse): Promise<void> =>
  new Promise((done) => response.writeHead(421, { 'content-type': 'application/json' }).end('{}', done));

test('sends tokens once over a reset connection, and repeats at most once after a 421', async ({
  running,
  firm,
}) => {
  const { page } = running;
  rememberSecret(SSN);
  const requestCount = (endpoint: string) =>
    firm.gate.requests.filter((line) => line.startsWith('POST ') && line.split('?')[0]?.endsWith(endpoint))
      .length;
  const results = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await goTo(page, 'Tax IDs');
  await page.getByRole('tab', { name: 'Tax IDs to tokens' }).click();
  await page.getByRole('textbox', { name: 'Tax IDs' }).fill(SSN);
  await page.getByRole('button', { name: 'Create tokens' }).click();
  await expect(results).toContainText('tok_'); // a reusable connection is now available
  const token = /tok_\w+/.exec(await results.innerText())?.[0] ?? '';
  expect(requestCount(TOKENIZE)).toBe(1);

  firm.gate.judge = (request) => (request.path.startsWith(TOKENIZE) ? resetConnection : 'pass');
  await page.getByRole('tab', { name: 'Tokens to tax IDs' }).click();
  await page.getByLabel('Tokens', { exact: true }).fill(token);
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible({ timeout: 30_000 });
  expect(requestCount(EXCHANGE)).toBe(1);

  firm.gate.judge = (request) => (request.path.startsWith(TOKENIZE) ? answer421 : 'pass');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('region', { name: 'Results' })).toContainText(
    'It did not process the request and did not say why.',
    { timeout: 20_000 },
  );
  expect(requestCount(EXCHANGE)).toBeLessThanOrEqual(3); // the previous one, this one, and the network stack's retry
});

test('requests a download once if its connection is reset before the answer', async ({ running, firm }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-once-'));
  const { page } = running;
  await openFeeFiles(running, folder);
  firm.gate.judge = ({ path: requestPath }) => (DOWNLOAD.test(requestPath) ? resetConnection : 'pass');
  await selectFirstFile(page);
  await page.getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByRole('heading', { name: '1 file was not saved or checked' })).toBeVisible({
    timeout: 30_000,
  });
  expect(firm.gate.requests.filter((line) => DOWNLOAD.test(line))).toHaveLength(1);
  rmSync(folder, { recursive: true });
});
