import type { Locator, Page } from '@playwright/test';
import { expect, rememberSecret, type RunningApp } from '../../running-app';
import { goTo } from '../../steps';

export const SSN = '078-05-1120';
export const EIN = '04-2103594';
const REASON = 'Tax reporting';

/** Adds the tax IDs that a test types to the canaries of the final scan. */
export function rememberTypedSecrets(): void {
  for (const secret of [SSN, SSN.replaceAll('-', ''), EIN, EIN.replaceAll('-', '')]) rememberSecret(secret);
}
export const readClipboard = ({ app }: RunningApp) =>
  app.evaluate(({ clipboard: systemClipboard }) => systemClipboard.readText());
/** Makes the system's dialogs return this file, and confirm an unmasked export. */
export const answerTaxIdDialogs = ({ app }: RunningApp, file: string) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false }); // yes
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
export const pickReason = (container: Locator | Page) =>
  container.getByLabel('Reason (saved in the activity log)').selectOption(REASON);
/** Returns the tokens of plain values, directly from the service. */
export async function fetchTokens(firm: { address: string; apiKey: string }, values: readonly string[]) {
  const response = await fetch(`${firm.address}/account-management/tax-id`, {
    method: 'POST',
    headers: { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  return (await response.json()) as string[];
}
/** Verifies the activity log and returns its entries, newest first. */
export async function readVerifiedLog(page: Page): Promise<string[]> {
  await goTo(page, 'Activity');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^Log verified/)).toBeVisible();
  const entries = page.getByRole('region', { name: 'Entries' }).getByRole('option');
  await expect(entries.first()).toContainText('Tax ID');
  return entries.allInnerTexts();
}
