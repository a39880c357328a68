import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { valuesIn, detachDebugger } from './shown-values';
import { expect, rememberSecret, TEMPORARY, type RunningApp } from './running-app';
import { answerDialogs, chooseInDialog, goTo, grid, rows } from './steps';

/**
 * Counts the actions of a task as a user would: a click, a key chord, a typed text, or a choice from a list.
 * A dialog of the system counts with the button that opens it.
 */
export class Clerk {
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
  async doubleClick(target: Locator): Promise<void> {
    this.count += 1;
    await target.dblclick({ timeout: 15_000 });
  }
  async go(screen: string): Promise<void> {
    this.count += 1;
    await goTo(this.page, screen);
  }
}

interface ClerkFirm {
  readonly address: string;
  readonly apiKey: string;
  readonly gate: { close(): Promise<void> };
}

/** The context of a task: the app, connected to the firm and refreshed. */
export interface ClerkContext {
  readonly clerk: Clerk;
  readonly running: RunningApp;
  readonly firm: ClerkFirm;
}

export interface ClerkTask {
  readonly name: string;
  /** Maximum number of actions. */
  readonly limit: number;
  /** True if its changes would disturb later tasks in the same app. */
  readonly needsFreshApp?: boolean;
  readonly perform: (context: ClerkContext) => Promise<void>;
}

/** Returns forty accounts of the firm, as the service has them. */
async function someAccounts(firm: ClerkFirm) {
  const headers = { authorization: `Bearer ${firm.apiKey}` };
  const response = await fetch(`${firm.address}/account-management/accounts?pager.limit=40`, { headers });
  return ((await response.json()) as { data: { number: string; custodian: string }[] }).data;
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true }).first();
const heading = (page: Page, name: RegExp): Locator => page.getByRole('heading', { level: 1, name });
const record = (page: Page): Locator => page.getByRole('complementary', { name: 'Record' });

/** A clerk's tasks, done with the visible screen only, each with its maximum number of actions. */
export const CLERK_TASKS: readonly ClerkTask[] = [
  {
    name: 'find an account and copy it',
    limit: 6,
    perform: async ({ clerk, running }) => {
      const { app, page } = running;
      await clerk.go('Accounts');
      await clerk.press('Control+f');
      await clerk.type(page.getByLabel('Search accounts'), 'harbor');
      await expect(rows(page)).toHaveCount(4);
      const cell = rows(page).first().getByRole('gridcell').nth(1);
      await clerk.click(cell);
      await clerk.press('Control+c');
      const name = (await cell.innerText()).trim();
      await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain(name);
    },
  },
  {
    name: 'edit twelve accounts and undo it',
    limit: 22,
    perform: async ({ clerk, running }) => {
      const { page } = running;
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
    },
  },
  {
    name: 'import forty lines, three of them wrong',
    limit: 8,
    perform: async ({ clerk, running, firm }) => {
      const { app, page } = running;
      mkdirSync(TEMPORARY, { recursive: true });
      const lines = (await someAccounts(firm)).map(
        ({ number, custodian }, index) => `${number},${custodian},${index < 3 ? 'twelve' : 1_100.5 + index}`,
      );
      const file = path.join(TEMPORARY, 'cash.csv');
      writeFileSync(file, ['Number,Custodian,Required cash', ...lines, ''].join('\n'));
      await clerk.go('Accounts');
      await clerk.click(button(page, 'Import…'));
      await chooseInDialog(app, file);
      await clerk.click(button(page, 'From a file…'));
      await clerk.click(button(page, 'Check lines'));
      await expect(page.getByText(/^37 of 40 lines will be sent/)).toBeVisible({ timeout: 30_000 });
      await answerDialogs(running, path.join(TEMPORARY, 'errors.csv'));
      await clerk.click(button(page, 'Export errors…'));
      await clerk.click(page.getByRole('menuitem', { name: 'CSV…' }));
      await clerk.click(button(page, 'Send 37 changes'), { timeout: 30_000 });
      await expect(page.getByText(/^37 accounts changed/)).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'review ten findings and export them',
    limit: 25,
    perform: async ({ clerk, running }) => {
      const { page } = running;
      mkdirSync(TEMPORARY, { recursive: true });
      await clerk.go('Review queue');
      await clerk.click(
        page.getByRole('navigation', { name: 'Rules' }).getByRole('button', { name: 'No household' }),
      );
      await clerk.click(grid(page, 'Findings').getByRole('row').nth(1));
      for (let index = 0; index < 10; index += 1) await clerk.press('r');
      await clerk.choose(page.getByRole('combobox', { name: 'State' }), 'Reviewed');
      await expect(grid(page, 'Findings')).toHaveAttribute('aria-rowcount', '11');
      await answerDialogs(running, path.join(TEMPORARY, 'findings.csv'));
      await clerk.click(button(page, 'Export…'));
      await clerk.click(page.getByRole('menuitem', { name: 'CSV…' }));
      await expect(page.getByText(/^10 findings/).first()).toBeVisible();
    },
  },
  {
    name: 'put three accounts into a new group, one pays',
    limit: 14,
    perform: async ({ clerk, running }) => {
      const { page } = running;
      await clerk.go('Accounts');
      await clerk.press('Control+f');
      await clerk.type(page.getByLabel('Search accounts'), 'harbor');
      await expect(rows(page)).toHaveCount(4);
      await clerk.click(rows(page).first());
      await clerk.click(rows(page).nth(2), { modifiers: ['Shift'] });
      await clerk.click(button(page, 'More actions for selection'));
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
    },
  },
  {
    name: 'change the tiers of a fee structure and replace it',
    limit: 16,
    perform: async ({ clerk, running }) => {
      const { page } = running;
      await clerk.go('Fee structures');
      const tiered = rows(page, 'Fee structures').filter({ hasText: 'Legacy Tiered' }).first();
      // It may be below the last visible row; scrolling does not count as an action.
      await tiered.evaluate((row) => row.scrollIntoView({ block: 'center' }));
      await expect(tiered).toBeInViewport();
      await clerk.doubleClick(tiered.getByRole('gridcell').nth(1));
      await clerk.click(record(page).getByRole('button', { name: 'Edit…', exact: true }));
      const dialog = page.getByRole('dialog');
      await clerk.type(dialog.getByRole('textbox', { name: 'Tier 1, to' }), '300k');
      await clerk.press('Tab');
      await clerk.type(dialog.getByRole('textbox', { name: 'Tier 1, rate' }), '1.11');
      await clerk.click(dialog.getByRole('button', { name: 'Review and send…' }));
      await clerk.click(dialog.getByRole('button', { name: 'Send 1 change' }));
      await expect(dialog.getByText('Changes saved')).toBeVisible();
      await clerk.click(dialog.getByRole('button', { name: 'Done' }));
      await clerk.click(tiered, { button: 'right' });
      await clerk.click(page.getByRole('menuitem', { name: 'Replace with…' }));
      // Until the fee structures are loaded, the only option is “Choose a fee structure”.
      await expect(dialog.getByRole('option')).not.toHaveCount(1);
      await dialog.getByLabel('Replace with').selectOption({ index: 1 });
      clerk.count += 1;
      await clerk.click(dialog.getByRole('button', { name: 'Preview' }));
      // The user confirms a change of more than 100 accounts by typing their number; that field has the focus.
      const count = page.getByLabel(/^Type [\d,]+ to confirm$/);
      await expect(count).toBeFocused();
      await expect(page.getByText(/^Checked against the service/)).toBeVisible({ timeout: 30_000 });
      const confirmation = await page.getByText(/^Type [\d,]+ to confirm$/).innerText();
      const total = /[\d,]+/.exec(confirmation)?.[0] ?? '';
      await clerk.type(count, total);
      await expect(page.getByText(/^Checking the review rules/)).toHaveCount(0, { timeout: 30_000 });
      await clerk.press('Enter');
      await expect(page.getByText(new RegExp(`^${total} accounts changed`))).toBeVisible({ timeout: 40_000 });
    },
  },
  {
    name: 'save, reconcile and sign off nine files with one evidence pack',
    limit: 9,
    perform: async ({ clerk, running }) => {
      const { app, page } = running;
      mkdirSync(TEMPORARY, { recursive: true });
      await chooseInDialog(app, TEMPORARY);
      await clerk.go('Fee upload files');
      await clerk.press('Control+a');
      await clerk.click(button(page, 'Save 9 files…'));
      await clerk.click(button(page, 'Reconcile 9 files'), { timeout: 30_000 });
      await expect(page.getByText('9 of 9 done')).toBeVisible({ timeout: 60_000 });
      await clerk.click(button(page, 'Sign off 9 files…'));
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByLabel('Note')).toBeFocused();
      await clerk.type(dialog.getByLabel('Note'), 'Checked against the records.');
      await clerk.choose(dialog.getByLabel(/from the record$/), 'Approve with exceptions');
      await clerk.click(dialog.getByRole('button', { name: /^Sign off 9 files/ }));
      await expect(page.getByText('9 files signed off')).toBeVisible({ timeout: 30_000 });
      await answerDialogs(running, path.join(TEMPORARY, 'period.zip'));
      await clerk.click(button(page, 'Evidence pack…'));
      await expect(page.getByText('9 fee upload files in period.zip')).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'request codes of three custodians',
    limit: 18,
    perform: async ({ clerk, running }) => {
      const { page } = running;
      await clerk.go('Advisor codes');
      const codes = rows(page, 'Advisor codes');
      await expect(codes.first()).toBeVisible();
      for (const [index, custodian] of ['Pershing', 'Interactive Brokers', 'Fidelity'].entries())
        await clerk.click(
          codes.filter({ hasText: custodian }).first(),
          index === 0 ? {} : { modifiers: ['Control'] },
        );
      await clerk.click(button(page, 'New ROI request…'));
      await expect(heading(page, /^ROI requests to 2 custodians$/)).toBeVisible();
      await clerk.click(button(page, 'Test firm')); // suggested as the firm
      await clerk.type(page.getByLabel('Sender'), 'Tom Park');
      await clerk.type(page.getByLabel('Advisor for all requests'), 'Ann Lee');
      const replies = page.getByRole('region', { name: 'Reply-to' });
      await clerk.type(replies.getByRole('textbox'), 'tom@harborview.example');
      const copies = page.getByRole('region', { name: 'CC' });
      await clerk.type(copies.getByRole('textbox'), 'ops@harborview.example');
      await clerk.click(button(page, 'Preview 2 requests'));
      await expect(page.getByText(/^The service emails /)).toHaveCount(2);
      await clerk.click(button(page, 'Send 2 requests'));
      await expect(page.getByText('Waiting', { exact: true })).toHaveCount(2, { timeout: 20_000 });
      // The third custodian has a portal: its request is submitted there and tracked here.
      await clerk.click(button(page, /^Log as submitted: Fidelity/));
      await clerk.click(page.getByRole('dialog').getByRole('button', { name: 'Log request', exact: true }));
      await expect(page.getByText('Logged', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'read and search while the service is offline',
    limit: 9,
    perform: async ({ clerk, running, firm }) => {
      const { page } = running;
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
    },
  },
  {
    name: 'save a view of a search',
    limit: 8,
    perform: async ({ clerk, running }) => {
      const { page } = running;
      await clerk.go('Accounts');
      await clerk.press('Control+f');
      await clerk.type(page.getByLabel('Search accounts'), 'trust');
      await clerk.click(button(page, 'Saved views'));
      await clerk.type(page.getByLabel('Save as view'), 'Trusts');
      await clerk.press('Enter');
      await expect(button(page, 'Saved views')).toContainText('Trusts');
    },
  },
  {
    name: 'back up the saved work',
    limit: 8,
    perform: async ({ clerk, running }) => {
      const { page } = running;
      mkdirSync(TEMPORARY, { recursive: true });
      const passphrase = 'correct horse battery staple';
      rememberSecret(passphrase);
      await answerDialogs(running, path.join(TEMPORARY, 'mine.fdbackup'));
      await clerk.go('Settings');
      await clerk.click(button(page, 'Back up…'));
      const dialog = page.getByRole('dialog', { name: 'Back up saved work' });
      await clerk.type(dialog.getByLabel('Passphrase', { exact: true }), passphrase);
      await clerk.type(dialog.getByLabel('Confirm passphrase'), passphrase);
      await clerk.click(dialog.getByRole('button', { name: 'Choose file…' }));
      await expect(page.getByText('Backup made')).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    name: 'lock the app with a PIN',
    limit: 16,
    needsFreshApp: true,
    perform: async ({ clerk, running }) => {
      const { page } = running;
      await clerk.go('Settings');
      await clerk.click(button(page, 'Create code…'));
      await clerk.click(button(page, 'Show code'));
      const code = await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/).innerText();
      rememberSecret(code);
      await clerk.click(button(page, 'I wrote it down'));
      await clerk.click(button(page, 'Turn on…'));
      const dialog = page.getByRole('dialog');
      await clerk.type(dialog.getByLabel('Recovery code'), code);
      await clerk.click(dialog.getByRole('button', { name: 'Turn on' }));
      await clerk.click(button(page, 'Set PIN…'));
      await clerk.type(dialog.getByLabel('PIN', { exact: true }), '482913');
      await clerk.type(dialog.getByLabel('Confirm PIN'), '482913');
      await clerk.click(dialog.getByRole('button', { name: 'Set PIN' }));
      await expect(button(page, 'Remove PIN')).toBeVisible();
      await clerk.press('Control+Shift+L');
      const locked = heading(page, /^Firm Desk is locked$/);
      await expect(locked).toBeVisible();
      await clerk.type(page.getByLabel('PIN', { exact: true }), '482913');
      await clerk.press('Enter');
      await expect(locked).toBeHidden();
    },
  },
  {
    name: 'show the tax IDs of four accounts',
    limit: 8,
    needsFreshApp: true,
    perform: async ({ clerk, running }) => {
      const { page } = running;
      await detachDebugger(running);
      await clerk.go('Accounts');
      await clerk.click(rows(page).first());
      await clerk.click(rows(page).nth(3), { modifiers: ['Shift'] });
      await clerk.click(button(page, 'More actions for selection'));
      await clerk.click(page.getByRole('menuitem', { name: 'Show tax IDs…' }));
      const dialog = page.getByRole('dialog', { name: 'Tax IDs of the selection' });
      await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(4);
      await clerk.choose(dialog.getByLabel('Reason (saved in the activity log)'), 'Tax reporting');
      await clerk.click(dialog.getByRole('button', { name: /^Show all/ }));
      const plain = valuesIn(dialog)
        .getByRole('row')
        .getByText(/^(\d{3}-\d{2}-\d{4}|\d{2}-\d{7})$/);
      await expect(plain.first()).toBeVisible();
      for (const value of await plain.allInnerTexts()) rememberSecret(value);
    },
  },
];
