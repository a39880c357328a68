import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { countInMemory } from '#test/support/process-memory';
import { test, testWithOwnApp } from '../../ready';
import { expect, rememberSecret } from '../../running-app';
import { detachDebugger, valuesIn } from '../../shown-values';
import { chooseMore, emitPowerEvent, goTo, rows } from '../../steps';
import {
  readVerifiedLog,
  answerTaxIdDialogs,
  readClipboard,
  pickReason,
  rememberTypedSecrets,
  SSN,
  fetchTokens,
} from './tax-id-steps';

const PLAIN = /^(\d{3}-\d{2}-\d{4}|\d{2}-\d{7})$/;
const NETWORK = 'Network Service';

/** Folder for exported files: outside the canary scan, and removed after each test. */
let exportFolder: string;
test.beforeEach(() => {
  exportFolder = mkdtempSync(path.join(tmpdir(), 'exports-'));
  rememberTypedSecrets();
});
test.afterEach(() => rmSync(exportFolder, { recursive: true }));

/**
 * Returns a token's value without and with dashes, from the service itself, so that the app does not receive
 * it.
 */
async function formsOf(firm: { address: string; apiKey: string }, token: string): Promise<string[]> {
  const response = await fetch(`${firm.address}/account-management/tax-id/exchange`, {
    method: 'POST',
    headers: { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tax_id_tokens: [token] }),
  });
  const [taxId] = (await response.json()) as { original_value: string; type: string }[];
  const plain = (taxId?.original_value ?? '').replaceAll('-', '');
  expect(plain).toMatch(/^\d{9}$/);
  const dashPositions = taxId?.type === 'ssn' ? [3, 5] : [2];
  return [
    plain,
    dashPositions.reduceRight(
      (text, position) => `${text.slice(0, position)}-${text.slice(position)}`,
      plain,
    ),
  ];
}

testWithOwnApp(
  'shows a tax ID with a reason, and clears screen and clipboard after 30 seconds',
  async ({ running }) => {
    const { page } = running;
    await detachDebugger(running);
    await goTo(page, 'Related people');
    await rows(page, 'Related people').first().dblclick();
    await page.getByRole('button', { name: 'Show tax ID…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tax ID' });
    await expect(dialog.getByText('•••••••••')).toBeVisible(); // without dashes, because its type is not known before the lookup
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(dialog.getByText('Select a reason first.')).toBeVisible();
    await pickReason(dialog);
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    const value = await valuesIn(dialog).getByText(PLAIN).innerText();
    rememberSecret(value);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => readClipboard(running)).toBe(value);
    expect(await page.title()).not.toContain(value);

    await expect(dialog.getByText('•••-••-••••')).toBeVisible({ timeout: 35_000 });
    await expect(dialog.locator('iframe')).toHaveCount(0);
    await expect.poll(() => readClipboard(running), { timeout: 10_000 }).toBe('');

    // The engine forgot it, too: it is requested again.
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(valuesIn(dialog).getByText(value)).toBeVisible();
    // The frame shows the value only while the process that holds it runs.
    await running.app.evaluate(({ app }) => {
      const valuesProcess = app.getAppMetrics().find(({ name }) => name === 'Firm Desk values');
      if (valuesProcess) process.kill(valuesProcess.pid, 'SIGKILL');
    });
    await expect(valuesIn(dialog).getByText(value)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('iframe')).toHaveCount(0);

    const log = await readVerifiedLog(page);
    expect(log).toHaveLength(5); // looked up, shown and copied; looked up and shown again
    expect(log[1]).toMatch(/Tax IDs looked up.*\s*.*Again: yes/);
    expect(log[0]).toMatch(/Tax IDs shown or copied\s*Reason: Tax reporting · How: shown/);
    expect(log[4]).toMatch(/Tax IDs looked up\s*From: related people/);
    expect(log.join()).not.toContain(value);
  },
);

testWithOwnApp(
  'shows tax IDs of selected accounts, hides them at a lock, exports after a warning',
  async ({ running }) => {
    const { page } = running;
    await detachDebugger(running);
    await goTo(page, 'Accounts');
    await rows(page).first().click();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Shift+ArrowDown');
    await chooseMore(page, 'Show tax IDs…');
    const dialog = page.getByRole('dialog', { name: 'Tax IDs of the selection' });
    await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(4);
    await pickReason(dialog);
    await dialog.getByRole('button', { name: /^Show all/ }).click();
    const plain = valuesIn(dialog).getByRole('row').getByText(PLAIN);
    await expect(plain.first()).toBeVisible();
    await expect(valuesIn(dialog).getByRole('region', { name: 'Tax IDs' })).toBeFocused();
    await expect(plain.first()).toHaveCSS('user-select', 'none'); // only the copy button clears the clipboard later
    const values = await plain.allInnerTexts();
    for (const value of values) rememberSecret(value);
    await emitPowerEvent(running.app, 'lock-screen');
    await expect(dialog.locator('iframe')).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: /^Show all/ })).toBeFocused();
    await dialog.getByRole('button', { name: /^Show all/ }).click();
    await expect(page.getByText('The screen is locked').first()).toBeVisible();
    await expect(dialog.locator('iframe')).toHaveCount(0);
    await emitPowerEvent(running.app, 'unlock-screen');

    const file = path.join(exportFolder, 'tax-ids.csv');
    await answerTaxIdDialogs(running, file);
    await dialog.getByRole('button', { name: 'Export unmasked…' }).click();
    const warning = page.getByRole('dialog', { name: /^Export \d tax IDs? unmasked\?/ });
    await expect(warning).toContainText('The file is not encrypted');
    await warning.getByRole('button', { name: 'Choose file…' }).click();
    await expect(warning).toBeHidden();
    const content = readFileSync(file, 'utf8');
    for (const value of values) expect(content).toContain(value);
    await page.keyboard.press('Escape');

    const log = await readVerifiedLog(page);
    expect(log[0]).toMatch(/Tax IDs exported unmasked\s*Reason: Tax reporting · File: tax-ids\.csv/);
    for (const value of values) expect(log.join()).not.toContain(value);
  },
);

testWithOwnApp('holds a tax ID in its two processes only while it is shown', async ({ running, firm }) => {
  test.skip(
    process.platform !== 'linux' || process.getuid?.() !== 0,
    'only root can read the memory of a sandboxed process',
  );
  const { app, page } = running;
  await goTo(page, 'Related people');
  await rows(page, 'Related people').first().dblclick();
  await page.getByRole('button', { name: 'Show tax ID…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tax ID' });
  const token = (await dialog.getByText(/^Token /).innerText()).replace('Token ', '');
  const forms = await formsOf(firm, token);
  // The test runner's messages pass through the app: from here on it must not read the value's page.
  await detachDebugger(running);
  const framePid = () =>
    app.evaluate(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.mainFrame.frames[0]?.osProcessId ?? 0,
    );
  /**
   * Returns the names of the processes that hold the tax ID, except the network process, which we cannot clear
   * (docs/security.md).
   */
  const holders = async () => {
    const frame = await framePid();
    const processes = await app.evaluate(({ app: electronApp }) =>
      electronApp
        .getAppMetrics()
        .map(({ pid, type, name, serviceName }) => ({ pid, name: name ?? serviceName ?? type })),
    );
    return processes
      .filter(({ pid, name }) => name !== NETWORK && countInMemory(pid, forms) > 0)
      .map(({ pid, name }) => (pid === frame ? 'page of values' : name))
      .sort();
  };
  expect(await holders()).toEqual([]);

  await pickReason(dialog);
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(dialog.getByRole('timer')).toBeVisible();
  // Control: the tax ID is found in the process that displays it, and in the one that read the service's response.
  const expectedHolders = ['Firm Desk values', 'page of values'];
  await expect.poll(holders, { timeout: 20_000 }).toEqual(expectedHolders);
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect.poll(holders, { timeout: 60_000 }).toEqual([]);

  // Only the clipboard's owner has the copied value; the next copy replaces it.
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('1 tax ID copied')).toBeVisible();
  await expect.poll(holders).toEqual(['Browser']);
});

testWithOwnApp(
  'leaves no crash dump and no results after an engine crash',
  async ({ running, firm, data }) => {
    const { app, page } = running;
    await goTo(page, 'Tax IDs');
    await page.getByLabel('Tokens', { exact: true }).fill((await fetchTokens(firm, [SSN])).join());
    await page.getByRole('button', { name: 'Look up tax IDs' }).click();
    await expect(page.getByText('•••-••-••••')).toBeVisible();
    await app.evaluate(({ app: electronApp }) => {
      const engine = electronApp.getAppMetrics().find(({ name }) => name === 'Firm Desk engine');
      if (engine) process.kill(engine.pid, 'SIGSEGV');
    });
    await expect(page.getByText('Part of Firm Desk was restarted')).toBeVisible();
    await expect(page.getByText('•••-••-••••')).toHaveCount(0);
    const remainingFiles = readdirSync(data, { recursive: true, encoding: 'utf8' });
    expect(remainingFiles.filter((name) => /\.dmp$|(^|\/)core(\.|$)/.test(name))).toEqual([]);
  },
);
