import type { Page } from '@playwright/test';
import { expect, test } from './running-app';
import { connectWithKey, goTo, refreshAndWait, rows } from './steps';

const LIST = 'Fee structures';
const DEEP = `${'['.repeat(3_000)}1${']'.repeat(3_000)}`;
const ODD_RECORDS = [
  `{"id":1,"name":"${'Very long name '.repeat(334)}"}`,
  `{"id":2,"name":"Deep","extra":${DEEP}}`,
  '{"id":3,"name":"\\u202E00.1 ees","last_changed":"2026-02-30","__proto__":{"a":1},"constructor":"c","toString":5}',
  '{"id":4,"name":{"text":"An object"}}',
];
const listWith = (records: readonly string[]) =>
  `{"object":"list","has_next":false,"has_previous":false,"current_page":1,"total_pages":1,"page_size_limit":10000,"total_items":${records.length},"data":[${records.join(',')}]}`;

const panel = (page: Page) => page.getByRole('complementary', { name: 'Record' });
async function open(page: Page, name: string): Promise<void> {
  await rows(page, LIST).filter({ hasText: name }).first().getByRole('gridcell').nth(1).dblclick();
  await expect(panel(page)).toBeVisible();
}

test('shows odd records as they are, flagged, and never another record instead', async ({
  running,
  firm,
}) => {
  const { page } = running;
  firm.gate.judge = ({ path }) =>
    path === '/billing/fee-structures' ? { status: 200, body: listWith(ODD_RECORDS) } : 'pass';
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshAndWait(page);
  await goTo(page, LIST);
  await expect(rows(page, LIST)).toHaveCount(ODD_RECORDS.length);

  await test.step('keeps the tabs reachable with a name of 5,000 characters', async () => {
    await open(page, 'Very long name');
    const tab = panel(page).getByRole('tab', { name: 'JSON' });
    await expect(tab).toBeInViewport();
    await tab.click();
    await expect(panel(page).getByLabel('Raw JSON')).toBeVisible();
    await panel(page).getByRole('tab', { name: 'Details' }).click();
  });
  await test.step('shows a record with a value 3,000 levels deep', async () => {
    await open(page, 'Deep');
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('Deep');
    await expect(panel(page).getByText('[[[[')).toBeVisible();
  });
  await test.step('flags hidden characters and impossible dates; shows fields named as in Object.prototype', async () => {
    await open(page, '00.1 ees');
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('[U+202E]00.1 ees');
    await expect(panel(page).getByText('hidden characters')).toBeVisible();
    await expect(panel(page).getByText('no such date')).toBeVisible();
    for (const label of ['Proto', 'Constructor', 'ToString'])
      await expect(panel(page).getByText(label, { exact: true })).toBeVisible();
  });
  await test.step('shows the content of an object where a text is expected', async () => {
    await open(page, 'An object');
    await expect(panel(page).getByRole('heading', { level: 2 })).toContainText('An object');
    await expect(page.getByText('[object Object]')).toHaveCount(0);
  });
});
