import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { alone as test } from './ready';
import { expect, rememberSecret, TEMPORARY } from './running-app';
import { answerDialogs, chooseFolder, goTo, grid, rows } from './steps';

/** Counts the actions of a task as a user would: a click, a key chord, a typed text, or a choice from a list. */
class Clerk {
  count = 0;

  constructor(readonly page: Page) {}

  async click(target: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    this.count += 1;
    await target.click({ timeout: 15_000, ...options });
  }
  async press(keys: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(keys);
  }
  /** Types into a field; clicks it first unless it has the focus. */
  async type(field: Locator, text: string): Promise<void> {
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.click(field);
    this.count += 1;
    await field.fill(text);
  }
  async choose(list: Locator, label: string): Promise<void> {
    this.count += 1;
    await list.selectOption({ label });
  }
  async go(place: string): Promise<void> {
    this.count += 1;
    await goTo(this.page, place);
  }
}

/** Forty accounts of the firm, as the service has them. */
async function someAccounts(firm: { readonly address: string; readonly apiKey: string }) {
  const headers = { authorization: `Bearer ${firm.apiKey}` };
  const answer = await fetch(`${firm.address}/account-management/accounts?pager.per_page=40`, { headers });
  return ((await answer.json()) as { data: { number: string; custodian: string }[] }).data.slice(0, 40);
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true }).first();
const heading = (page: Page, name: RegExp): Locator => page.getByRole('heading', { level: 1, name });

test('does the tasks of a clerk from the screen alone, each within its number of actions', async ({
  running,
  firm,
}) => {
  test.setTimeout(120_000);
  const { app, page } = running;
  mkdirSync(TEMPORARY, { recursive: true });
  /** The actions that each task took, and those it may take. */
  const taken: Record<string, readonly [number, number]> = {};
  const task = (name: string, limit: number, work: (clerk: Clerk) => Promise<void>): Promise<void> =>
    test.step(name, async () => {
      const clerk = new Clerk(page);
      await work(clerk);
      taken[name] = [clerk.count, limit];
      await page.keyboard.press('Escape');
    });

  await task('find an account and copy it', 6, async (clerk) => {
    await clerk.go('Accounts');
    await clerk.press('Control+f');
    await clerk.type(page.getByLabel('Search accounts'), 'harbor');
    await expect(rows(page)).toHaveCount(4);
    const cell = rows(page).first().getByRole('gridcell').nth(1);
    await clerk.click(cell);
    await clerk.press('Control+c');
    const name = (await cell.innerText()).trim();
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain(name);
  });

  await task('edit twelve accounts and undo it', 22, async (clerk) => {
    await clerk.go('Accounts');
    await clerk.press('Control+f');
    await clerk.type(page.getByLabel('Search accounts'), 'trust');
    await expect.poll(() => rows(page).count()).toBeGreaterThan(12);
    await clerk.click(rows(page).first());
    await clerk.click(rows(page).nth(11), { modifiers: ['Shift'] });
    await clerk.click(button(page, 'Edit…'));
    const dialog = page.getByRole('dialog');
    await clerk.choose(dialog.getByLabel('Field'), 'Notes');
    await clerk.type(dialog.getByLabel('Value'), 'Reviewed in May');
    await clerk.click(dialog.getByRole('button', { name: 'Preview' }));
    await expect(heading(page, /^Edit 12 accounts/)).toBeVisible();
    await clerk.click(button(page, 'Send 12 changes'), { timeout: 30_000 });
    await expect(page.getByText('12 accounts changed')).toBeVisible({ timeout: 30_000 });
    await clerk.click(button(page, 'Undo…'));
    await expect(heading(page, /^Undo edit of/)).toBeVisible();
    await clerk.click(button(page, 'Undo 12 changes'), { timeout: 30_000 });
    await expect(page.getByText('12 accounts changed')).toBeVisible({ timeout: 30_000 });
  });

  await task('review ten findings and export them', 25, async (clerk) => {
    await clerk.go('Review queue');
    await clerk.click(
      page.getByRole('navigation', { name: 'Rules' }).getByRole('button', { name: 'No household' }),
    );
    await clerk.click(grid(page, 'Findings').getByRole('row').nth(1));
    for (let at = 0; at < 10; at += 1) await clerk.press('r');
    await clerk.choose(page.getByLabel('State', { exact: true }), 'Reviewed');
    await expect(grid(page, 'Findings')).toHaveAttribute('aria-rowcount', '11');
    await answerDialogs(running, path.join(TEMPORARY, 'findings.csv'));
    await clerk.click(button(page, 'Export…'));
    await clerk.click(page.getByRole('menuitem', { name: 'CSV…' }));
    await expect(page.getByText(/^10 findings/).first()).toBeVisible();
  });

  await task('put three accounts into a new group, one pays', 14, async (clerk) => {
    await clerk.go('Accounts');
    await clerk.press('Control+f');
    await clerk.type(page.getByLabel('Search accounts'), 'harbor');
    await expect(rows(page)).toHaveCount(4);
    await clerk.click(rows(page).first());
    await clerk.click(rows(page).nth(2), { modifiers: ['Shift'] });
    await clerk.click(button(page, 'More for what is selected'));
    await clerk.click(page.getByRole('menuitem', { name: 'Add to billing group…' }));
    const dialog = page.getByRole('dialog');
    await clerk.click(dialog.getByRole('radio', { name: 'New group' }));
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await clerk.type(dialog.getByLabel('Name'), 'Harbor Trusts');
    await clerk.click(dialog.getByRole('radio', { name: 'One account' }));
    await clerk.click(dialog.getByRole('listbox', { name: 'Paying account' }).getByRole('option').first());
    await clerk.click(dialog.getByRole('button', { name: 'Preview' }));
    await clerk.click(button(page, 'Create 1 billing group'), { timeout: 30_000 });
    await expect(page.getByText('1 billing group created')).toBeVisible({ timeout: 30_000 });
  });

  await task('import forty lines, three of them wrong', 8, async (clerk) => {
    const lines = (await someAccounts(firm)).map(
      ({ number, custodian }, at) => `${number},${custodian},${at < 3 ? 'twelve' : 1_100.5 + at}`,
    );
    const file = path.join(TEMPORARY, 'cash.csv');
    writeFileSync(file, ['Number,Custodian,Required cash', ...lines, ''].join('\n'));
    await clerk.go('Accounts');
    await clerk.click(button(page, 'Import…'));
    await chooseFolder(app, file);
    await clerk.click(button(page, 'From a file…'));
    await clerk.click(button(page, 'Check lines'));
    await expect(page.getByText(/^37 of 40 lines will be sent/)).toBeVisible({ timeout: 30_000 });
    await answerDialogs(running, path.join(TEMPORARY, 'errors.csv'));
    await clerk.click(button(page, 'Export errors…'));
    await clerk.click(button(page, 'Send 37 changes'), { timeout: 30_000 });
    await expect(page.getByText(/^37 accounts changed/)).toBeVisible({ timeout: 30_000 });
  });

  await task('save a view of a search', 8, async (clerk) => {
    await clerk.go('Accounts');
    await clerk.press('Control+f');
    await clerk.type(page.getByLabel('Search accounts'), 'trust');
    await clerk.click(button(page, 'Saved views'));
    await clerk.type(page.getByLabel('Save as view'), 'Trusts');
    await clerk.press('Enter');
    await expect(button(page, 'Saved views')).toContainText('Trusts');
  });

  await task('save, reconcile and sign off eight files', 9, async (clerk) => {
    await chooseFolder(app, TEMPORARY);
    await clerk.go('Fee upload files');
    await clerk.click(rows(page, 'Fee upload files').first());
    await clerk.press('Control+a');
    await clerk.click(button(page, 'Save 8 files…'));
    await clerk.click(button(page, 'Reconcile 8 files'), { timeout: 30_000 });
    await expect(page.getByText('8 of 8 done')).toBeVisible({ timeout: 60_000 });
    await clerk.click(button(page, 'Sign off 8 files…'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note').focus(); // the first field has the focus
    await clerk.type(dialog.getByLabel('Note'), 'Checked against the records.');
    await clerk.choose(dialog.getByLabel(/from the record$/), 'Approve with exceptions');
    await clerk.click(dialog.getByRole('button', { name: /^Sign off 8 files/ }));
    await expect(page.getByText('8 files signed off')).toBeVisible({ timeout: 30_000 });
  });

  await task('back up the saved work', 8, async (clerk) => {
    const passphrase = 'correct horse battery staple';
    rememberSecret(passphrase);
    await answerDialogs(running, path.join(TEMPORARY, 'mine.fdbackup'));
    await clerk.go('Settings');
    await clerk.click(button(page, 'Back up…'));
    const dialog = page.getByRole('dialog', { name: 'Back up saved work' });
    await clerk.type(dialog.getByLabel('Passphrase', { exact: true }), passphrase);
    await clerk.type(dialog.getByLabel('Passphrase again'), passphrase);
    await clerk.click(dialog.getByRole('button', { name: 'Choose file…' }));
    await expect(page.getByText('Backup made')).toBeVisible({ timeout: 20_000 });
  });

  await task('read and search while the service is offline', 9, async (clerk) => {
    await firm.gate.close();
    await clerk.go('Today');
    await clerk.go('Accounts');
    await clerk.press('Control+f');
    await clerk.type(page.getByLabel('Search accounts'), 'harbor');
    await expect(rows(page)).toHaveCount(4);
    await clerk.click(rows(page).first());
    await clerk.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Record' })).toBeVisible();
    await clerk.go('Review queue');
    await expect(grid(page, 'Findings').getByRole('row').nth(1)).toBeVisible();
  });

  for (const [name, [count, limit]] of Object.entries(taken)) expect(count, name).toBeLessThanOrEqual(limit);
});
