import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { TestPostgres } from '#test/support/postgres';
import {
  enterDatabase,
  findingPanel,
  invite,
  join,
  nameTeam,
  openRule,
  showState,
  withDesks,
} from '../e2e/features/team/team-steps';
import { expect } from '../e2e/running-app';
import { goTo, grid, previewAll } from '../e2e/steps';
import { captureStates } from './pictures';

const RULE = 'No household';

/** Scrolls the team section of Settings to the top of the window. */
async function showTeam(page: Page, heading: string): Promise<void> {
  await goTo(page, 'Settings');
  const title = page.getByRole('heading', { name: heading });
  await title.waitFor();
  await title.evaluate((shown) => {
    shown.scrollIntoView({ block: 'start' });
    shown.closest('.scrolls')?.scrollBy(0, -24);
  });
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Drafts a note on some accounts, and stays on the draft's page. */
async function prepareDraft(page: Page): Promise<void> {
  await goTo(page, 'Accounts');
  await page.getByLabel('Search accounts').fill('young');
  await previewAll(page, 'Notes', 'Reviewed in the annual sweep');
}

/** Requires a second person for changes of several records. */
async function requireApproval(page: Page): Promise<void> {
  await goTo(page, 'Settings');
  await button(page, 'Change rules…').click();
  await page.getByLabel('Edits, creations and deletions of many records at once').check();
  await page.getByLabel('More than this many records').fill('1');
  await button(page, 'Save').click();
}

/** Opens a task on Today that a colleague's entry added. */
async function openTask(page: Page, name: RegExp): Promise<void> {
  await goTo(page, 'Today');
  await page.getByRole('button', { name }).click({ timeout: 20_000 });
}

/** Sets up a team of two, takes pictures of every step on both screens, and stops the database. */
export async function takeTeamPictures(
  firm: { readonly address: string; readonly apiKey: string },
  folder: string,
): Promise<void> {
  const postgres = await TestPostgres.start();
  const access = await postgres.newDatabase('ada');
  const file = path.join(folder, 'robin.fdinvitation');
  let code = '';
  try {
    await withDesks(firm, ['ada', 'robin'], async ([ada, robin]) => {
      await captureStates(ada, {
        'team database': async ({ page }) => {
          await postgres.run('postgres', 'CREATE DATABASE firmdesk');
          await postgres.run('postgres', "CREATE ROLE ada LOGIN PASSWORD 'only for pictures'");
          const database = { ...access.database, database: 'firmdesk', login: 'ada' };
          await enterDatabase(page, { database, password: 'only for pictures' });
          await expect(page.getByLabel('SQL', { exact: true })).toBeVisible({ timeout: 20_000 });
        },
        'team wrong password': async ({ page }) => {
          await button(page, 'Cancel').click();
          await enterDatabase(page, { ...access, password: 'not the password' });
          await expect(page.getByText('Incorrect user name or password')).toBeVisible();
        },
        'team name': async ({ page }) => {
          await page.getByRole('dialog').getByLabel('Password').fill(access.password);
          await page.getByRole('button', { name: 'Continue' }).click();
          await expect(page.getByLabel('Team name')).toBeVisible();
        },
        'team invitation': ({ page }) => nameTeam(page, 'Juniper desk', 'Ada Park'),
        'team code': async (running) => {
          code = await invite(running, 'Robin Reyes', file);
        },
      });
      await captureStates(robin, {
        'team joining': async (running) => {
          await ada.page.getByRole('button', { name: 'Done' }).click();
          await join(running, {
            file,
            code,
            access: await postgres.newLogin(access.database.database, 'robin'),
          });
          await showTeam(running.page, 'Joining the team Juniper desk');
        },
      });
      await captureStates(ada, {
        'team words': async ({ page }) => {
          await expect(page.getByRole('button', { name: 'The words match' })).toBeVisible();
          await showTeam(page, 'Team Juniper desk');
        },
        team: async ({ page }) => {
          await page.getByRole('button', { name: 'The words match' }).click();
          await expect(page.getByRole('row', { name: /Robin Reyes/ })).toBeVisible();
          await openRule(robin.page, RULE);
          await robin.page.keyboard.press('f');
          await page.getByRole('button', { name: 'Close toast' }).first().click();
          await showTeam(page, 'Team Juniper desk');
        },
        'review finding of a colleague': async ({ page }) => {
          await openRule(page, RULE);
          await showState(page, 'Flagged');
          await grid(page, 'Findings').focus();
          await page.keyboard.press('n');
          await page.getByRole('textbox', { name: 'Note' }).fill('Asked the advisor');
          await page.keyboard.press('Control+Enter');
          await expect(findingPanel(page)).toContainText('Asked the advisor');
        },
      });
      await captureStates(robin, {
        'received draft': async ({ page }) => {
          await prepareDraft(ada.page);
          await button(ada.page, 'Hand over…').click();
          await ada.page.getByLabel('Note (optional)').fill('Please check the accounts at Pershing first');
          await button(ada.page, 'Hand over').click();
          await openTask(page, /^Handed to you by Ada Park/);
          await expect(button(page, 'Take over')).toBeVisible();
        },
        'changes to approve': async ({ page }) => {
          await button(ada.page, 'Take back').click();
          await expect(button(ada.page, 'Hand over…')).toBeVisible();
          await requireApproval(ada.page);
          await goTo(ada.page, 'Edits');
          await ada.page.getByRole('button', { name: /^Edit \d+ accounts/ }).click();
          await button(ada.page, 'Ask for approval…').click();
          await ada.page.getByLabel('Note (optional)').fill('Agreed in the annual review');
          await button(ada.page, 'Ask for approval').click();
          await openTask(page, /^Ada Park asks for your approval/);
          await expect(button(page, 'Approve')).toBeVisible();
        },
      });
      await captureStates(ada, {
        'team without its database': async ({ page }) => {
          await postgres.kill();
          await showTeam(page, 'Team Juniper desk');
          await expect(page.getByText('Not connected', { exact: true })).toBeVisible({ timeout: 60_000 });
        },
      });
    });
  } finally {
    await postgres.stop();
  }
}
