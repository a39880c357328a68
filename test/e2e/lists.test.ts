import { expect, test } from './running-app';
import { exploreDemo, grid, refreshWhole, rows, sidebar } from './steps';

test('the keyboard alone goes through the window, its list and its cells', async ({ running }) => {
  const { page } = running;
  await exploreDemo(page);
  await expect(page.locator('main')).toHaveCount(1);
  await refreshWhole(page);

  // From the top: never more than five stops before the content.
  await page.getByRole('button', { name: 'Skip to content' }).focus();
  let stops = 1;
  for (; stops < 9 && !(await page.locator('main :focus').count()); stops++) await page.keyboard.press('Tab');
  expect(stops - 1).toBeLessThanOrEqual(5);

  // The sidebar is one of them; whoever comes to a list is in it.
  await page.keyboard.press('Shift+F6');
  await expect(sidebar(page).getByRole('button', { name: 'Today' })).toBeFocused();
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

  // A dialog takes the keyboard to its first field, asks before typing is lost, and gives it back.
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
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit…' })).toBeFocused();
});
