import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { findingsInBothThemes } from './accessibility-findings';
import { test } from './ready';
import { expect, rememberSecret, RUN_FOLDER } from './running-app';
import { chooseInDialog, chooseMore, connectWithKey, goTo, grid, rows } from './steps';

/** Opens one dialog, starting from its screen. */
type Opening = (page: Page) => Promise<unknown>;

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true }).first();
const press = (name: string | RegExp): Opening => {
  return (page) => button(page, name).click();
};
const fromConnectionMenu =
  (item: string): Opening =>
  async (page) => {
    await page.getByRole('button', { name: 'More for Test firm' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
const fromFindingKey =
  (key: string): Opening =>
  async (page) => {
    const finding = page.getByRole('complementary', { name: 'Finding' });
    await expect(finding.getByRole('button', { name: /^Waive/ })).toBeVisible({ timeout: 30_000 });
    await grid(page, 'Findings').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(key);
  };
const fromMoreMenu =
  (item: string | RegExp): Opening =>
  (page) =>
    chooseMore(page, item);

async function selectTwoAccounts(page: Page): Promise<void> {
  await rows(page).first().click();
  await page.keyboard.press('Shift+ArrowDown');
}

/** Screens, with the names of their dialogs in the order in which they are opened. */
const DIALOGS: Readonly<Record<string, Readonly<Record<string, Opening>>>> = {
  Settings: {
    'Schedule refreshes': async (page) => {
      await button(page, 'Turn on… scheduled refresh').click();
      await page.getByRole('dialog').getByLabel('Times').fill('late');
      await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByText(/^Enter up to 12 times such as/)).toBeVisible();
    },
    'Add a standing export': press('Add export…'),
    'Set up a team: step 1 of 3': async (page) => {
      await button(page, 'Set up a team…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
      await expect(page.getByText('Enter the name of the server.')).toBeVisible();
    },
    'Join a team': press('Join a team…'),
    'Back up saved work': async (page) => {
      await button(page, 'Back up…').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Choose file…' }).click();
    },
    'Back up every day': press('Back up daily…'),
    'Saved work that was set aside': press('Recover saved work…'),
    'Rebuild data on this computer?': press('Rebuild data on this computer…'),
  },
  Activity: {
    'Incident report': async (page) => {
      await button(page, 'Incident report…').click();
      await button(page, 'Show report').click();
      await expect(page.getByRole('table', { name: 'By state' }).getByRole('row').nth(1)).toBeVisible();
    },
  },
  Accounts: {
    'Export accounts': press('Export…'),
    'Keyboard shortcuts': (page) => page.keyboard.press('?'),
    'Edit 2 accounts': async (page) => {
      await selectTwoAccounts(page);
      await page.getByLabel('Status', { exact: true }).getByRole('button', { name: 'Edit…' }).click();
    },
    'Add 2 accounts to a billing group': fromMoreMenu('Add to billing group…'),
    'Tax IDs of the selection': fromMoreMenu('Show tax IDs…'),
  },
  'Billing groups': { 'New billing group': press(/^New /) },
  'Fee structures': {
    'New fee structure': press(/^New /),
    'Rate ceiling': press('Rate ceiling…'),
    'Fee thresholds': press('Fee thresholds…'),
  },
  'Review queue': {
    'Waive 1 finding': fromFindingKey('w'),
    Note: fromFindingKey('n'),
    'Assign 1 finding': fromFindingKey('a'),
  },
  'ROI requests': {
    'Contacts & turnaround': press('Contacts & turnaround…'),
    'Log a request': press('Log a request…'),
  },
  'Advisor codes': { 'New advisor code': press('New code…') },
};

/** The dialogs of a billing period. */
const PERIOD_DIALOGS: Readonly<Record<string, Opening>> = {
  'Your firm’s steps': press('Edit steps…'),
  'Draw a sample': press('Draw a sample…'),
  'Check off: Agreed terms': press(/^Check off.*Agreed terms$/),
  'Sign the period': press('Sign…'),
};

/** The dialogs of an account whose fee was billed in advance. */
const REFUND_DIALOGS: Readonly<Record<string, Opening>> = {
  'Record a refund': press('Record refund…'),
  'Not due': press('Not due…'),
};

const CONNECTION_DIALOGS: Readonly<Record<string, Opening>> = {
  'Connection details': fromConnectionMenu('Details…'),
  'Edit connection': fromConnectionMenu('Edit…'),
  'Replace the credential': fromConnectionMenu('Replace the key…'),
  'API keys': fromConnectionMenu('Manage API keys…'),
  'Remove “Test firm”?': fromConnectionMenu('Remove…'),
  'Restore from a backup': press('Restore from a backup…'),
};

test('has no accessibility findings in any dialog, in light and dark', async ({ running, firm }) => {
  test.setTimeout(300_000);
  const { app, page } = running;
  const findings: string[] = [];
  const check = async (name: string, within: string): Promise<void> => {
    findings.push(...(await findingsInBothThemes(page, name, within, { within })));
  };
  const checkDialogs = async (dialogs: Readonly<Record<string, Opening>>): Promise<void> => {
    for (const [name, open] of Object.entries(dialogs)) {
      await open(page);
      const dialog = page.getByRole('dialog', { name, exact: true });
      await expect(dialog).toBeVisible();
      await check(name, '[role=dialog]');
      // The first Escape may close a list in the dialog.
      const discard = dialog.getByRole('alertdialog').getByRole('button', { name: 'Discard' });
      await expect(async () => {
        await page.keyboard.press('Escape');
        if (await discard.isVisible()) await discard.click();
        await expect(dialog).toBeHidden({ timeout: 1_000 });
      }).toPass({ timeout: 10_000 });
    }
  };
  for (const [screen, dialogs] of Object.entries(DIALOGS))
    await test.step(`opens the dialogs of ${screen}`, async () => {
      await goTo(page, screen);
      await expect(page.locator('h1')).toBeVisible();
      await checkDialogs(dialogs);
    });

  await test.step('opens the dialogs of the recovery code, the app lock and connections', async () => {
    await goTo(page, 'Settings');
    await button(page, 'Create code…').click();
    await button(page, 'Show code').click();
    const code = await page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/).innerText();
    rememberSecret(code);
    await check('Recovery code', '[role=dialog]');
    await button(page, 'I wrote it down').click();
    await checkDialogs({ 'Turn on the app lock': press('Turn on…') });
    await button(page, 'Turn on…').click();
    await page.getByRole('dialog').getByLabel('Recovery code').fill(code);
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await checkDialogs({ 'Set a PIN': press('Set PIN…') });

    await button(page, 'Manage connections').click();
    await checkDialogs(CONNECTION_DIALOGS);
  });

  await test.step('opens the dialogs of a billing period', async () => {
    await chooseInDialog(app, mkdtempSync(path.join(RUN_FOLDER, 'saved-')));
    await goTo(page, 'Fee upload files');
    await rows(page, 'Fee upload files').first().click();
    await page.keyboard.press('Control+a');
    await button(page, 'Save 9 files…').click();
    await expect(page.getByRole('region', { name: 'All done' })).toBeVisible({ timeout: 30_000 });
    await goTo(page, 'Billing periods');
    await page.getByRole('button', { name: 'Q2 2026' }).click();
    await expect(page.getByText('Not signed', { exact: true })).toBeVisible();
    await check('A billing period', 'main');
    await checkDialogs(PERIOD_DIALOGS);
  });

  const openLink = (text: string) =>
    app.evaluate(({ app: itself }, to) => itself.emit('second-instance', {}, [to], ''), text);
  let link = '';
  await test.step('opens the dialogs of links', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    link = await app.evaluate(({ clipboard }) => clipboard.readText());
    await checkDialogs({
      'This link can’t be opened': () => openLink(link.replace('place=period', 'place=nowhere')),
      'This firm is not on this computer': () =>
        openLink('firmdesk://open?connection=conn-not-here&place=today'),
    });
    await button(page, 'Draw a sample…').click();
    await expect(page.getByRole('dialog', { name: 'Draw a sample' })).toBeVisible();
    await checkDialogs({ 'Open the link?': () => openLink(link) });
    await page.keyboard.press('Escape');
  });

  await test.step('opens the dialogs of refunds', async () => {
    await goTo(page, 'Refunds');
    await expect(button(page, 'Choose…')).toBeVisible({ timeout: 30_000 });
    await checkDialogs({ 'Advance billing': press('Choose…') });
    await button(page, 'Choose…').click();
    await page.getByRole('dialog').getByRole('radio').last().check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('option').first().click();
    await checkDialogs(REFUND_DIALOGS);
  });

  await test.step('opens the dialogs of links to another firm', async () => {
    await goTo(page, 'Settings');
    await button(page, 'Manage connections').click();
    await connectWithKey(page, firm.address, firm.apiKey, 'Second firm');
    await goTo(page, 'Settings');
    await button(page, 'Manage connections').click();
    await button(page, 'Explore the demo firm').click();
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 30_000 });
    await checkDialogs({
      'Open Test firm?': () => openLink(link),
      // A link from another computer: both connections use its service.
      'Which firm is this link for?': () =>
        openLink(link.replace(/connection=[^&]+/, 'connection=conn-elsewhere')),
    });
  });
  expect(findings).toEqual([]);
});
