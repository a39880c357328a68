import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { closeApp, expect, launch, test } from './running-app';
import { connectWithKey, goTo, refreshAndWait, rows, sidebar } from './steps';

const refresh = (page: Page) => sidebar(page).getByRole('button', { name: /^(Resume r|R)efresh$/ });

/** Starts a proxy that refuses everything and records the hosts of the requests. */
async function startRefusingProxy() {
  const hosts: string[] = [];
  const server = createServer().on('connect', ({ url = '' }, socket) => {
    hosts.push(url);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return { hosts, port, close: () => void server.close() };
}

test.skip(
  process.env['APP_BINARY'] !== undefined,
  'a packaged app ignores the policy file and update keys of a test',
);

test("applies the organization's policies, shows them, and trusts no file others can write", async ({
  data,
  firm,
}) => {
  const file = path.join(data, 'policy.json');
  const env = { FIRM_DESK_POLICY_FILE: file };
  const proxy = await startRefusingProxy();
  let running = await launch(data, env);
  await connectWithKey(running.page, firm.address, firm.apiKey);
  await refreshAndWait(running.page);
  await goTo(running.page, 'Settings');
  await expect(
    running.page.getByText('Your organization doesn’t manage any Firm Desk settings'),
  ).toBeVisible();
  await closeApp(running);

  const policies = {
    ReadOnly: true,
    ExportFiles: false,
    RevealTaxIds: false,
    AutoLockMinutes: 7,
    BackupFolder: path.join(data, 'share that is away'),
    BackupDays: 30,
    DemoFirm: false,
    Proxy: `fixed localhost:${proxy.port}`,
    Updates: 'notify',
    UpdateAddress: 'https://updates.invalid/desk/',
  };
  writeFileSync(file, JSON.stringify({ ...policies, Color: 'blue' }), { mode: 0o644 });
  const { publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  running = await launch(data, { ...env, FIRM_DESK_UPDATE_KEYS: key });
  const { page } = running;
  await expect(refresh(page)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Read-only', { exact: true }).first()).toBeVisible();
  await test.step('shows the policies in Settings', async () => {
    await goTo(page, 'Settings');
    const managed = page.getByRole('region', { name: 'Managed by your organization' });
    await expect(managed).toContainText(`Set in ${file}`);
    for (const text of [
      'all connections are read-only',
      'After at most 7 minutes',
      'ignores policies that it doesn’t know: Color.',
    ])
      await expect(managed).toContainText(text);
    await expect(managed.getByText('Not allowed', { exact: true })).toHaveCount(3);
    await expect(page.getByText('Managed by your organization. At most 7 minutes')).toBeVisible();
    await expect(
      page.getByText(/^Managed by your organization\. Daily backups go to .* 30 daily backups are kept\.$/),
    ).toBeVisible();
    await expect(page.getByRole('radio', { name: '15 min' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await expect(page.getByText('The update server could not be reached.')).toBeVisible();
    expect(proxy.hosts).toContain('updates.invalid:443');
    await managed.scrollIntoViewIfNeeded();
  });

  await test.step('says that the folder of backups is missing, until it exists', async () => {
    const folderWarning = page.getByText(
      'This folder can’t be reached or written to, so no daily backups are made',
    );
    await expect(folderWarning).toHaveCount(2); // beside the backups, and in the list of policies
    expect(readFileSync(path.join(data, 'logs/firm-desk.log'), 'utf8')).toContain(
      'policies.folder-unusable policy=BackupFolder',
    );
    mkdirSync(policies.BackupFolder);
    await expect(folderWarning).toHaveCount(0, { timeout: 20_000 }); // Settings checks again by itself
    await expect(page.getByText(/Daily backups go to/)).toBeVisible();
  });

  await test.step('says beforehand that nothing can be exported', async () => {
    await goTo(page, 'Accounts');
    const exportButton = page.getByRole('button', { name: 'Export…' });
    const explanation = 'Your organization doesn’t allow exporting or printing.';
    await expect(exportButton).toHaveAttribute('aria-disabled', 'true');
    await expect(exportButton).toHaveAccessibleDescription(explanation);
    await exportButton.hover();
    await expect(page.locator('.tooltip')).toContainText(explanation);
    await exportButton.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await rows(page).first().getByRole('gridcell').nth(1).dblclick();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Save as PDF…' })).toHaveAccessibleDescription(
      explanation,
    );
    await page.keyboard.press('Escape');
  });

  await test.step('disables the demo firm and the read-only option of connections', async () => {
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Manage connections' }).click();
    await expect(page.getByRole('button', { name: 'Explore the demo firm' })).toBeDisabled();
    await expect(
      page.getByText('Managed by your organization. The demo firm is not available'),
    ).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /^Read-only/ })).toBeDisabled();
  });

  await closeApp(running);
  proxy.close();

  await test.step('sends nothing if others could have written the file', async () => {
    chmodSync(file, 0o666); // anyone could have written it
    running = await launch(data, env);
    await expect(refresh(running.page)).toBeVisible({ timeout: 20_000 });
    const requestsBefore = [...firm.gate.requests];
    await refresh(running.page).click();
    await expect(running.page.getByText('Your organization does not allow this').first()).toBeVisible();
    await expect(refresh(running.page)).toBeVisible();
    expect(firm.gate.requests).toEqual(requestsBefore);
    await goTo(running.page, 'Settings');
    await expect(running.page.getByText(/^The policies in .+ could not be read or trusted/)).toBeVisible();
    await closeApp(running);
  });
});
