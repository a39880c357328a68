import { parse } from 'csv-parse/sync';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import readXlsx from 'read-excel-file/node';
import { test } from './ready';
import { expect, TEMPORARY, test as fresh } from './running-app';
import { chooseInDialog, connectWithKey, goTo, grid, refreshAndWait, rows, sidebar } from './steps';

/** Makes the next save dialogs return this file. */
async function saveTo(app: ElectronApplication, name: string): Promise<string> {
  mkdirSync(TEMPORARY, { recursive: true });
  const file = path.join(TEMPORARY, name);
  rmSync(file, { force: true });
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  return file;
}

async function exportList(page: Page, columns: string, format: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Export accounts' });
  await dialog.getByRole('radio', { name: columns }).check();
  await dialog.getByRole('radio', { name: format }).check();
  await dialog.getByRole('button', { name: 'Export…' }).click();
  await expect(dialog).toBeHidden({ timeout: 15_000 });
  await expect(page.getByText('Export finished').first()).toBeVisible();
}

/** Returns the cell texts of a row. */
const cellTexts = (page: Page, nth: number) =>
  rows(page, 'Accounts').nth(nth).getByRole('gridcell').allInnerTexts();

test('exports accounts to Excel and CSV as the list shows them, with names beside IDs', async ({
  running: { app, page },
}) => {
  await goTo(page, 'Accounts');
  const list = grid(page, 'Accounts');
  // A household is shown by name; its ID, which begins with 6, is in the tooltip.
  await expect(list.locator('[data-exact*=" (6"]').first()).toBeVisible();
  await expect(list).toHaveAttribute('aria-rowcount', /^\d+$/);
  const total = Number(await list.getAttribute('aria-rowcount')) - 1;

  await page.getByRole('button', { name: 'Export…' }).click();
  const xlsx = await saveTo(app, 'accounts.xlsx');
  await exportList(page, 'All', 'Excel');
  await page.getByRole('button', { name: 'Export…' }).click();
  const csv = await saveTo(app, 'accounts.csv');
  await exportList(page, 'All', 'CSV');

  const [sheet] = await readXlsx(xlsx);
  const lines = parse(readFileSync(csv, 'utf8'), { bom: true });
  const [headings = [], ...cells] = sheet?.data ?? [];
  expect(headings).toEqual(lines[0]);
  expect(cells).toHaveLength(total);
  expect(lines).toHaveLength(total + 1);
  if (process.platform !== 'win32') expect(statSync(xlsx).mode & 0o777).toBe(0o600);
  const indexOf = (heading: string) => headings.indexOf(heading);
  // Dates without a time, and without the apostrophe that only the CSV guard puts before a sign.
  const textOf = (cell: unknown): string =>
    cell instanceof Date ? cell.toISOString().slice(0, 10) : String((cell as string | number | null) ?? '');
  const asExcel = (text: string, nth: number): string =>
    (lines[0]?.[nth]?.endsWith('(UTC)') ? text.slice(0, 10) : text).replace(/^'(?=[=+\-@])/, '');
  expect(lines.slice(1).map((line) => line.map(asExcel))).toEqual(cells.map((row) => row.map(textOf)));
  // Numbers are text with leading zeros, dates are dates, amounts are numbers; labels have their codes beside them.
  expect(cells.some((row) => /^0\d+$/.test(String(row[indexOf('Number')])))).toBe(true);
  expect(cells.every((row) => typeof row[indexOf('Number')] === 'string')).toBe(true);
  expect(cells.some((row) => row[indexOf('Inception')] instanceof Date)).toBe(true);
  expect(cells.some((row) => typeof row[indexOf('Required cash')] === 'number')).toBe(true);
  const [firstRow = []] = cells;
  const listTexts = await cellTexts(page, 0);
  expect(listTexts).toContain(firstRow[indexOf('Name')]);
  if (firstRow[indexOf('Household')] !== null)
    expect(listTexts).toContain(firstRow[indexOf('Household (name)')]);
  expect(listTexts).toContain(firstRow[indexOf('Custodian')]);
  expect(firstRow[indexOf('Custodian (code)')]).toMatch(/^[A-Z]{3}$/);

  // Only the selected rows; each export is logged with its count.
  await rows(page, 'Accounts').nth(2).click();
  await page.getByRole('button', { name: 'Export…' }).last().click(); // the one next to the selection
  const partial = await saveTo(app, 'some.csv');
  await exportList(page, 'Shown', 'CSV');
  expect(parse(readFileSync(partial, 'utf8'), { bom: true })).toHaveLength(2);
  await goTo(page, 'Activity');
  const entries = page.getByRole('region', { name: 'Entries' }).getByRole('option');
  await expect(entries.filter({ hasText: 'Records exported' })).toHaveCount(3);
});

test('shows related accounts by number, and finds accounts by household name', async ({
  running: { page },
}) => {
  // Other lists show an account by its number; its internal ID is in a tooltip.
  await goTo(page, 'Related people');
  const person = rows(page, 'Related people').first();
  const account = await person
    .getByText(/ \([^()]+\)$/)
    .first()
    .innerText();
  await person.getByRole('gridcell').nth(1).dblclick();
  const link = page
    .getByRole('complementary', { name: 'Record' })
    .getByRole('button', { name: account, exact: true });
  await expect(link).toHaveAttribute('title', /^Internal ID: \d+$/);
  const id = ((await link.getAttribute('title')) ?? '').replace('Internal ID: ', '');
  expect(account).not.toContain(`(${id})`);
  await goTo(page, 'Households');
  const name = await rows(page, 'Households').first().getByRole('gridcell').nth(1).innerText();
  await goTo(page, 'Accounts');
  await page.getByLabel('Search accounts').fill(name.replaceAll(/[^\p{L} ]/gu, ' '));
  await expect(rows(page, 'Accounts').first()).toContainText(name);
  await rows(page, 'Accounts').first().click();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Record' });
  await expect(panel.getByText(`${name} (`).first()).toBeVisible();
});

fresh.describe('a service without the optional resources that name IDs', () => {
  fresh.use({
    lacks: ['households', 'firms', 'benchmarks', 'targetAllocations', 'investmentModels', 'securities'],
  });

  fresh('shows the IDs alone, and no error', async ({ running: { app, page }, firm }) => {
    await connectWithKey(page, firm.address, firm.apiKey);
    await refreshAndWait(page);
    await expect(sidebar(page).getByText('Households', { exact: true })).toBeHidden();
    await goTo(page, 'Accounts');
    await expect(
      rows(page, 'Accounts')
        .getByText(/^6\d{4}$/) // a household's ID
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const file = await saveTo(app, 'without.csv');
    await page.getByRole('button', { name: 'Export…' }).click();
    await exportList(page, 'All', 'CSV');
    expect(existsSync(file)).toBe(true);
    const [headings = []] = parse(readFileSync(file, 'utf8'), { bom: true });
    expect(headings).toContain('Household');
    expect(headings).not.toContain('Household (name)');
    expect(headings).not.toContain('Securities to buy (name)');
  });
});

test('writes standing exports after a refresh, and never overwrites another file', async ({
  running,
  data,
}) => {
  const { app, page } = running;
  const folder = path.join(data, 'standing');
  mkdirSync(folder, { recursive: true });
  await chooseInDialog(app, folder);
  await goTo(page, 'Accounts');
  await page.getByRole('button', { name: 'Saved views' }).click();
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await views.getByRole('textbox').fill('All accounts');
  await page.keyboard.press('Enter');
  await expect(views).toBeHidden();
  await goTo(page, 'Settings');
  const list = page.getByRole('list', { name: 'Standing exports' });
  const add = async (source: string) => {
    await page.getByRole('button', { name: 'Add export…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a standing export' });
    await dialog.getByLabel('What to export').selectOption({ label: source });
    await dialog.getByRole('radio', { name: 'CSV' }).check();
    await dialog.getByRole('button', { name: 'Choose folder…' }).click();
    await expect(dialog).toBeHidden();
  };
  await add('Accounts: All accounts');
  await add('Review queue, with waivers and reasons');
  await expect(list.getByText('Not written yet')).toHaveCount(2);

  await refreshAndWait(page);
  await expect(list.getByText('Written', { exact: true })).toHaveCount(2, { timeout: 30_000 });
  await page.getByRole('heading', { name: 'Standing exports' }).scrollIntoViewIfNeeded();
  const linesIn = (name: string): string[][] =>
    parse(readFileSync(path.join(folder, name), 'utf8'), { bom: true });
  expect(linesIn('all-accounts.csv')).toHaveLength(1 + 2_000); // headings, and the demo firm's accounts
  const [headings = [], first = []] = linesIn('review-findings.csv');
  expect(headings).toEqual(
    expect.arrayContaining(['Finding', 'What is wrong', 'State', 'Reason', 'Waived through']),
  );
  expect(first[headings.indexOf('What is wrong')]).toMatch(/./);

  // A file that was changed is not replaced, and the list says so.
  writeFileSync(path.join(folder, 'all-accounts.csv'), 'notes of the user');
  await page.getByRole('button', { name: 'More for Accounts: All accounts' }).click();
  await page.getByRole('menuitem', { name: 'Write now' }).click();
  await expect(
    list.getByText(/that Firm Desk didn’t write, or that was changed after Firm Desk wrote it/),
  ).toBeVisible();
  expect(readFileSync(path.join(folder, 'all-accounts.csv'), 'utf8')).toBe('notes of the user');
});
