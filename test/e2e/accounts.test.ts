import type { Page } from '@playwright/test';
import { test } from './ready';
import { expect } from './running-app';
import { clipboardHtml, goTo, grid, rows } from './steps';

const countOf = async (locator: ReturnType<typeof grid>) =>
  Number(await locator.getAttribute('aria-rowcount')) - 1;

test.beforeEach(async ({ running }) => {
  await goTo(running.page, 'Accounts');
  await expect(grid(running.page)).toHaveAttribute('aria-rowcount', '2001');
});

test('searches while typing, filters by values with counts, sorts, and saves the view', async ({
  running,
}) => {
  const { page } = running;
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('tab', { name: 'Custodian' }).click();
  // A column of codes opens with its values and their counts, not with an empty text field.
  const values = page.getByRole('group', { name: /Values of custodian/ });
  await expect(values.getByText(/^[\d,]+$/).first()).toBeVisible();
  const counts = await values.getByText(/^[\d,]+$/).allInnerTexts();
  expect(counts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(2000);
  await expect(page.getByLabel('Text of custodian')).toHaveCount(0);
  await values.getByText('Charles Schwab').click();
  await page.keyboard.press('Escape');
  await expect.poll(() => countOf(grid(page))).toBeLessThan(2000);
  const schwab = await countOf(grid(page));
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Charles Schwab');

  await page.getByRole('columnheader', { name: /^City/ }).click();
  await expect(page.getByRole('columnheader', { name: /^City/ })).toHaveAttribute('aria-sort', 'ascending');

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('dialog', { name: 'Saved views' }).getByRole('textbox').fill('Schwab by city');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Remove the filter: Custodian/ }).click();
  await expect.poll(() => countOf(grid(page))).toBe(2000);
  await page.getByRole('columnheader', { name: /^City/ }).click();
  await expect(page.getByRole('columnheader', { name: /^City/ })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('list', { name: 'Saved views' }).getByText('Schwab by city').click();
  await expect.poll(() => countOf(grid(page))).toBe(schwab);
  await expect(page.getByRole('columnheader', { name: /^City/ })).toHaveAttribute('aria-sort', 'ascending');

  await page.getByRole('button', { name: /Remove the filter: Custodian/ }).click();
  await expect.poll(() => countOf(grid(page))).toBe(2000);
  await page.keyboard.press('Control+f');
  await expect(page.getByLabel('Search accounts')).toBeFocused();
  await page.keyboard.type('schwab');
  await expect.poll(() => countOf(grid(page))).toBe(schwab);
});

test('opens a record with its fields, and follows links in both directions', async ({ running }) => {
  const { page } = running;
  await rows(page).first().click();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Record' });
  await expect(panel).toBeVisible();
  await expect(panel.getByText('Account holder')).toBeVisible();
  await expect(panel.getByText('Advisor code', { exact: true })).toBeVisible();
  await panel.getByRole('tab', { name: /^Linked/ }).click();
  const account = await panel.getByRole('heading', { level: 2 }).innerText();
  const persons = panel.getByRole('group', { name: /^Related people/ });
  await persons.getByRole('listitem').getByRole('button').first().click();
  await expect(panel.getByRole('heading', { level: 2 })).not.toHaveText(account);
  await panel.getByRole('tab', { name: /^Linked/ }).click();
  await panel
    .getByRole('group', { name: /^Account/ })
    .getByRole('button', { name: account })
    .click();
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(account);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('moves, selects by keyboard and checkbox, copies rows, and logs the copy', async ({ running }) => {
  const { app, page } = running;
  await rows(page).first().click();
  await page.keyboard.press('Control+End');
  await expect(grid(page).locator('[aria-rowindex="2001"]')).toBeVisible();
  await page.keyboard.press('Control+Home');
  await expect(grid(page).locator('[aria-rowindex="2"]')).toBeVisible();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 of 2,000 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+c');
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^Name\tNumber\tStatus.*\n.*\n.*\n.*$/);
  // Shift+click keeps the rows that were already checked.
  await page.keyboard.press('Escape');
  const checkbox = (row: number) =>
    grid(page)
      .locator(`[aria-rowindex="${row + 1}"] [role=gridcell]`)
      .first();
  await checkbox(8).click();
  await checkbox(2).click();
  await checkbox(4).click({ modifiers: ['Shift'] });
  await expect(page.getByText('4 of 2,000 selected', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('2,000 of 2,000 selected', { exact: true })).toBeVisible();
  // Copying several rows counts as an export and is logged.
  await goTo(page, 'Activity');
  const entries = page.getByRole('region', { name: 'Entries' }).getByRole('option');
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText('Records copied');
  await entries.click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.locator('dt:text-is("Count") + dd')).toHaveText('3');
});

test("finds a number by its end, copies it and its row, and filters from a row's menu", async ({
  running,
}) => {
  const { app, page } = running;
  const onClipboard = () => app.evaluate(({ clipboard }) => clipboard.readText());
  const number = rows(page).first().getByRole('gridcell').nth(2);
  const text = (await number.innerText()).trim();
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(text.slice(-4));
  await expect.poll(() => countOf(grid(page))).toBeLessThan(2000);
  await expect(rows(page).filter({ hasText: text })).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('');
  await number.click();
  await page.keyboard.press('Control+c');
  await expect.poll(onClipboard).toBe(text);
  await number.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy row' }).click();
  await expect.poll(onClipboard).toContain(`\t${text}\t`);
  const html = await clipboardHtml(app);
  expect(html).toMatch(new RegExp(`mso-number-format.*<td class="?t"? sdnum="0;0;@">${text}</td>`, 's'));
  const custodian = rows(page).first().getByRole('gridcell').nth(4);
  const label = (await custodian.innerText()).trim();
  await custodian.click({ button: 'right' });
  await page.getByRole('menuitem', { name: `Filter by custodian: ${label}` }).click();
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText(`is ${label}`);
});

test('moves, widens and pins columns by keyboard alone, and keeps the layout', async ({ running }) => {
  const { page } = running;
  const headings = page.getByRole('columnheader');
  const names = () => headings.allInnerTexts();
  // The first heading is the selection column's.
  const [first = '', second = ''] = (await names()).slice(1).filter((name) => name.trim() !== '');
  await rows(page).first().getByRole('gridcell').nth(1).click();
  await page.keyboard.press('ArrowUp');
  const heading = headings.filter({ hasText: first }).first();
  const width = async () => (await heading.boundingBox())?.width ?? 0;
  const initialWidth = await width();
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(width).toBeGreaterThan(initialWidth);
  await page.keyboard.press('Alt+ArrowRight');
  const order = async () => (await names()).filter((name) => [first, second].includes(name));
  await expect.poll(order).toEqual([second, first]);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Pin to the left' })).toBeVisible();
  for (let step = 0; step < 10; step++) {
    await page.keyboard.press('ArrowDown');
    if (await page.locator('[role=menuitem]:focus', { hasText: 'Pin to the left' }).count()) break;
  }
  await page.keyboard.press('Enter');
  await expect.poll(order).toEqual([first, second]);
  await goTo(page, 'Billing groups');
  await goTo(page, 'Accounts');
  await expect.poll(order).toEqual([first, second]);
  await expect.poll(width).toBeGreaterThan(initialWidth);
  const cells = rows(page).first().getByRole('gridcell');
  const left = async (cell: number) => (await cells.nth(cell).boundingBox())?.x ?? 0;
  const positions = async () => [await left(0), await left(1)];
  const pinnedBefore = await positions();
  const unpinnedBefore = await left(2);
  await page.getByRole('grid').evaluate((grid) => (grid.scrollLeft = 10_000));
  await expect.poll(() => left(2)).toBeLessThan(unpinnedBefore);
  await expect.poll(positions).toEqual(pinnedBefore); // checkboxes and pinned columns stay visible
});

/** Returns the visible text of the buttons that every list has. */
const visibleButtonTexts = (page: Page): Promise<string[]> =>
  Promise.all(
    ['Filter', 'Saved views', 'Columns', 'Export…'].map(async (name) =>
      (await page.getByRole('button', { name, exact: true }).first().innerText()).trim(),
    ),
  );

test('opens other lists with their records and the same button texts', async ({ running }) => {
  const { page } = running;
  const lists = [
    'Related people',
    'Advisor codes',
    'Billing groups',
    'Asset adjustments',
    'Fee structures',
    'Fee upload files',
    'Legacy mappings',
  ];
  const visibleText = await visibleButtonTexts(page);
  for (const list of lists) {
    await goTo(page, list);
    await expect(page.getByRole('heading', { name: list, level: 1 })).toBeVisible();
    await expect.poll(() => countOf(grid(page, list))).toBeGreaterThan(0);
    await rows(page, list).first().click();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Record' })).toBeVisible();
    // A button with text on one list has text on every list.
    expect(await visibleButtonTexts(page), list).toEqual(visibleText);
  }
});

test('opens a screen from the palette', async ({ running }) => {
  const { page } = running;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('fee upl');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Fee upload files', level: 1 })).toBeVisible();
});
