import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { test, testWithOwnApp } from '../../ready';
import { expect, rememberSecret } from '../../running-app';
import { detachDebugger, valuesIn } from '../../shown-values';
import { goTo } from '../../steps';
import {
  readVerifiedLog,
  answerTaxIdDialogs,
  readClipboard,
  EIN,
  pickReason,
  rememberTypedSecrets,
  SSN,
  fetchTokens,
} from './tax-id-steps';

/** Folder for exported files: outside the canary scan, and removed after each test. */
let exportFolder: string;
test.beforeEach(() => {
  exportFolder = mkdtempSync(path.join(tmpdir(), 'exports-'));
  rememberTypedSecrets();
});
test.afterEach(() => rmSync(exportFolder, { recursive: true }));

testWithOwnApp('exchanges pasted tokens line by line', async ({ running, firm }) => {
  const { page } = running;
  await detachDebugger(running);
  const [ssn = '', ein = ''] = await fetchTokens(firm, [SSN, EIN]);
  await goTo(page, 'Tax IDs');
  const field = page.getByLabel('Tokens', { exact: true });
  await field.fill([ssn, 'tok_0000000000000000', SSN, 'to ken', ein].join('\n'));
  await expect(page.getByText('Line 3: is a tax ID, not a token.')).toBeVisible();
  await expect(page.getByText('Line 4: contains spaces.')).toBeVisible();
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  const lines = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await expect(lines).toHaveCount(5);
  await expect(field).toHaveValue('');
  await expect(lines.nth(0)).toContainText('•••-••-••••');
  await expect(lines.nth(1)).toContainText('Not found');
  await expect(lines.nth(2)).toContainText('is a tax ID, not a token');
  await expect(lines.nth(4)).toContainText('••-•••••••');
  await expect(page.getByText(SSN)).toHaveCount(0);

  await pickReason(page);
  await lines.nth(4).dblclick();
  await expect(valuesIn(page).getByText(EIN)).toBeVisible(); // with its leading zero
  await page.getByRole('button', { name: 'Hide now' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);

  // Pasted next to the original list in a spreadsheet, each value is in the row of its token.
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(() => readClipboard(running)).toBe([SSN, '', '', '', EIN].join('\n'));
  const file = path.join(exportFolder, 'looked-up.csv');
  await answerTaxIdDialogs(running, file);
  await page.getByRole('button', { name: 'Export unmasked…' }).click();
  await page.getByRole('button', { name: 'Choose file…' }).click();
  await expect(page.getByText(/exported unmasked/)).toBeVisible();
  const exportedLines = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(exportedLines[0]).toBe('Line,Name,Account,Token,Type,Tax ID,Result');
  expect(exportedLines.slice(1)).toEqual([
    `1,,,${ssn},SSN,${SSN},Found`,
    '2,,,tok_0000000000000000,,,Not found',
    '3,,,,,,"Error: a tax ID, not a token"',
    '4,,,to ken,,,Error: contains spaces',
    `5,,,${ein},EIN,${EIN},Found`,
  ]);
  await page.getByRole('radio', { name: /^Not found/ }).check();
  await expect(lines).toHaveCount(1);

  // The next list requires another reason, and the log identifies the values.
  await field.fill(ssn);
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  await expect(page.getByText('•••-••-••••')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Select a reason first.')).toBeVisible();
  const log = await readVerifiedLog(page);
  expect(log.find((entry) => entry.includes('shown or copied') && entry.includes('copied'))).toContain(
    `Tokens: ${ssn}, ${ein}`,
  );
});

test('turns typed tax IDs and those of a file into tokens, names bad lines, clears the field', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await goTo(page, 'Tax IDs');
  await page.getByRole('tab', { name: 'Tax IDs to tokens' }).click();
  const field = page.getByRole('textbox', { name: 'Tax IDs' });
  await field.pressSequentially(`${SSN.replaceAll('-', '')}\n04-2103594\n1234567`);
  await expect(field).toHaveValue(`${SSN}\n${EIN}\n123-45-67`);
  await expect(page.getByText('Line 3: has 7 digits: a leading zero may be missing.')).toBeVisible();
  await page.getByRole('button', { name: 'Create tokens' }).click();
  const lines = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await expect(lines).toHaveCount(3);
  await expect(field).toHaveValue('');
  await field.click();
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('');

  const tokens = await fetchTokens(firm, [SSN, EIN]);
  await expect(lines.nth(0)).toContainText(tokens[0] ?? '?');
  await expect(lines.nth(1)).toContainText(tokens[1] ?? '?');
  await expect(lines.nth(2)).toContainText('Error');
  await page.getByRole('button', { name: 'Copy tokens' }).click();
  await expect.poll(() => readClipboard(running)).toBe(`${tokens.join('\n')}\n`);

  const file = path.join(exportFolder, 'list.csv');
  writeFileSync(file, `Name,Tax id\nAnn,${SSN}\nBob,12\n`);
  await answerTaxIdDialogs(running, file);
  const taxIdRequests = () => firm.gate.requests.filter((request) => request.includes('/tax-id')).length;
  const requestsBefore = taxIdRequests();
  await page.getByRole('button', { name: 'From a file…' }).click();
  await expect(lines).toHaveCount(2);
  await expect(
    page.getByText('list.csv: 1 tax ID, 1 line with an error. Nothing has been sent yet.'),
  ).toBeVisible();
  expect(taxIdRequests()).toBe(requestsBefore);
  await page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Create tokens' }).click();
  await expect(lines.nth(0)).toContainText('tok_');
  await expect(lines.nth(0)).toContainText('Line 2');
  const log = await readVerifiedLog(page);
  expect(log[0]).toMatch(/Tax ID tokens created\s*From: the file list\.csv · Found: 1/);
  expect(log.join()).not.toContain(SSN);
});

test('exchanges 5,000 tax IDs both ways, stopped and resumed, with none in a URL', async ({
  running,
  firm,
}) => {
  const { page, app } = running;
  const values = Array.from({ length: 5_000 }, (_, index) => `612-${10 + (index % 90)}-${1_000 + index}`);
  for (const index of [0, 1_000, 4_999]) rememberSecret(values[index] ?? '');
  const paste = async (field: Locator, text: string) => {
    await app.evaluate(({ clipboard: systemClipboard }, content) => systemClipboard.writeText(content), text);
    await field.click();
    await page.keyboard.press('Control+v');
  };
  const results = page.getByRole('region', { name: 'Results' });
  const taxIdRequests = () => firm.gate.requests.filter((request) => request.includes('/tax-id'));
  const requestsBefore = taxIdRequests().length;

  await goTo(page, 'Tax IDs');
  await page.getByRole('tab', { name: 'Tax IDs to tokens' }).click();
  const field = page.getByRole('textbox', { name: 'Tax IDs' });
  await paste(field, `${values.join('\n')}\n`);
  await expect(page.getByText('5,000 tax IDs', { exact: true })).toBeVisible();
  firm.gate.judge = ({ path: requestPath }) =>
    requestPath.startsWith('/account-management/tax-id') && taxIdRequests().length > requestsBefore + 2
      ? 'hold'
      : 'pass';
  await page.getByRole('button', { name: 'Create tokens' }).click();
  await expect(results.getByText('1,000 of 5,000 done')).toBeVisible();
  await expect(results.getByRole('progressbar', { name: 'Creating tokens' })).toHaveAttribute(
    'aria-valuenow',
    '20',
  );
  await results.getByRole('button', { name: 'Stop' }).click();
  await expect(results.getByText('Stopped. The lines with results so far are below.')).toBeVisible();
  await expect(results.getByRole('radio', { name: /^Token 1,000/ })).toBeVisible();

  firm.gate.open();
  await results.getByRole('button', { name: 'Try again for 4,000 lines' }).click();
  await expect(results.getByRole('radio', { name: /^Token 5,000/ })).toBeVisible({ timeout: 30_000 });
  await results.getByRole('button', { name: 'Copy tokens' }).click();
  await expect.poll(() => readClipboard(running)).toMatch(/^tok_/);
  const tokens = (await readClipboard(running)).trim().split('\n');
  expect(new Set(tokens).size).toBe(5_000);

  await page.getByRole('tab', { name: 'Tokens to tax IDs' }).click();
  await paste(page.getByLabel('Tokens', { exact: true }), tokens.join('\n'));
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  await expect(results.getByRole('radio', { name: /^Found 5,000/ })).toBeVisible({ timeout: 30_000 });

  // Ten chunks each way and the stopped one, all to these two URLs, which contain no value.
  expect(
    new Set(taxIdRequests().map((request) => request.replace(/^POST .*(?=\/account-management)/, ''))),
  ).toEqual(new Set(['/account-management/tax-id', '/account-management/tax-id/exchange']));
  expect(taxIdRequests().length - requestsBefore).toBe(21);
  const log = await readVerifiedLog(page);
  expect(log[1]).toMatch(/Tax ID tokens created.*\s*.*Found: 4,?000/);
  expect(log[2]).toMatch(/Tax ID tokens created.*\s*.*Found: 1,?000/);
});

test('marks lines without an answer as failed, and retries them', async ({ running, firm }) => {
  const { page } = running;
  const tokens = await fetchTokens(firm, [SSN, EIN]);
  await goTo(page, 'Tax IDs');
  await page.getByLabel('Tokens', { exact: true }).fill(tokens.join('\n'));
  firm.gate.judge = () => ({ status: 503, body: '{"message":"Down"}' });
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  await expect(page.getByRole('button', { name: 'Try again for 2 lines' })).toBeVisible({ timeout: 60_000 });
  firm.gate.open();
  await page.getByRole('button', { name: 'Try again for 2 lines' }).click();
  const lines = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await expect(lines.nth(1)).toContainText('Found');
});
