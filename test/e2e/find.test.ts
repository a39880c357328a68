import type { Page } from '@playwright/test';
import { launchReady } from './ready';
import { closeApp, expect, launch, test } from './running-app';
import { SCREENSHOT_FOLDER, takeScreenshot } from './screenshots';
import { exploreDemo, goTo, grid, rows, sidebar } from './steps';

/** Returns the highlighted texts in the rows. */
const markedTexts = (page: Page) => grid(page).locator('[role=gridcell] mark').allInnerTexts();
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search accounts' });
/** Expects a number of rows in the account list, without the heading. */
const expectRows = (page: Page, count: number) =>
  expect(grid(page)).toHaveAttribute('aria-rowcount', String(count + 1));

const widthOf = async (page: Page, name: string) =>
  (await page.getByRole('columnheader', { name: new RegExp(`^${name}`) }).boundingBox())?.width ?? 0;

test('filters, pastes lists, marks hits in hidden fields, restores views, and uses the palette', async ({
  data,
  firm,
}) => {
  test.slow();
  const first = await launchReady(data, firm);
  const { page } = first;
  await goTo(page, 'Accounts');
  await expectRows(page, 2000);
  const cells = async (row: number) =>
    (await rows(page).nth(row).getByRole('gridcell').allInnerTexts()).map((text) => text.trim());
  const [, name = '', number = ''] = await cells(0);
  const [, , otherNumber = ''] = await cells(1);

  const { panel } =
    await test.step('a heading filters by condition, and a pasted list names the values not found', async () => {
      await page.getByRole('columnheader', { name: /^Number/ }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Filter by number…' }).click();
      const panel = page.getByRole('dialog', { name: 'Filter accounts' });
      await panel.getByLabel('Condition').selectOption({ label: 'ends with' });
      await panel.getByLabel('Text of number').fill(number.slice(-4));
      await expect(chips(page)).toContainText(`ends with “${number.slice(-4)}”`);
      await panel.getByLabel('Condition').selectOption({ label: 'is in a pasted list' });
      await panel.getByLabel('List for number').fill(`${number}\n${otherNumber.toLowerCase()}\nX-404`);
      await expectRows(page, 2);
      await expect(panel.getByRole('list', { name: 'Not found' })).toHaveText('X-404');
      await expect(chips(page)).toContainText('1 not found');
      await takeScreenshot(page, 'pasted-list');
      return { panel };
    });
  await test.step('conditions of any column filter: the last days, and “is not”', async () => {
    await panel.getByLabel('Find a field').fill('ince');
    await panel.getByRole('tab', { name: 'Inception' }).click();
    await panel.getByLabel('Condition').selectOption({ label: 'is in the last … days' });
    await panel.getByLabel('Inception: days').fill('36500');
    await expect(chips(page)).toContainText('in the last 36,500 days');
    await panel.getByLabel('Find a field').fill('');
    await expect(panel.getByRole('tab').nth(0)).toHaveText('Status');
    await expect(panel.getByRole('tab').nth(1)).toHaveText('Custodian');
    await panel.getByRole('tab', { name: 'Custodian' }).click();
    await panel.getByLabel('Condition').selectOption({ label: 'is not' });
    await panel
      .getByRole('group', { name: /Values of custodian/ })
      .getByRole('checkbox')
      .first()
      .check();
    await expect(chips(page)).toContainText(/Custodian\s+is not/);
    await takeScreenshot(page, 'filters');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expectRows(page, 2000);
  });

  await test.step('the last digits find the account first, with its digits marked', async () => {
    // Of the second account, so that the search must move it to the top.
    await search(page).fill(otherNumber.slice(-4));
    await expect(rows(page).first()).toContainText(otherNumber);
    await expect.poll(() => markedTexts(page)).toContain(otherNumber.slice(-4));
  });
  const { pershing, views } = await test.step('a match in a hidden field names the field', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Custodian', exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await search(page).fill('pershing');
    await expect(rows(page).first()).toContainText('Custodian: Pershing');
    await expect.poll(() => markedTexts(page)).toContain('Pershing');
    const pershing = await grid(page).getAttribute('aria-rowcount');
    await takeScreenshot(page, 'hidden-field');

    await page.getByRole('button', { name: 'Saved views' }).click();
    const views = page.getByRole('dialog', { name: 'Saved views' });
    await views.getByRole('textbox').fill('At Pershing');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved as “At Pershing”')).toBeVisible();
    await page.getByRole('button', { name: 'Saved views' }).click();
    await views.getByRole('button', { name: 'Show At Pershing in the sidebar' }).click();
    await views.getByRole('button', { name: 'Set At Pershing as default view' }).click();
    await expect(views.getByRole('button', { name: 'Remove At Pershing as default view' })).toBeVisible();
    await takeScreenshot(page, 'views');
    return { pershing, views };
  });
  await test.step('without the view, the list has all accounts and its own columns', async () => {
    await views.getByRole('button', { name: 'All accounts' }).click();
    await expectRows(page, 2000);
    // Hidden in the list itself, before the view was saved.
    await expect(page.getByRole('columnheader', { name: /^Custodian/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Custodian', exact: true }).check();
    await expect(page.getByRole('columnheader', { name: /^Custodian/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  const { second, secondPage } = await test.step('a view includes groups, order and widths', async () => {
    const type = page.getByRole('columnheader', { name: /^Type/ });
    await type.click();
    await expect(type).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('columnheader', { name: /^Status/ }).click({ button: 'right' });
    await takeScreenshot(page, 'heading-menu');
    await page.getByRole('menuitem', { name: 'Group by status' }).click();
    await type.locator('.handle').hover();
    await page.mouse.down();
    const edge = await type.boundingBox();
    await page.mouse.move((edge?.x ?? 0) + 231, (edge?.y ?? 0) + 10);
    await page.mouse.up();
    await expect.poll(() => widthOf(page, 'Type')).toBeGreaterThan(200);
    const width = await widthOf(page, 'Type');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await views.getByRole('textbox').fill('By status');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved as “By status”')).toBeVisible();
    await closeApp(first);

    const second = await launch(data);
    const secondPage = second.page;
    await secondPage.getByText('Test firm').first().click();
    await goTo(secondPage, 'Accounts');
    await expect(search(secondPage)).toHaveValue('pershing');
    await expect(grid(secondPage)).toHaveAttribute('aria-rowcount', pershing ?? '');
    await expect(sidebar(secondPage).getByRole('button', { name: 'At Pershing' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(secondPage.getByRole('columnheader', { name: /^Custodian/ })).toHaveCount(0);
    await secondPage.getByRole('button', { name: 'Saved views' }).click();
    await secondPage.getByRole('button', { name: 'All accounts' }).click();
    await expectRows(secondPage, 2000);
    await expect(secondPage.getByRole('columnheader', { name: /^Custodian/ })).toBeVisible();
    await secondPage.getByRole('button', { name: 'Saved views' }).click();
    await secondPage.getByRole('list', { name: 'Saved views' }).getByText('By status').click();
    const groups = secondPage.getByRole('treegrid', { name: 'Accounts' });
    await expect(groups.locator('[role=row][aria-level="1"]').first()).toBeVisible();
    await expect(secondPage.getByRole('button', { name: 'Grouped by status' })).toBeVisible();
    await expect(secondPage.getByRole('columnheader', { name: /^Type/ })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect.poll(() => widthOf(secondPage, 'Type')).toBe(width);
    await takeScreenshot(secondPage, 'view-restored');
    const starred = sidebar(secondPage).getByRole('button', { name: 'At Pershing' });
    await expect(starred).not.toHaveAttribute('aria-current');
    for (const visit of [1, 2]) {
      await goTo(secondPage, 'At Pershing');
      await expect(search(secondPage)).toHaveValue('pershing');
      await expect(starred).toHaveAttribute('aria-current', 'page');
      await takeScreenshot(secondPage, `starred-${visit}`);
      // The list is changed; the favorite restores it.
      if (visit === 1) await search(secondPage).fill('trust');
    }
    return { second, secondPage };
  });

  await test.step('the palette finds a record, all matches in the list, and a setting', async () => {
    const results = secondPage.getByRole('listbox', { name: 'Results' });
    await secondPage.keyboard.press('Control+k');
    await secondPage.keyboard.type(number);
    await expect(results.getByRole('option').first()).toContainText(name);
    await secondPage.keyboard.press('Enter');
    const record = secondPage.getByRole('complementary', { name: 'Record' });
    await record.getByRole('button', { name: 'Add to favorites' }).click();
    await expect(record.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
    await secondPage.keyboard.press('Control+k');
    await expect(results.getByRole('option').first()).toContainText('At Pershing');
    await expect(results.getByRole('option').nth(1)).toContainText(name);
    await takeScreenshot(secondPage, 'palette-empty');
    await secondPage.keyboard.type('trust');
    await expect(results).toHaveAttribute('aria-busy', 'false');
    const all = results.getByRole('option', { name: /^See all [\d,]+ accounts/ });
    await takeScreenshot(secondPage, 'palette-trust');
    const matchCount = Number(/[\d,]+/.exec(await all.innerText())?.[0].replaceAll(',', ''));
    await all.click();
    await expect(search(secondPage)).toHaveValue('trust');
    await expectRows(secondPage, matchCount);
    await takeScreenshot(secondPage, 'found');
    await secondPage.keyboard.press('Control+k');
    await secondPage.keyboard.type('dark');
    await secondPage.keyboard.press('Enter');
    await expect.poll(() => second.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    if (SCREENSHOT_FOLDER) {
      await secondPage.emulateMedia({ colorScheme: 'dark' });
      await takeScreenshot(secondPage, 'found-dark');
      await secondPage.setViewportSize({ width: 1024, height: 680 });
      await takeScreenshot(secondPage, 'found-1024');
      await secondPage.getByRole('button', { name: 'Filter', exact: true }).click();
      await takeScreenshot(secondPage, 'filters-dark-1024');
      await secondPage.keyboard.press('Escape');
      await secondPage.keyboard.press('Control+k');
      await secondPage.keyboard.type('lee');
      await expect(results.getByRole('option').first()).toContainText(/lee/i);
      await takeScreenshot(secondPage, 'palette-dark-1024');
    }
  });

  await test.step("a filter stays with its connection: another firm's list opens unfiltered", async () => {
    await search(secondPage).fill(number);
    await expectRows(secondPage, 1);
    await secondPage.keyboard.press('Control+Shift+o');
    await exploreDemo(secondPage);
    await goTo(secondPage, 'Accounts');
    await expect(search(secondPage)).toHaveValue('');
    await expect(chips(secondPage)).toHaveCount(0);
    await expectRows(secondPage, 2000);
    await closeApp(second);
  });
});
