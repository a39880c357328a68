import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readPdf } from '#test/support/pdf-text';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { goTo, rows } from '../../steps';

test('opens a household from an account, compares it with another, and saves it as PDF', async ({
  running: { app, page },
  data,
}) => {
  await goTo(page, 'Accounts');
  await rows(page).first().click();
  await page.keyboard.press('Enter');
  const record = page.getByRole('complementary', { name: 'Record', exact: true });
  await expect(record.getByRole('heading', { level: 2 })).toHaveText(/\w/);
  const name = await record.getByRole('heading', { level: 2 }).innerText();
  const household = record.getByLabel('At a glance').getByRole('button').first();
  await expect(household).toHaveText(/[A-Za-z]/); // by name, not by ID
  const called = await household.innerText();
  await household.click();
  await expect(page.getByRole('heading', { level: 1, name: called })).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: /^Accounts \(\d+\)/ })
      .getByText(name)
      .first(),
  ).toBeVisible();
  for (const part of ['Related people', 'Findings', 'Fee history', 'Billing groups', 'Fee structures'])
    await expect(page.getByRole('region', { name: part })).toBeVisible();
  expect(await page.title()).toMatch(/^Household – .+ – Firm Desk$/);
  await page.keyboard.press('Alt+ArrowLeft');

  await expect(record.getByRole('heading', { level: 2 })).toHaveText(name);
  await record.getByRole('button', { name: /^Pin this record/ }).click();
  await record.getByRole('button', { name: 'Next record' }).click();
  const pinned = page.getByRole('complementary', { name: 'Pinned record' });
  await expect(pinned.getByRole('heading', { level: 2 })).toHaveText(name);
  await expect(record.getByRole('heading', { level: 2 })).not.toHaveText(name);

  const file = path.join(data, 'account.pdf');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await pinned.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save as PDF…' }).click();
  await expect(page.getByText('PDF saved')).toBeVisible();
  const pdf = readPdf(readFileSync(file));
  expect(pdf).toMatchObject({ title: name, tagged: true });
  for (const text of [name, 'Test firm', `Page 1 of ${pdf.pages}`, 'Printed from Firm Desk, '])
    expect(pdf.text).toContain(text);
  await pinned.getByRole('button', { name: 'Unpin' }).click();
  await expect(pinned).toBeHidden();
});
