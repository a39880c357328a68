import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '../../expect';
import type { RunningApp } from '../../running-app';
import { answerDialogs, goTo, grid, rows, sidebar } from '../../steps';
import { moveWithoutRemoval } from '../billing-groups/billing-group-steps';
import {
  draftNote,
  expectFocus,
  takeScreenshotsInAllThemes,
  pressUntilFocused,
  setUpTeam,
  withDesks,
} from './team-steps';
import { test } from './team-test';

/** Time in which a change in one app appears in the other. */
const SEEN_WITHIN = { timeout: 20_000 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function handOver({ page }: RunningApp, note: string): Promise<void> {
  await button(page, 'Hand over…').click();
  await page.getByRole('dialog').getByLabel('Note (optional)').fill(note);
  await button(page, 'Hand over').click();
  await expect(page.getByText(/^Offered to Robin Reyes on/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send/ })).toBeHidden();
}

const openReceived = async ({ page }: RunningApp, about: string): Promise<void> => {
  await goTo(page, 'Today');
  const line = page.getByRole('button', { name: /^Handed to you by Ada Park: Edit 2 accounts/ });
  await line.filter({ hasText: about }).click(SEEN_WITHIN);
};

test('hands a draft over, which is declined once and then taken and sent by the colleague', async ({
  firm,
  data,
  postgres,
}) => {
  test.setTimeout(300_000);
  const puts = () => firm.gate.requests.filter((request) => /^PUT .*\/accounts/.test(request)).length;
  await withDesks(firm, ['ada', 'robin'], async ([ada, robin]) => {
    await setUpTeam(
      postgres,
      [
        { desk: ada, name: 'Ada Park' },
        { desk: robin, name: 'Robin Reyes' },
      ],
      data,
    );
    await test.step('a declined draft returns to its giver, with the reason', async () => {
      await draftNote(ada, 'Call the custodian');
      await handOver(ada, 'For your accounts');
      await takeScreenshotsInAllThemes(ada, 'offered');
      await openReceived(robin, 'For your accounts');
      await expect(grid(robin.page, 'Rows')).toContainText('Call the custodian');
      await takeScreenshotsInAllThemes(robin, 'received');
      await button(robin.page, 'Decline…').click();
      await robin.page.getByRole('dialog').getByLabel('Note (optional)').fill('Not my accounts');
      await robin.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
      await expect(ada.page.getByText('Robin Reyes declined the hand-over: Not my accounts')).toBeVisible(
        SEEN_WITHIN,
      );
      await takeScreenshotsInAllThemes(ada, 'declined');
      await expect(button(ada.page, 'Send 2 changes')).toBeEnabled();
    });

    await test.step('a taken draft leaves the giver and is sent by the colleague', async () => {
      await handOver(ada, 'Yes, they are yours');
      await openReceived(robin, 'Yes, they are yours');
      expect(puts()).toBe(0);
      await button(robin.page, 'Take over').click();
      await expect(robin.page.getByText(/^Checked against the service/)).toBeVisible(SEEN_WITHIN);
      await expect(ada.page.getByText('This draft is no longer saved')).toBeVisible(SEEN_WITHIN);
      await expect(ada.page.getByText(/^Robin Reyes took it over on /)).toBeVisible();
      await takeScreenshotsInAllThemes(ada, 'taken');
      expect(puts()).toBe(0);
      await button(robin.page, 'Send 2 changes').click();
      await expect(robin.page.getByText(/^2 accounts changed/)).toBeVisible(SEEN_WITHIN);
      expect(puts()).toBeGreaterThan(0);
    });
  });
});

/** Saves a copy of the billing groups, types the firm's name, and confirms. */
async function confirmRecreation(running: RunningApp, file: string): Promise<void> {
  const { page } = running;
  await goTo(page, 'Create groups by household');
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete and recreate all groups…' }).click();
  await answerDialogs(running, file);
  await button(page, 'Save a copy…').click();
  await page.getByLabel('Type “Juniper Harbor Wealth”, the name of the firm').fill('Juniper Harbor Wealth');
  await page.getByRole('button', { name: /^Delete and recreate [\d,]+ / }).click();
}

/** Changes the note of the open draft. */
async function changeNote({ page }: RunningApp, note: string): Promise<void> {
  await button(page, 'Edit changes…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').fill(note);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(grid(page, 'Rows')).toContainText(note);
  await expect(page.getByText(/^Checked against the service/)).toBeVisible(SEEN_WITHIN);
}

test('sends drafts and recreates groups only exactly as a colleague approved them', async ({
  firm,
  data,
  postgres,
}) => {
  test.setTimeout(300_000);
  const puts = () => firm.gate.requests.filter((request) => /^PUT .*\/accounts/.test(request)).length;
  await withDesks(firm, ['ada', 'robin'], async ([ada, robin]) => {
    await setUpTeam(
      postgres,
      [
        { desk: ada, name: 'Ada Park' },
        { desk: robin, name: 'Robin Reyes' },
      ],
      data,
    );
    const approvalNote = ada.page.getByText(/^Approved by Robin Reyes until/);

    await test.step('an admin requires a second person for more than one record', async () => {
      await goTo(ada.page, 'Settings');
      await button(ada.page, 'Change rules…').click();
      await ada.page.getByLabel('Edits, creations and deletions of many records at once').check();
      await ada.page.getByLabel('More than this many records').fill('1');
      await ada.page.getByLabel('Recreating all billing groups from households').check();
      await takeScreenshotsInAllThemes(ada, 'rules dialog');
      await button(ada.page, 'Save').click();
      await expect(
        ada.page.getByText(/before these are sent or signed: more than 1 record at once/),
      ).toBeVisible();
      await takeScreenshotsInAllThemes(ada, 'rules');
    });

    await test.step('a colleague sees exactly what would be sent, and approves', async () => {
      await draftNote(ada, 'Call the custodian');
      await button(ada.page, 'Ask for approval…').click();
      await ada.page.getByRole('dialog').getByLabel('Note (optional)').fill('As agreed with the client');
      await ada.page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
      await expect(ada.page.getByText(/^You asked for approval on/)).toBeVisible(SEEN_WITHIN);
      await expect(ada.page.getByRole('button', { name: /^Send/ })).toBeHidden();
      await takeScreenshotsInAllThemes(ada, 'asked');
      await goTo(robin.page, 'Today');
      await robin.page
        .getByRole('button', { name: /^Ada Park asks for your approval: Edit 2 accounts/ })
        .click(SEEN_WITHIN);
      await expect(grid(robin.page, 'Rows')).toContainText('Call the custodian');
      await takeScreenshotsInAllThemes(robin, 'to approve');
      await button(robin.page, 'Approve').click();
      await expect(approvalNote).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'approved');
    });

    await test.step('a changed value ends the approval', async () => {
      await changeNote(ada, 'Call the client');
      await expect(ada.page.getByText(/^The approval has ended\. Robin Reyes approved this on/)).toBeVisible(
        SEEN_WITHIN,
      );
      await expect(button(ada.page, 'Ask for approval…')).toBeVisible();
      await expect(ada.page.getByRole('button', { name: /^Send/ })).toBeHidden();
      await takeScreenshotsInAllThemes(ada, 'changed');
    });

    await test.step('without the database, the approved draft is not sent', async () => {
      await changeNote(ada, 'Call the custodian'); // the approved value: the approval counts again
      await expect(approvalNote).toBeVisible(SEEN_WITHIN);
      await postgres.kill();
      await button(ada.page, 'Send 2 changes').click();
      await expect(ada.page.getByText('The approval can’t be verified')).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'not verified');
      expect(puts()).toBe(0);
      await postgres.restart();
    });

    await test.step('the approved draft is sent, and the log names both people', async () => {
      await expect(async () => {
        await button(ada.page, 'Send 2 changes').click();
        await expect(ada.page.getByText(/^2 accounts changed/)).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 90_000 });
      expect(puts()).toBeGreaterThan(0);
      await goTo(ada.page, 'Activity');
      const entries = ada.page.getByRole('region', { name: 'Entries' }).getByRole('option');
      await entries.filter({ hasText: 'Records changed' }).click();
      await expect(ada.page.getByText('Robin Reyes').first()).toBeVisible();
      await takeScreenshotsInAllThemes(ada, 'log');
    });

    await test.step('groups are recreated only after a colleague approved the deletions', async () => {
      const recreations = () =>
        firm.gate.requests.filter((request) => request.includes('create-from-households')).length;
      await confirmRecreation(ada, path.join(data, 'groups.jsonl'));
      await button(ada.page, 'Ask for approval…').click(SEEN_WITHIN);
      await ada.page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
      await expect(ada.page.getByText(/^You asked for approval on/)).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'recreation asked');
      await goTo(robin.page, 'Today');
      await robin.page
        .getByRole('button', { name: /approval: Delete \d+ billing groups and recreate all from households/ })
        .click(SEEN_WITHIN);
      await expect(rows(robin.page, 'Rows').first()).toBeVisible();
      await takeScreenshotsInAllThemes(robin, 'recreation to approve');
      await button(robin.page, 'Approve').click();
      await expect(approvalNote).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'recreation approved');
      expect(recreations()).toBe(0);
      await ada.page
        .getByRole('button', { name: /^Delete and recreate [\d,]+ / })
        .first()
        .click();
      await expect(ada.page.getByText('Recreated', { exact: true })).toBeVisible(SEEN_WITHIN);
      expect(recreations()).toBe(1);
    });

    await test.step('forms of one record lead to the page that asks for approval', async () => {
      await goTo(ada.page, 'Settings');
      await button(ada.page, 'Change rules…').click();
      for (const rule of ['Every change of fee structures', 'Creating and deleting advisor codes'])
        await ada.page.getByLabel(rule).check();
      await button(ada.page, 'Save').click();
      await goTo(ada.page, 'Advisor codes');
      await button(ada.page, 'New code…').click();
      const form = ada.page.getByRole('dialog');
      await form.getByLabel('Custodian').selectOption('PER');
      await form.getByLabel('IP Number').fill('N-9');
      await form.getByLabel('Firm').selectOption('39');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await form.getByRole('button', { name: 'Open to ask for approval' }).click(SEEN_WITHIN);
      await expect(button(ada.page, 'Ask for approval…')).toBeVisible(SEEN_WITHIN);
      await expect(ada.page.getByText('Nothing has been sent yet.')).toBeVisible();
      await expect(ada.page.getByRole('button', { name: /^Create the remaining/ })).toBeHidden();
      await takeScreenshotsInAllThemes(ada, 'one code to approve');
      await goTo(ada.page, 'Fee structures');
      await rows(ada.page, 'Fee structures').first().getByRole('gridcell').nth(1).dblclick();
      await ada.page.getByRole('complementary').getByRole('button', { name: 'Edit…', exact: true }).click();
      await form.getByLabel('Name', { exact: true }).fill('Another name');
      await form.getByRole('button', { name: 'Review and send…' }).click();
      await form.getByRole('button', { name: 'Send 1 change' }).click(SEEN_WITHIN);
      await form.getByRole('button', { name: 'Open draft' }).click(SEEN_WITHIN);
      await expect(button(ada.page, 'Ask for approval…')).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'one structure to approve');
    });
  });
});

test('asks for, approves and sends the removal of leftover assignments by keyboard only', async ({
  firm,
  data,
  postgres,
}) => {
  test.setTimeout(300_000);
  const removals = () => firm.gate.requests.filter((request) => request.includes('remove-assignment')).length;
  const press = async ({ page }: RunningApp, name: string | RegExp): Promise<void> => {
    await pressUntilFocused(
      page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }),
    );
    await page.keyboard.press('Enter');
  };
  await withDesks(firm, ['ada', 'robin'], async ([ada, robin]) => {
    await setUpTeam(
      postgres,
      [
        { desk: ada, name: 'Ada Park' },
        { desk: robin, name: 'Robin Reyes' },
      ],
      data,
    );
    await test.step('an admin requires a second person for leftover assignments', async () => {
      await goTo(ada.page, 'Settings');
      await button(ada.page, 'Change rules…').click();
      await ada.page.getByLabel('Removing leftover group assignments one by one').check();
      await button(ada.page, 'Save').click();
      await expect(
        ada.page.getByText(/before these are sent or signed: leftover group assignments/),
      ).toBeVisible();
      await moveWithoutRemoval(ada.page, firm);
    });

    await test.step('the removal stops until a colleague approved it', async () => {
      await press(ada, 'Remove them one by one…');
      await press(ada, 'Remove them');
      await expect(
        ada.page.getByText(/A colleague must approve this: your team’s rule for leftover/),
      ).toBeVisible(SEEN_WITHIN);
      expect(removals()).toBe(0);
      await takeScreenshotsInAllThemes(ada, 'leftovers need approval');
      await press(ada, 'Ask for approval…');
      const note = ada.page.getByRole('dialog').getByLabel('Note (optional)');
      await pressUntilFocused(note);
      await ada.page.keyboard.type('The account is in Harbor Trusts now');
      await takeScreenshotsInAllThemes(ada, 'leftovers dialog');
      await press(ada, 'Ask for approval');
      await expect(ada.page.getByText(/^You asked for approval on/)).toBeVisible(SEEN_WITHIN);
      await expectFocus(ada.page);
      await takeScreenshotsInAllThemes(ada, 'leftovers asked');
    });

    await test.step('the colleague sees the account that would be removed, and approves', async () => {
      await robin.page.keyboard.press('Shift+F6');
      await pressUntilFocused(sidebar(robin.page).getByRole('button', { name: /^Today/ }), 'ArrowUp');
      await robin.page.keyboard.press('Enter');
      const request = /^Ada Park asks for your approval: Remove 1 account/;
      await expect(robin.page.getByRole('button', { name: request })).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(robin, 'leftovers on Today');
      await press(robin, request);
      await expect(rows(robin.page, 'Rows')).toContainText(['Account will be removed']);
      await expect(robin.page.getByText('Ada Park: The account is in Harbor Trusts now')).toBeVisible();
      await expectFocus(robin.page);
      await takeScreenshotsInAllThemes(robin, 'leftovers to approve');
      await press(robin, 'Approve');
      await expect(robin.page.getByText('Approved', { exact: true })).toBeVisible(SEEN_WITHIN);
      await expectFocus(robin.page);
      await takeScreenshotsInAllThemes(robin, 'leftovers approved by me');
    });

    await test.step('the approved removal is sent once', async () => {
      await expect(ada.page.getByText(/^Approved by Robin Reyes until/)).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'leftovers approved');
      expect(removals()).toBe(0);
      await press(ada, 'Remove 1 account');
      await expect(ada.page.getByText('1 account removed.')).toBeVisible(SEEN_WITHIN);
      await expectFocus(ada.page);
      expect(removals()).toBe(1);
      await takeScreenshotsInAllThemes(ada, 'leftovers removed');
    });
  });
});
