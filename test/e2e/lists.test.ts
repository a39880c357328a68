import type { Locator } from '@playwright/test';
import { test } from './ready';
import { colorsAt, mainColor } from './pixel-colors';
import { expect } from './running-app';
import { pastedIntoSpreadsheet } from '../support/spreadsheet';
import { clipboardHtml, goTo, grid, rows, sidebar } from './steps';

test('moves by keyboard through window, list, cells and dialogs; copies and pastes cells', async ({
  running,
}) => {
  const { app, page } = running;
  await expect(page.locator('main')).toHaveCount(1);

  await test.step('has at most five tab stops before the content', async () => {
    await expect(page.locator('main').getByText('fee upload files not saved')).toBeVisible(); // loaded
    await page.getByRole('button', { name: 'Skip to content' }).focus();
    let stops = 1;
    for (; stops < 9 && !(await page.locator('main :focus').count()); stops++)
      await page.keyboard.press('Tab');
    expect(stops - 1).toBeLessThanOrEqual(5);
  });

  await test.step('reaches the sidebar with F6, and focuses a list when it opens', async () => {
    await page.keyboard.press('Shift+F6');
    await expect(sidebar(page).getByRole('button', { name: 'Today' })).toBeFocused();
    await page.keyboard.press('F6');
    await expect(page.locator('main :focus')).toContainText('fee upload files not saved');
    await page.keyboard.press('Shift+F6');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Accounts', level: 1 })).toBeVisible();
    await expect(grid(page)).toBeFocused();
    await expect(page.locator('main')).toHaveCount(1);
    await page.keyboard.press('Shift+F6');
    await expect(page.getByLabel('Search accounts')).toBeFocused();
    await page.keyboard.press('Shift+F6');
    await expect(sidebar(page).getByRole('button', { name: /^Accounts/ })).toBeFocused();
    await page.keyboard.press('/');
    await expect(page.getByLabel('Search accounts')).toBeFocused();
    await page.keyboard.type('a/');
    await expect(page.getByLabel('Search accounts')).toHaveValue('a/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F6');
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('households');
    await page.keyboard.press('Enter');
    await expect(grid(page, 'Households')).toBeFocused();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(grid(page)).toBeFocused();
  });

  await test.step('copies cells and ranges; numbers keep their zeros in a spreadsheet', async () => {
    const onClipboard = () => app.evaluate(({ clipboard }) => clipboard.readText());
    const cell = (row: number, column: number) => rows(page).nth(row).getByRole('gridcell').nth(column);
    // A number with leading zeros, which a spreadsheet removes from numbers.
    const number = page
      .getByRole('gridcell')
      .filter({ hasText: /^00\d{8}$/ })
      .first();
    const digits = (await number.innerText()).trim();
    await number.click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+c');
    await expect.poll(onClipboard).toMatch(new RegExp(`^${digits}\\t\\w+$`));
    const html = await clipboardHtml(app);
    for (const program of ['Excel', 'LibreOffice'] as const) {
      const [[pasted, neighbor] = []] = pastedIntoSpreadsheet(html, program);
      expect(pasted).toEqual({ kind: 'text', value: digits });
      expect(neighbor?.kind).toBe('text');
    }
    await cell(1, 1).hover();
    await page.mouse.down();
    await cell(3, 2).hover();
    await page.mouse.up();
    await expect(page.getByText('3 of 2,000 selected', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+c');
    await expect.poll(onClipboard).toMatch(/^([^\t\n]+\t\w[\w-]+\n){2}[^\t\n]+\t\w[\w-]+$/);
    expect((await onClipboard()).split('\n')[2]).toBe(
      [await cell(3, 1).innerText(), await cell(3, 2).innerText()].join('\t'),
    );
  });
  await test.step('turns lines pasted into the search into a filter; previews a record with the space bar', async () => {
    await page.keyboard.press('/');
    await page.keyboard.press('Control+v');
    const chips = page.getByRole('list', { name: 'Filters' });
    await expect(chips).toContainText('Number is one of 3 pasted values');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '4');
    await chips.getByRole('button', { name: 'Clear all' }).click();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
    await grid(page).focus();
    const record = page.getByRole('complementary', { name: 'Record' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Space');
    await expect(record).toBeVisible();
    await page.keyboard.press('Space');
    await expect(record).toBeHidden();
  });

  await test.step('focuses the first field of a dialog, asks before discarding text, and restores focus', async () => {
    await rows(page).nth(1).getByRole('gridcell').nth(1).click();
    await page.getByRole('button', { name: 'Edit…' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Field')).toBeFocused();
    await dialog.getByLabel('Field').selectOption({ label: 'Notes' });
    await dialog.getByLabel('Value').fill('called the client');
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Value')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Edit…' })).toBeFocused();
  });
});

test('shows focus, selection and overlays with forced colors', async ({ running }) => {
  const { page } = running;
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await goTo(page, 'Accounts');
  const button = (name: RegExp) => sidebar(page).getByRole('button', { name });
  /**
   * Expects the chosen element to have a different background from the other, and text in another color than its
   * background.
   */
  const expectHighlighted = (chosen: Locator, other: Locator) =>
    expect(async () => {
      const [background, otherBackground] = [await mainColor(chosen), await mainColor(other)];
      expect(background).not.toBe(otherBackground);
      const color = await chosen.evaluate((element) => getComputedStyle(element).color);
      expect(color.replace(/[^\d,]/g, '')).not.toBe(background);
    }).toPass({ timeout: 10_000 });
  /**
   * Expects a line between a layer and the page, in a screenshot that extends slightly beyond the layer's
   * edge.
   */
  const expectEdge = (layer: Locator) =>
    expect(async () => {
      const { x = 0, y = 0, height = 0 } = (await layer.boundingBox()) ?? {};
      const edge = { x: x - 3, y: y + Math.round(height / 2), width: 6, height: 1 };
      expect((await colorsAt(page, edge)).length).toBeGreaterThan(1);
    }).toPass({ timeout: 10_000 });
  const cells = (row: number) => rows(page).nth(row).getByRole('gridcell').nth(1);

  await test.step('highlights the current screen, the selected cell and its frame', async () => {
    await expectHighlighted(button(/^Accounts/), button(/^Households/));
    const before = await mainColor(cells(1));
    await cells(1).click();
    await expectHighlighted(cells(1), cells(3));
    expect(await mainColor(cells(1))).not.toBe(before);
    // The focused cell has a frame.
    const { x = 0, y = 0, height = 0 } = (await cells(1).boundingBox()) ?? {};
    const across = { x, y: y + Math.round(height / 2), width: 5, height: 1 };
    expect((await colorsAt(page, across)).length).toBeGreaterThan(1);
  });

  await test.step('highlights the open tab and the selected option, and draws edges around overlays', async () => {
    await page.keyboard.press('Enter');
    const tab = page.getByRole('complementary', { name: 'Record' }).getByRole('tab');
    await expectHighlighted(tab.first(), tab.nth(1));
    await page.keyboard.press('Shift+F10');
    await expectEdge(page.getByRole('menu'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await expectEdge(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await goTo(page, 'Settings');
    const segment = (checked: boolean) =>
      page.locator(`fieldset input[type=radio]${checked ? ':checked' : ':not(:checked)'} + span`).first();
    await expect(segment(true)).toBeVisible();
    await expectHighlighted(segment(true), segment(false));
  });

  await test.step('marks the finding in the panel at its edge, not with the selection color', async () => {
    await goTo(page, 'Review queue');
    const finding = (row: number) => rows(page, 'Findings').nth(row);
    await expect(finding(0)).toHaveAttribute('aria-current', 'true', { timeout: 30_000 });
    await page.mouse.move(0, 0);
    const colorOf = (row: number) => mainColor(finding(row).getByRole('gridcell').nth(3));
    await expect(async () => expect(await colorOf(0)).toBe(await colorOf(2))).toPass({ timeout: 10_000 });
    // Forced colors would draw the transparent border of a cell whose text wraps, as a line above the text.
    const { x: left = 0, y: top = 0 } = (await finding(3).getByRole('gridcell').nth(3).boundingBox()) ?? {};
    const aboveText = await colorsAt(page, { x: left + 8, y: top + 2, width: 20, height: 1 });
    expect(aboveText).toEqual([await colorOf(3)]);
  });

  // After forced colors end, the page's background is light again.
  await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  const ground = { x: 900, y: 16, width: 4, height: 4 }; // beside the title
  await expect.poll(async () => (await colorsAt(page, ground))[0]).toBe('247,248,250');
});

test('sorts a list by several columns, and groups it by a column', async ({ running }) => {
  const { page } = running;
  await goTo(page, 'Accounts');
  const heading = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  await expect(rows(page).first()).toBeVisible();
  await heading('Custodian').click();
  await heading('City').click({ modifiers: ['Shift'] });
  await expect(heading('Custodian')).toContainText('1');
  await expect(heading('City')).toContainText('2');
  await expect(heading('City')).toHaveAttribute('aria-sort', 'ascending');
  const column = async (index: number) => rows(page).locator(`[aria-colindex="${index}"]`).allInnerTexts();
  const colindex = async (name: string) => Number(await heading(name).getAttribute('aria-colindex'));
  const [custodians, cities] = [await colindex('Custodian'), await colindex('City')];
  await expect
    .poll(async () => {
      const names = await column(custodians);
      const firstCities = (await column(cities)).filter(
        (city, index) => names[index] === names[0] && city !== '—',
      );
      return new Set(names.slice(0, 5)).size === 1 && firstCities.length > 5
        ? firstCities.every(
            (city, index) => index === 0 || (firstCities[index - 1] ?? '').localeCompare(city) <= 0,
          )
        : false;
    })
    .toBe(true);

  await test.step('groups with headings and counts, collapses groups, and saves the view', async () => {
    await heading('Custodian').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Group by custodian' }).click();
    const groups = page.getByRole('treegrid', { name: 'Accounts' });
    const headings = groups.locator('[role=row][aria-level="1"]');
    await expect(headings.first()).toHaveAttribute('aria-expanded', 'true');
    await expect(headings.first().getByText('Apex')).toBeInViewport();
    await page.getByRole('button', { name: 'Grouped by custodian' }).click();
    await page.getByRole('menuitem', { name: 'Collapse all groups' }).click();
    await expect(groups.locator('[role=row][aria-level="2"]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Grouped by custodian' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Largest group first' }).click();
    const counts = async () =>
      (await headings.allInnerTexts()).map((text) =>
        Number(/([\d,]+)\s*rows/.exec(text)?.[1]?.replace(',', '')),
      );
    await expect
      .poll(async () => {
        const rowCounts = await counts();
        const sum = rowCounts.reduce((all, count) => all + count, 0);
        return (
          sum === 2000 &&
          rowCounts.every((count, index) => index === 0 || count <= (rowCounts[index - 1] ?? 0))
        );
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('dialog', { name: 'Saved views' }).getByRole('textbox').fill('By custodian');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved as “By custodian”')).toBeVisible();
    await page.getByRole('button', { name: 'Remove grouping by custodian' }).click();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2001');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('list', { name: 'Saved views' }).getByText('By custodian').click();
    await headings.first().click();
    await expect(headings.first()).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('ArrowRight');
    await expect(headings.first()).toHaveAttribute('aria-expanded', 'true');
  });
});

test('sums all rows of a list, and the selected cells', async ({ running }) => {
  const { page } = running;
  await goTo(page, 'Fee upload files');
  const totals = page.getByRole('group', { name: 'Totals of all rows' });
  await expect(totals).toContainText('Total fees');
  const heading = page.getByRole('columnheader', { name: /^Total fees/ });
  const column = await heading.getAttribute('aria-colindex');
  const cell = (row: number) =>
    rows(page, 'Fee upload files').nth(row).locator(`[aria-colindex="${column}"]`);
  await cell(0).hover();
  await page.mouse.down();
  await cell(1).hover();
  await page.mouse.up();
  const cents = (text: string) => Number(text.replace(/\D/g, ''));
  const allFees = await rows(page, 'Fee upload files').locator(`[aria-colindex="${column}"]`).allInnerTexts();
  expect(allFees).toHaveLength(9);
  const totalText = /Total fees:\s*(\$[\d,]+\.\d\d)/.exec((await totals.textContent()) ?? '')?.[1] ?? '';
  expect(cents(totalText)).toBe(allFees.reduce((total, text) => total + cents(text), 0));
  const sum = cents(await cell(0).innerText()) + cents(await cell(1).innerText());
  const sumText = page.getByText(/^2 cells · 2 numbers · Sum/);
  await expect(sumText).toBeVisible();
  expect(cents(/Sum (\S+)/.exec(await sumText.innerText())?.[1] ?? '')).toBe(sum);
});

test('keeps the first column visible beside an open record while scrolling sideways', async ({ running }) => {
  const { app, page } = running;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1024, 680));
  await goTo(page, 'Accounts');
  await rows(page).nth(2).getByRole('gridcell').nth(1).dblclick();
  await expect(page.getByRole('complementary', { name: 'Record' })).toBeVisible();
  const left = async (element: Locator) => Math.round((await element.boundingBox())?.x ?? -1);
  const cells = rows(page).nth(3).getByRole('gridcell');
  const nameCells = [cells.nth(1), page.getByRole('columnheader').nth(1)];
  const positions = () => Promise.all(nameCells.map(left));
  const pinnedBefore = await positions();
  const unpinnedBefore = await left(cells.nth(2));
  await grid(page).evaluate((list) => (list.scrollLeft = 90));
  await expect.poll(() => left(cells.nth(2))).toBe(unpinnedBefore - 90);
  await expect.poll(positions).toEqual(pinnedBefore);
  // The pinned column leaves 30% of the list free, and covers the cells that scroll under it.
  const box = await cells.nth(1).boundingBox();
  const list = await grid(page).boundingBox();
  if (!box || !list) throw new Error('The list is not on the screen.');
  expect(box.x + box.width).toBeLessThanOrEqual(list.x + list.width * 0.7);
  const column = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('[role=gridcell]')?.getAttribute('data-column'),
    [box.x + box.width - 4, box.y + 8] as const,
  );
  expect(column).toBe('1');

  // A focused cell is beside the pinned column, not under it.
  await grid(page).evaluate((list) => (list.scrollLeft = 10_000));
  await grid(page).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowLeft');
  const active = grid(page).locator('.active');
  await expect(active).toHaveAttribute('data-column', '2');
  await expect.poll(() => left(active)).toBe(Math.round(box.x + box.width));
});
