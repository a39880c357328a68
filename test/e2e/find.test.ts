import type { Page } from '@playwright/test';
import { launchReady } from './ready';
import { closeApp, expect, launch, test } from './running-app';
import { SCREENSHOT_FOLDER, takeScreenshot } from './screenshots';
import { exploreDemo, goTo, grid, rows, sidebar } from './steps';

/** Returns the highlighted texts in the rows. */
const marked = (page: Page) => grid(page).locator('[role=gridcell] mark').allInnerTexts();
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
  const [, , other = ''] = await cells(1);

  const { panel } =
    await test.step('a heading filters by condition, and a pasted list names the values not found', async () => {
      await page.getByRole('columnheader', { name: /^Number/ }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Filter by number…' }).click();
      const panel = page.getByRole('dialog', { name: 'Filter accounts' });
      await panel.getByLabel('Condition').selectOption({ label: 'ends with' });
      await panel.getByLabel('Text of number').fill(number.slice(-4));
      await expect(chips(page)).toContainText(`ends with “${number.slice(-4)}”`);
      await panel.getByLabel('Condition').selectOption({ label: 'is in a pasted list' });
      await panel.getByLabel('List for number').fill(`${number}\n${other.toLowerCase()}\nX-404`);
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
    await search(page).fill(number.slice(-4));
    await expect(rows(page).first()).toContainText(number);
    await expect.poll(() => marked(page)).toContain(number.slice(-4));
  });
  const { pershing, views } = await test.step('a match in a hidden field names the field', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Custodian', exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await search(page).fill('pershing');
    await expect(rows(page).first()).toContainText('Custodian: Pershing');
    await expect.poll(() => marked(page)).toContain('Pershing');
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
  await test.step('without the view, the list has its default columns', async () => {
    await views.getByRole('button', { name: 'All accounts' }).click();
    await expectRows(page, 2000);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Custodian', exact: true }).check();
    await expect(page.getByRole('columnheader', { name: /^Custodian/ })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  const { second, again } = await test.step('a view includes groups, order and widths', async () => {
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
    const again = second.page;
    await again.getByText('Test firm').first().click();
    await goTo(again, 'Accounts');
    await expect(search(again)).toHaveValue('pershing');
    await expect(grid(again)).toHaveAttribute('aria-rowcount', pershing ?? '');
    await expect(sidebar(again).getByRole('button', { name: 'At Pershing' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(again.getByRole('columnheader', { name: /^Custodian/ })).toHaveCount(0);
    await again.getByRole('button', { name: 'Saved views' }).click();
    await again.getByRole('button', { name: 'All accounts' }).click();
    await expectRows(again, 2000);
    await expect(again.getByRole('columnheader', { name: /^Custodian/ })).toBeVisible();
    await again.getByRole('button', { name: 'Saved views' }).click();
    await again.getByRole('list', { name: 'Saved views' }).getByText('By status').click();
    const groups = again.getByRole('treegrid', { name: 'Accounts' });
    await expect(groups.locator('[role=row][aria-level="1"]').first()).toBeVisible();
    await expect(again.getByRole('button', { name: 'Grouped by status' })).toBeVisible();
    await expect(again.getByRole('columnheader', { name: /^Type/ })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect.poll(() => widthOf(again, 'Type')).toBe(width);
    await takeScreenshot(again, 'view-restored');
    const starred = sidebar(again).getByRole('button', { name: 'At Pershing' });
    await expect(starred).not.toHaveAttribute('aria-current');
    for (const visit of [1, 2]) {
      await goTo(again, 'At Pershing');
      await expect(search(again)).toHaveValue('pershing');
      await expect(starred).toHaveAttribute('aria-current', 'page');
      await takeScreenshot(again, `starred-${visit}`);
      // The list is changed; the favorite restores it.
      if (visit === 1) await search(again).fill('trust');
    }
    return { second, again };
  });

  await test.step('the palette finds a record, all matches in the list, and a setting', async () => {
    const results = again.getByRole('listbox', { name: 'Results' });
    await again.keyboard.press('Control+k');
    await again.keyboard.type(number);
    await expect(results.getByRole('option').first()).toContainText(name);
    await again.keyboard.press('Enter');
    const record = again.getByRole('complementary', { name: 'Record' });
    await record.getByRole('button', { name: 'Add to favorites' }).click();
    await expect(record.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
    await again.keyboard.press('Control+k');
    await expect(results.getByRole('option').first()).toContainText('At Pershing');
    await expect(results.getByRole('option').nth(1)).toContainText(name);
    await takeScreenshot(again, 'palette-empty');
    await again.keyboard.type('trust');
    await expect(results).toHaveAttribute('aria-busy', 'false');
    const all = results.getByRole('option', { name: /^See all [\d,]+ accounts/ });
    await takeScreenshot(again, 'palette-trust');
    const many = Number(/[\d,]+/.exec(await all.innerText())?.[0].replaceAll(',', ''));
    await all.click();
    await expect(search(again)).toHaveValue('trust');
    await expectRows(again, many);
    await takeScreenshot(again, 'found');
    await again.keyboard.press('Control+k');
    await again.keyboard.type('dark');
    await again.keyboard.press('Enter');
    await expect.poll(() => second.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    if (SCREENSHOT_FOLDER) {
      await again.emulateMedia({ colorScheme: 'dark' });
      await takeScreenshot(again, 'found-dark');
      await again.setViewportSize({ width: 1024, height: 680 });
      await takeScreenshot(again, 'found-1024');
      await again.getByRole('button', { name: 'Filter', exact: true }).click();
      await takeScreenshot(again, 'filters-dark-1024');
      await again.keyboard.press('Escape');
      await again.keyboard.press('Control+k');
      await again.keyboard.type('lee');
      await expect(results.getByRole('option').first()).toContainText(/lee/i);
      await takeScreenshot(again, 'palette-dark-1024');
    }
  });

  await test.step("a filter stays with its connection: another firm's list opens unfiltered", async () => {
    await search(again).fill(number);
    await expectRows(again, 1);
    await again.keyboard.press('Control+Shift+o');
    await exploreDemo(again);
    await goTo(again, 'Accounts');
    await expect(search(again)).toHaveValue('');
    await expect(chips(again)).toHaveCount(0);
    await expectRows(again, 2000);
    await closeApp(second);
  });
});
