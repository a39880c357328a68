import type { Page } from '@playwright/test';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { takeScreenshot } from '../../screenshots';
import { goTo, previewAll, rows, sidebar } from '../../steps';
import { judgeSends, prepareRequest, sendButton } from '../roi/roi-steps';

const tasks = (page: Page) => page.getByRole('region', { name: 'What to do now' });
const entry = (page: Page, screen: string) =>
  sidebar(page).getByRole('button', { name: new RegExp(`^${screen}`) });

test('Today lists tasks by urgency; the sidebar counts edits and findings', async ({ running, firm }) => {
  const { page } = running;
  const searchHarbor = async () => {
    await goTo(page, 'Accounts');
    await page.getByLabel('Search accounts').fill('harbor');
    await expect(rows(page)).toHaveCount(4);
  };

  await test.step('makes an edit that breaks a rule, one without an answer, and one that is not sent', async () => {
    // A finding is new if the rules ran before.
    await expect(entry(page, 'Review queue')).toHaveText(/[\d,]+$/, { timeout: 30_000 });
    await searchHarbor();
    await previewAll(page, 'Required cash', '250.00');
    await page.getByRole('button', { name: 'Send 4 changes' }).click();
    await expect(page.getByText('4 accounts changed')).toBeVisible();
    await searchHarbor();
    await previewAll(page, 'Notes', 'Without an answer');
    firm.gate.judge = ({ method }) => (method === 'PUT' ? 'drop' : 'pass');
    await page.getByRole('button', { name: 'Send 4 changes' }).click();
    await expect(page.getByText('The outcome of 4 accounts is unknown')).toBeVisible({ timeout: 30_000 });
    firm.gate.open();
    await searchHarbor();
    await previewAll(page, 'Notes', 'Not sent');
  });

  await test.step('sends an ROI request whose outcome stays unknown', async () => {
    await prepareRequest(page);
    judgeSends(firm.gate, 'lose');
    await sendButton(page).click();
    await expect(page.getByText('It is unknown whether the email was sent')).toBeVisible();
  });

  await test.step('lists all of them, the most urgent first, each with a link', async () => {
    await goTo(page, 'Today');
    await expect(page.getByRole('main').getByRole('region').first()).toHaveAccessibleName('What to do now');
    const lines = tasks(page).getByRole('button');
    await expect(lines).toHaveText([
      /^Edit 4 accounts4 outcome unknown/,
      /^ROI request to Pershing/,
      /^9 fee upload files not saved/,
      /^Edit 4 accounts.*Set Notes to Not sent.*Ready to send/,
      /^4 new findings since yesterday/,
    ]);
    await takeScreenshot(page, 'today-tasks');
    await expect(entry(page, 'Edits')).toHaveText(/2$/);
    await expect(entry(page, 'Review queue')).toHaveText(/[\d,]+$/);
    await lines.last().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Review queue' })).toBeVisible();
    await expect(page.getByText('4 findings', { exact: true })).toBeVisible();
  });

  await test.step('shows the data table in Settings, not on Today', async () => {
    await goTo(page, 'Today');
    await expect(tasks(page)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Data on this computer' })).toHaveCount(0);
    await goTo(page, 'Settings');
    const table = page.getByRole('region', { name: 'Data on this computer' }).getByRole('table');
    await expect(table).toContainText(/Accounts\s*2,000/);
  });
});
