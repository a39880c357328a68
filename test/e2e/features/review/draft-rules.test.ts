import type { Locator, Page } from '@playwright/test';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { chooseMore, goTo, previewAll, rows } from '../../steps';

const rules = (page: Page): Locator => page.getByRole('region', { name: 'Review rules' });
const status = (page: Page): Locator => rules(page).getByRole('status');
const record = (page: Page): Locator => page.getByRole('complementary', { name: 'Record' });
const breakingText = (count: number): RegExp =>
  new RegExp(`^\\s*After this, ${count.toLocaleString('en-US')} accounts? breaks? a rule`);

interface Group {
  readonly name: string;
  readonly assignments: { readonly account_id: number }[] | null;
}

test('shows what an edit, import, group, replacement or undo breaks or resolves before sending', async ({
  running,
  firm,
}) => {
  test.setTimeout(120_000);
  const { page } = running;
  const headers = { authorization: `Bearer ${firm.apiKey}` };
  const read = async (apiPath: string): Promise<unknown> =>
    (await fetch(`${firm.address}${apiPath}`, { headers })).json();
  const { data } = (await read('/billing/groups?pager.limit=10000')) as { data: Group[] };
  const grouped = data.find(({ assignments }) => Array.isArray(assignments) && assignments.length > 2);
  const account = grouped?.assignments?.[0]?.account_id ?? 0;
  const { number: memberNumber } = (await read(`/account-management/accounts/${account}`)) as {
    number: string;
  };
  firm.gate.requests.length = 0;

  const { findingList, number } =
    await test.step('reports a bulk edit that breaks a rule, with a link to each record', async () => {
      await goTo(page, 'Accounts');
      await page.getByLabel('Search accounts').fill('harbor');
      await expect(rows(page)).toHaveCount(4);
      expect(await previewAll(page, 'Required cash', '250.00')).toBe(4);
      await expect(status(page)).toHaveText(breakingText(4));
      const findingList = rules(page).getByRole('list', { name: 'Required cash without a frequency' });
      await expect(findingList.getByRole('listitem')).toHaveCount(4);
      const first = findingList.getByRole('listitem').first();
      const name = (await first.getByRole('button').textContent()) ?? '';
      const number = /\S+/.exec((await first.locator('small').textContent()) ?? '')?.[0] ?? '';
      await first.getByRole('button').click();
      await expect(record(page).getByRole('heading', { level: 2 })).toHaveText(name);
      await page.keyboard.press('Alt+ArrowLeft');
      return { findingList, number };
    });

  await test.step('rechecks the draft after its value was corrected', async () => {
    await expect(status(page)).toHaveText(breakingText(4));
    await page.getByRole('button', { name: 'Edit changes…' }).click();
    await page.getByRole('dialog').getByLabel('Value').fill('0.00');
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click();
    await expect(status(page)).toHaveText(/^\s*No new findings/);
    await expect(rules(page).getByRole('listitem')).toHaveCount(0);
  });

  await test.step('reports findings in the form of one record', async () => {
    await goTo(page, 'Accounts');
    await page.getByLabel('Search accounts').fill(number);
    await expect(rows(page)).toHaveCount(1);
    await rows(page).first().getByRole('gridcell').nth(1).dblclick();
    await record(page).getByRole('button', { name: 'Edit…', exact: true }).click();
    const form = page.getByRole('dialog').first();
    await form.getByLabel('Required cash', { exact: true }).fill('250.00');
    await form.getByRole('button', { name: 'Review and send…' }).click();
    await expect(status(page)).toHaveText(breakingText(1));
    await form.getByRole('button', { name: 'Close', exact: true }).first().click();
  });

  await test.step('reports an account that the new group shares with its current group', async () => {
    await page.getByLabel('Search accounts').fill(memberNumber);
    await expect(rows(page)).toContainText([memberNumber]); // the search before had one result, too
    await rows(page).first().click();
    await chooseMore(page, 'Add to billing group…');
    const dialog = page.getByRole('dialog', { name: 'Add 1 account to a billing group' });
    await dialog.getByRole('radio', { name: 'New group' }).check();
    await dialog.getByLabel('Name').fill('Harbor Trusts');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(rules(page).getByRole('list', { name: 'In several billing groups' })).toHaveText(
      new RegExp(memberNumber),
    );
  });

  await test.step('reports the findings that replacing a retired fee structure resolves', async () => {
    await goTo(page, 'Fee structures');
    await page.getByLabel('Search fee structures').fill('Wealth Tiered');
    const structure = rows(page, 'Fee structures').filter({ hasText: 'Wealth Tiered' }).first();
    await structure.getByRole('gridcell').nth(1).dblclick();
    await record(page).getByRole('tab', { name: 'Fee', exact: true }).click();
    await record(page).getByRole('button', { name: 'Mark as retired' }).click();
    await expect(record(page).getByText(/Marked retired by .* in Firm Desk only/)).toBeVisible();
    await record(page).getByRole('button', { name: 'Replace with…' }).click();
    const replacement = page.getByRole('dialog').getByLabel('Replace with');
    const label = await replacement.locator('option', { hasText: 'Legacy Tiered (' }).textContent();
    await replacement.selectOption({ label: label ?? '' });
    await page.getByRole('dialog').getByRole('button', { name: 'Preview' }).click();
    await expect(status(page)).toHaveText(/These changes resolve [\d,]+ findings?\./);
    expect(
      firm.gate.requests.filter((request) => /^(PUT|DELETE) |^POST .*groups(\s|\?|$)/.test(request)),
    ).toEqual([]);
  });

  await test.step('reports an import that breaks a rule, and that its undo resolves the finding', async () => {
    const accounts = (await read('/account-management/accounts?pager.limit=10000&pager.page=1')) as {
      data: { id: number; number: string }[];
    };
    const importedId = accounts.data.find((account) => account.number === number)?.id ?? 0;
    await goTo(page, 'Accounts');
    await page.getByRole('button', { name: 'Import…' }).click();
    await page.getByLabel('Paste from a spreadsheet').fill(`Account ID,Cash\n${importedId},250.00`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page
      .getByRole('combobox', { name: 'Field of column “Cash”' })
      .selectOption({ label: 'Required cash' });
    await page.getByRole('button', { name: 'Check lines' }).click();
    await expect(status(page)).toHaveText(breakingText(1));
    await expect(findingList.getByRole('listitem')).toHaveText(new RegExp(number));
    await page.getByRole('button', { name: 'Send 1 change' }).click();
    await expect(page.getByText('1 account changed')).toBeVisible();
    await page.getByRole('button', { name: 'Undo…' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Undo edit of/ })).toBeVisible();
    await expect(status(page)).toHaveText(/^\s*No new findings.*These changes resolve 1 finding\./);
  });
});
