import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './running-app';
import { exploreDemo, goTo, sidebar } from './steps';

test('a night at the demo firm is news on Today, in Changes, in a record and in a file; its data dates are none', async ({
  running,
  data,
}) => {
  const { app, page } = running;
  await exploreDemo(page);
  await sidebar(page).getByRole('button', { name: 'Refresh', exact: true }).click();
  const card = page
    .getByRole('region', { name: 'Changed in the last completed refresh' })
    .or(page.locator('section', { hasText: 'Changed in the last completed refresh' }));
  await expect(card.getByText('First download complete')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Let a night pass and refresh' }).click();
  await expect(card.getByText(/\d+ changed/).first()).toBeVisible({ timeout: 60_000 });

  await goTo(page, 'Changes');
  const list = page.getByRole('listbox', { name: /changes$/ });
  await expect(list).toBeVisible();
  // 2,000 accounts, whose dates all moved: what changed is half a percent, and their persons.
  const found = Number(await list.getByRole('option').first().getAttribute('aria-setsize'));
  expect(found).toBeGreaterThan(3);
  expect(found).toBeLessThan(30);
  await page.getByRole('radio', { name: /^Changed/ }).check();
  await list.getByRole('option').first().click();
  await expect(
    page.getByRole('complementary').getByText('became').or(page.getByLabel('became')).first(),
  ).toBeVisible();

  const file = path.join(data, 'changes.csv');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByText('Changes exported')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('Account number,Custodian,Field,Before,After');

  await page.getByRole('button', { name: 'Open record' }).click();
  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page.getByLabel('became').first()).toBeVisible();
  await goTo(page, 'Activity');
  await expect(page.getByRole('option', { name: /\d.*Changes exported/ }).first()).toBeVisible();
  await goTo(page, 'Settings');
  await expect(page.getByText(/changes?, back to /)).toBeVisible();
});

test.describe('a demo firm of no account', () => {
  test('opens and refreshes like any other', async ({ data }) => {
    const { launch } = await import('./running-app');
    const { app, page } = await launch(data, { FIRM_DESK_DEMO_ACCOUNTS: '0' });
    await exploreDemo(page);
    await sidebar(page).getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(page.getByText('Changed in the last completed refresh')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/unexpected happened/)).toBeHidden();
    await app.close();
  });
});
