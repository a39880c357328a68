import type { Locator, Page } from '@playwright/test';
import type { Gate } from '#test/support/gate';
import { expect } from '../../running-app';
import { goTo, rows } from '../../steps';

export const CODES_PATH = '/org/advisor-codes';
/** Returns the writes that reached the service, without the base path. */
export const writes = (gate: Gate): string[] =>
  gate.requests
    .filter((request) => /^(POST|DELETE) .*\/org\/advisor-codes/.test(request))
    .map((request) => request.replace(`/v2${CODES_PATH}`, ''));
export const isWrite = ({ method, path }: { method: string; path: string }): boolean =>
  path.startsWith(CODES_PATH) && method !== 'GET';

export async function openCodes(page: Page): Promise<void> {
  await goTo(page, 'Advisor codes');
  await expect(codes(page).first()).toBeVisible();
}
export const codes = (page: Page): Locator => rows(page, 'Advisor codes');
export const lines = (page: Page): Locator => rows(page, 'Lines');
export const filterByState = (page: Page, name: RegExp): Promise<void> =>
  page.getByRole('radio', { name }).check();
export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'New advisor code' });

export async function fillNew(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'New code…' }).click();
  await dialog(page).getByLabel('Custodian').selectOption('PER');
  await dialog(page).getByLabel('IP Number').fill(code);
  await dialog(page).getByLabel('Firm').selectOption('39');
}
export async function checkMany(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Bulk add…' }).click();
  await page.getByLabel('Codes, one per line').fill(text);
  await page.getByRole('button', { name: 'Check lines' }).click();
}
