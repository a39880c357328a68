import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { launchReady } from '../e2e/ready';
import {
  closeApp,
  expect,
  rememberSecret,
  TEMPORARY,
  test as base,
  type RunningApp,
} from '../e2e/running-app';
import { detachDebugger } from '../e2e/shown-values';
import { answerDialogs, chooseInDialog } from '../e2e/steps';
import { ACCESSIBILITY_ENV, ACCESSIBILITY_FLAGS, AccessibilityTree } from '../e2e/support/accessibility-tree';
import { Journal } from './journal';

/** Twelve journeys by keyboard, each with what a screen reader says in a file: `npm run screen-reader`. */
const test = base.extend<{ running: RunningApp; journal: Journal }>({
  running: async ({ data, firm }, use) => {
    const running = await launchReady(data, firm, ACCESSIBILITY_ENV, ACCESSIBILITY_FLAGS);
    await use(running);
    await closeApp(running);
  },
  journal: async ({ running }, use, info) => {
    mkdirSync(TEMPORARY, { recursive: true });
    const tree = await AccessibilityTree.connect(running);
    // Chromium builds the tree on first access; the screen alone has more objects than that.
    await expect.poll(async () => (await tree.objects()).length, { timeout: 60_000 }).toBeGreaterThan(50);
    const journal = new Journal(running.page, tree);
    await use(journal);
    journal.save(info.title);
    tree.close();
  },
});

/** Filters the accounts and moves to the first row. */
async function findAccounts(journal: Journal, text: string): Promise<void> {
  await journal.goTo('Accounts');
  await journal.press('Control+f');
  await journal.type(text);
  await journal.waitForSpeech(/\d+ accounts?/);
  await journal.press('ArrowDown');
}

test('01 Find an account', async ({ journal }) => {
  await findAccounts(journal, 'harbor');
  await journal.press('ArrowRight');
  await journal.press('ArrowRight');
  await journal.press('ArrowDown');
  await journal.press('Enter');
  for (let stops = 0; stops < 12; stops += 1) await journal.press('Tab');
  await journal.press('Escape');
});

test('02 Edit an account', async ({ journal }) => {
  await findAccounts(journal, 'harbor');
  await journal.press('Enter');
  await journal.choose(/^Edit…, button/m);
  await journal.moveTo(/^Nickname, edit/m);
  await journal.type('Rainy day');
  await journal.moveTo(/^Required cash, edit/m);
  await journal.type('12abc');
  await journal.choose(/^Review and send…, button/m);
  await journal.press('Control+a');
  await journal.type('1,250.50');
  await journal.choose(/^Review and send…, button/m);
  await journal.choose(/^Send \d changes?, button/m);
  await journal.waitForSpeech(/Changes saved/);
  await journal.press('Enter');
});

test('03 Edit many accounts', async ({ journal }) => {
  await findAccounts(journal, 'trust');
  for (let rows = 0; rows < 3; rows += 1) await journal.press('Shift+ArrowDown');
  await journal.choose(/^Edit…, button/m);
  await journal.type('Notes');
  await journal.moveTo(/^Value, edit/m);
  await journal.type('Reviewed in May');
  await journal.choose(/^Preview, button/m);
  await journal.waitForSpeech(/Checked against the service/);
  await journal.choose(/^Send 4 changes, button/m);
  await journal.waitForSpeech(/4 accounts changed/);
});

test('04 Resolve a conflict', async ({ journal, firm }) => {
  await findAccounts(journal, 'harbor');
  const { name } = (await journal.tree.focused()) ?? { name: '' };
  await journal.press('Enter');
  await journal.choose(/^Edit…, button/m);
  await journal.moveTo(/^Nickname, edit/m);
  await journal.type('Rainy day');
  await changeAsAnotherUser(firm, name);
  await journal.choose(/^Review and send…, button/m);
  await journal.waitForSpeech(/changed|conflict/i);
  for (let stops = 0; stops < 6; stops += 1) await journal.press('Tab');
  await journal.moveTo(/radio button/);
  await journal.press('ArrowDown');
  await journal.choose(/^(Send|Keep).*, button/m);
  await journal.waitForSpeech(/Changes saved|Nothing/);
});

/** Changes the nickname of the accounts with this name, as another user of the service would. */
async function changeAsAnotherUser(firm: { address: string; apiKey: string }, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' };
  const url = `${firm.address}/account-management/accounts`;
  const found: Record<string, unknown>[] = [];
  for (let page = 1; page < 60; page += 1) {
    const response = await fetch(`${url}?pager.limit=100&pager.page=${page}`, { headers });
    const { data } = (await response.json()) as { data: Record<string, unknown>[] };
    found.push(...data.filter((account) => account['name'] === name));
    if (data.length < 100) break;
  }
  expect(found).not.toEqual([]);
  for (const account of found) {
    const { ok } = await fetch(`${url}/${String(account['id'])}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ ...account, nickname: 'Vacation' }),
    });
    expect(ok).toBe(true);
  }
}

test('05 Review findings', async ({ journal }) => {
  await journal.goTo('Review queue');
  await journal.moveTo(/Findings, table/);
  await journal.press('ArrowDown');
  await journal.press('ArrowDown');
  await journal.press('r');
  await journal.press('r');
  await journal.press('w');
  await journal.type('Stands alone on purpose');
  await journal.choose(/^Waive, button/m);
});

test('06 Reconcile and sign off', async ({ journal, running }) => {
  await chooseInDialog(running.app, TEMPORARY);
  await journal.goTo('Fee upload files');
  await journal.press('Control+a');
  await journal.choose(/^Save 9 files…, button/m);
  await journal.waitForSpeech(/9 files/);
  await journal.choose(/^Reconcile 9 files, button/m);
  await journal.waitForSpeech(/9 of 9 files done/, 60);
  await journal.choose(/^Sign off 9 files…, button/m);
  await journal.type('Checked against the records.');
  await journal.moveTo(/from the record, combo box/);
  await journal.type('Approve');
  await journal.choose(/^Sign off 9 files.*, button/m);
  await journal.waitForSpeech(/9 files signed off/);
});

test('07 Request release of information', async ({ journal }) => {
  await journal.goTo('ROI requests');
  await journal.choose(/^New request, button/m);
  await journal.moveTo(/radio button/);
  await journal.moveTo(/Pershing/, 'ArrowDown');
  await journal.choose(/^Continue, button/m);
  await journal.moveTo(/^Other IP Numbers, edit/m);
  await journal.type('7AB');
  await journal.choose(/^Continue, button/m);
  await journal.moveTo(/^Advisor \(on whose behalf\), /m);
  await journal.type('Ann Lee');
  await journal.moveTo(/^Your firm, /m);
  await journal.type('Harborview Wealth');
  await journal.moveTo(/^Sender, /m);
  await journal.type('Tom Park');
  await journal.choose(/^Continue, button/m);
  await journal.moveTo(/Reply-to.*edit/);
  await journal.type('ann@harborview.example');
  await journal.moveTo(/CC.*edit/);
  await journal.type('tom@harborview.example');
  await journal.choose(/^Continue, button/m);
  await journal.choose(/^Send to Pershing, button/m);
  await journal.waitForSpeech(/Email sent to Pershing/);
});

test('08 Show tax IDs', async ({ journal, running }) => {
  await detachDebugger(running);
  await findAccounts(journal, 'harbor');
  await journal.press('Shift+ArrowDown');
  await journal.choose(/^More.*selected, button/m);
  await journal.moveTo(/^Show tax IDs…/m, 'ArrowDown');
  await journal.press('Enter');
  await journal.moveTo(/^Reason.*combo box/m);
  await journal.type('Tax');
  await journal.choose(/^Show all.*, button/m);
  for (let stops = 0; stops < 6; stops += 1) await journal.press('Tab');
});

test('09 Create a fee structure', async ({ journal }) => {
  await journal.goTo('Fee structures');
  await journal.choose(/^New .*, button/m);
  await journal.type('Family Tiered');
  for (const [field, choice] of [
    ['Calculation', 'Tiered'],
    ['Frequency', 'Quarterly'],
    ['Collection', 'Arrears'],
    ['Balance type', 'Average'],
  ] as const) {
    await journal.moveTo(new RegExp(`^${field}.*combo box`, 'm'));
    await journal.type(choice);
  }
  await journal.choose(/^Add the first tier, button/m);
  await journal.type('1m');
  await journal.press('Tab');
  await journal.type('1.25');
  await journal.press('Enter');
  await journal.type('0.8');
  await journal.moveTo(/^Firm.*combo box/m);
  await journal.type('Juniper');
  await journal.press('ArrowDown');
  await journal.press('Enter');
  await journal.choose(/^Review and send…, button/m);
  await journal.choose(/^Create.*, button/m);
  await journal.waitForSpeech(/created/i);
});

test('10 Import accounts', async ({ journal }) => {
  await journal.goTo('Accounts');
  await journal.choose(/^Import…, button/m);
  await journal.moveTo(/^Paste from a spreadsheet/m);
  await journal.paste(
    'Number,Custodian,Required cash\n19445861,Charles Schwab,1100.50\nno such number,Pershing,12\n',
  );
  await journal.choose(/^Continue, button/m);
  await journal.choose(/^Check lines, button/m);
  await journal.waitForSpeech(/lines? will be sent|can’t be changed|errors?/);
  for (let stops = 0; stops < 10; stops += 1) await journal.press('Tab');
});

test('11 Back up the saved work', async ({ journal, running }) => {
  const passphrase = 'correct horse battery staple';
  rememberSecret(passphrase);
  await answerDialogs(running, path.join(TEMPORARY, `screen-reader-${Date.now()}.fdbackup`));
  await journal.goTo('Settings');
  await journal.choose(/^Back up…, button/m);
  await journal.type('short');
  await journal.choose(/^Choose file…, button/m);
  await journal.press('Control+a');
  await journal.type(passphrase, 'a passphrase');
  await journal.moveTo(/^Confirm passphrase/m);
  await journal.type(passphrase, 'the passphrase');
  await journal.choose(/^Choose file…, button/m);
  await journal.waitForSpeech(/Backup made/);
});

test('12 Unlock', async ({ journal, running }) => {
  const { page } = running;
  await journal.goTo('Settings');
  await journal.choose(/^Create code…, button/m);
  await journal.choose(/^Show code, button/m);
  const code = await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/).innerText();
  rememberSecret(code);
  await journal.choose(/^I wrote it down, button/m);
  await journal.choose(/^Turn on…, button/m);
  await journal.type(code, 'the code');
  await journal.press('Enter');
  await journal.press('Control+Shift+L');
  await journal.waitForSpeech(/locked/);
  await journal.type('0000-0000');
  await journal.press('Enter');
  await journal.press('Control+a');
  await journal.type(code, 'the code');
  await journal.press('Enter');
  await journal.waitForSpeech(/Settings|Today/);
});
