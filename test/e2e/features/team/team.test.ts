import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from '../../expect';
import type { RunningApp } from '../../running-app';
import { answerDialogs, goTo, grid, rows } from '../../steps';
import {
  countOfRule,
  enterDatabase,
  findingPanel,
  nameTeam,
  openRule,
  setUpTeam,
  showState,
  takeScreenshotsInAllThemes,
  withDesks,
} from './team-steps';
import { test } from './team-test';

const RULE = 'No household';
/** Time in which a mark made in one app appears in the other, about 150 ms on an idle machine. */
const MARK_SEEN_WITHIN = { timeout: 1_000, intervals: [25] };
/** The same for steps that write several entries to the log. */
const SEEN_WITHIN = { timeout: 5_000 };
/** Time in which an app notices that its database is back. */
const BACK_WITHIN = { timeout: 60_000 };

const recordOf = ({ page }: RunningApp): Promise<string> =>
  findingPanel(page).getByRole('heading', { level: 2 }).innerText();
const markOf = ({ page }: RunningApp) => findingPanel(page).getByRole('region', { name: 'Mark' });

/** Shows the finding of this record, in the state that it has now. */
async function showRecord({ page }: RunningApp, state: string, record: string): Promise<void> {
  await showState(page, state);
  // A click is lost while the list still loads the new state: clicks again until the panel shows the record.
  await expect
    .poll(async () => {
      await grid(page, 'Findings').getByRole('row', { name: record }).first().click();
      return findingPanel(page).getByRole('heading', { level: 2 }).innerText();
    })
    .toBe(record);
}

/** Saves the file of Q1 2025, which agrees with its record, and reconciles it. */
async function reconcileFile(running: RunningApp, folder: string): Promise<void> {
  const { page } = running;
  await answerDialogs(running, folder);
  await goTo(page, 'Fee upload files');
  await rows(page, 'Fee upload files').filter({ hasText: 'Mar 31, 2025' }).first().click();
  await page.getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByRole('region', { name: 'All done' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('tab', { name: /^Saved/ }).click();
  await page.getByRole('button', { name: 'Reconcile…' }).click();
  await expect(grid(page, 'Lines')).toBeVisible({ timeout: 30_000 });
}

async function signFile(running: RunningApp, folder: string): Promise<void> {
  const { page } = running;
  await reconcileFile(running, folder);
  await page.getByRole('button', { name: 'Sign off…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign off this reconciliation' });
  await dialog.getByLabel('Note').fill('Checked against the record');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Signed reconciliations' })).toContainText('Approved');
}

async function openPeriod({ page }: RunningApp): Promise<void> {
  await goTo(page, 'Billing periods');
  await page.getByRole('button', { name: 'Q1 2025' }).click();
  await expect(page.getByRole('heading', { name: 'What is left to do' })).toBeVisible({ timeout: 30_000 });
}

test('shares marks, claims, files and periods between two apps, even after both were offline', async ({
  firm,
  data,
  postgres,
}) => {
  test.setTimeout(300_000);
  await withDesks(firm, ['ada', 'robin'], async ([ada, robin]) => {
    await test.step('sets up a team, invites, compares words and admits', () =>
      setUpTeam(
        postgres,
        [
          { desk: ada, name: 'Ada Park' },
          { desk: robin, name: 'Robin Reyes' },
        ],
        data,
      ));
    await openRule(ada.page, RULE);
    await openRule(robin.page, RULE);
    const initialCount = await countOfRule(ada.page, RULE);
    const record = await recordOf(ada);

    await test.step('shows a mark on the other screen within a second', async () => {
      await ada.page.keyboard.press('r');
      await expect.poll(() => countOfRule(robin.page, RULE), MARK_SEEN_WITHIN).toBe(initialCount - 1);
      await showRecord(robin, 'Reviewed', record);
      await expect(markOf(robin)).toContainText('Reviewed by Ada Park');
    });

    await test.step('says on both screens who is on a finding, until it is given back', async () => {
      await showState(robin.page, 'To do');
      await openRule(robin.page, RULE);
      await openRule(ada.page, RULE);
      await findingPanel(ada.page).getByRole('button', { name: 'I’m on this' }).click();
      await expect(findingPanel(robin.page)).toContainText('Ada Park has been on this', SEEN_WITHIN);
      await expect(grid(robin.page, 'Findings').getByText('Ada Park is on it')).toBeVisible();
      await expect(findingPanel(robin.page).getByRole('button', { name: 'I’m on this' })).toBeHidden();
      await findingPanel(ada.page).getByRole('button', { name: 'Give it back' }).click();
      await expect(findingPanel(robin.page).getByRole('button', { name: 'I’m on this' })).toBeVisible(
        SEEN_WITHIN,
      );
      await grid(ada.page, 'Findings').focus(); // in the panel, Escape would close it
    });

    await test.step('a saved, reconciled and signed fee file is seen by the colleague', async () => {
      await signFile(ada, data);
      await goTo(robin.page, 'Fee upload files');
      const row = rows(robin.page, 'Fee upload files').filter({ hasText: 'By Ada Park' });
      await expect(row).toContainText('Approved', SEEN_WITHIN);
      await takeScreenshotsInAllThemes(robin, 'colleague file listed');
      await robin.page.getByRole('tab', { name: /^Saved/ }).click();
      const files = robin.page.getByRole('table', { name: 'Files of colleagues' });
      await expect(files).toContainText('Checked against the record');
      await expect(files.getByText('Seal verified')).toBeVisible();
      await takeScreenshotsInAllThemes(robin, 'colleague files');
    });

    await test.step('columns that a colleague confirmed are recognized, with the name', async () => {
      await ada.page.getByRole('button', { name: 'Change columns' }).click();
      await ada.page.getByRole('button', { name: 'Reconcile', exact: true }).click();
      await expect(grid(ada.page, 'Lines')).toBeVisible({ timeout: 30_000 });
      const folder = path.join(data, 'robin');
      mkdirSync(folder);
      await reconcileFile(robin, folder);
      await robin.page.getByRole('button', { name: 'Change columns' }).click();
      const reason = robin.page.getByText(/Confirmed for this custodian by Ada Park on /);
      await expect(reason.first()).toBeVisible();
      await takeScreenshotsInAllThemes(robin, 'columns of a colleague');
      await goTo(robin.page, 'Review queue');
    });

    await test.step('a step and a signature of the period are seen by the colleague', async () => {
      await openPeriod(robin);
      await openPeriod(ada);
      await ada.page.getByRole('button', { name: 'Edit steps…' }).click();
      await ada.page.getByRole('dialog').getByLabel('Steps').fill('Call the custodian');
      await ada.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      const box = ada.page.getByRole('checkbox', { name: 'Call the custodian' });
      await box.click(); // not `check`: the box is checked once the step is stored
      await expect(box).toBeChecked();
      const step = robin.page.getByRole('listitem').filter({ hasText: 'Call the custodian' });
      await expect(step).toContainText('Ada Park', SEEN_WITHIN);
      await ada.page.getByRole('button', { name: 'Sign…' }).click();
      const dialog = ada.page.getByRole('dialog');
      await dialog.getByLabel('Note').fill('The custodian agrees');
      // If the period changes while the dialog is open, such as when a check ends, it shows the new state and asks again.
      await expect(async () => {
        await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
        await expect(dialog).toHaveCount(0, { timeout: 3_000 });
      }).toPass();
      const signedCard = robin.page.getByRole('region', { name: 'Signed by colleagues' });
      await expect(signedCard).toContainText('The custodian agrees', SEEN_WITHIN);
      await expect(signedCard.getByText('Seal verified')).toBeVisible();
      await takeScreenshotsInAllThemes(robin, 'colleague period');
      await goTo(robin.page, 'Review queue');
    });

    await test.step('agreed terms that a colleague imported are compared, with the name', async () => {
      const response = await fetch(`${firm.address}/account-management/accounts?pager.limit=1`, {
        headers: { authorization: `Bearer ${firm.apiKey}` },
      });
      const { data: accounts } = (await response.json()) as { data: { id: number; name: string }[] };
      const [account] = accounts;
      for (const { page } of [ada, robin]) await goTo(page, 'Agreed terms');
      await expect(robin.page.getByRole('heading', { name: 'No agreements yet' })).toBeVisible();
      await ada.page.getByRole('button', { name: 'Import agreed terms…' }).click();
      await ada.page
        .getByLabel('Paste from a spreadsheet')
        .fill(`Account ID\tAgreement date\tFlat dollars\n${account?.id}\t2025-01-03\t$1,234,567.50`);
      for (const name of ['Continue', 'Check lines', 'Import 1 line', 'Done'])
        await ada.page.getByRole('button', { name, exact: true }).click();
      await expect(robin.page.getByText('1 agreement on file')).toBeVisible(SEEN_WITHIN);
      const list = robin.page.getByRole('region', { name: 'Accounts' });
      await list
        .getByText(account?.name ?? '', { exact: true })
        .first()
        .click();
      const details = robin.page.getByRole('complementary', { name: 'Details' });
      await expect(details.getByText(/, imported .+ by Ada Park$/)).toBeVisible();
      await takeScreenshotsInAllThemes(robin, 'terms of a colleague');
      await goTo(robin.page, 'Review queue');
    });

    await test.step('without the database, both keep working and see how old the other’s work is', async () => {
      await postgres.kill();
      await showState(robin.page, 'To do');
      await openRule(robin.page, RULE);
      await openRule(ada.page, RULE);
      for (const { page } of [ada, robin]) {
        await goTo(page, 'Settings');
        await expect(page.getByText('Not connected', { exact: true })).toBeVisible(BACK_WITHIN);
        await expect(page.getByText(/complete through/)).toBeVisible();
        await openRule(page, RULE);
      }
    });

    await test.step('without the database, offers to leave on one computer and says what that means', async () => {
      for (const [desk, agreement] of [
        [ada, 'The database’s administrator told me that the database is gone for good.'],
        [robin, 'I understand that the team still lists me until an admin removes me.'],
      ] as const) {
        const { page } = desk;
        await goTo(page, 'Settings');
        await page.getByRole('button', { name: 'Leave the team…' }).click();
        const dialog = page.getByRole('dialog', {
          name: 'Leave the team Juniper desk on this computer only?',
        });
        const leave = dialog.getByRole('button', { name: 'Leave on this computer' });
        await expect(leave).toBeDisabled();
        await dialog.getByRole('checkbox', { name: agreement }).check();
        await expect(leave).toBeEnabled();
        await takeScreenshotsInAllThemes(desk, 'leave without the database');
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await openRule(page, RULE);
      }
    });

    const contested = await recordOf(ada);
    expect(await recordOf(robin)).toBe(contested);
    await test.step('both mark the same finding, and meet when the database is back', async () => {
      await ada.page.keyboard.press('f');
      await expect(ada.page.getByText('1 finding flagged')).toBeVisible();
      await robin.page.keyboard.press('w');
      await robin.page.getByLabel('Reason').fill('A separate trust');
      await robin.page.getByRole('dialog').getByRole('button', { name: 'Waive', exact: true }).click();
      await goTo(robin.page, 'Settings');
      await expect(robin.page.getByText(/1 of your changes is waiting on this computer/)).toBeVisible();
      await postgres.restart();
      for (const { page } of [ada, robin]) {
        await goTo(page, 'Settings');
        await expect(page.getByText('Connected', { exact: true })).toBeVisible(BACK_WITHIN);
        await expect(page.getByText(/of your changes (is|are) (waiting|being sent)/)).toBeHidden(BACK_WITHIN);
      }
    });

    await test.step('both show the mark that reached the database last, and who did what before', async () => {
      const texts: string[] = [];
      for (const desk of [ada, robin]) {
        await openRule(desk.page, RULE);
        await showRecord(desk, 'All states', contested);
        const history = findingPanel(desk.page).getByRole('region', { name: 'History' });
        await expect(history.getByRole('listitem')).toHaveCount(2, BACK_WITHIN);
        texts.push(`${await markOf(desk).innerText()} ${await history.innerText()}`);
      }
      expect(texts[0]).toBe(texts[1]);
      expect(texts[0]).toContain('Flagged by Ada Park');
      expect(texts[0]).toMatch(/Waived through .+ by Robin Reyes/);
    });

    await test.step('a removed member gets nothing more, and keeps what was read', async () => {
      await goTo(ada.page, 'Settings');
      await ada.page.getByRole('button', { name: 'More for Robin Reyes' }).click();
      await ada.page.getByRole('menuitem', { name: 'Remove…' }).click();
      await ada.page.getByRole('button', { name: 'Remove member' }).click();
      await expect(ada.page.getByText('Former member')).toBeVisible();
      await goTo(robin.page, 'Settings');
      await expect(robin.page.getByText(/^You were removed from this team/)).toBeVisible({ timeout: 30_000 });
      await openRule(robin.page, RULE);
      const countAtRemoval = await countOfRule(robin.page, RULE);
      await openRule(ada.page, RULE);
      await showState(ada.page, 'To do');
      const toDoCount = await countOfRule(ada.page, RULE);
      await ada.page.keyboard.press('r');
      await expect.poll(() => countOfRule(ada.page, RULE)).toBe(toDoCount - 1);
      await robin.page.waitForTimeout(SEEN_WITHIN.timeout);
      expect(await countOfRule(robin.page, RULE)).toBe(countAtRemoval);
      await showRecord(robin, 'Reviewed', record);
      await expect(markOf(robin)).toContainText('Reviewed by Ada Park');
    });
  });
});

test('shows the SQL for the administrator, and continues once it was run', async ({ firm, postgres }) => {
  test.setTimeout(180_000);
  await withDesks(firm, ['ada'], async ([ada]) => {
    const { page } = ada;
    await postgres.run('postgres', 'CREATE DATABASE managed');
    const database = { host: '127.0.0.1', port: postgres.port, database: 'managed', login: 'ada', ca: null };
    await enterDatabase(page, { database, password: 'secret of ada' });
    await expect(page.getByText('Incorrect user name or password')).toBeVisible({ timeout: 20_000 });
    await postgres.run('postgres', "CREATE ROLE ada LOGIN PASSWORD 'secret of ada'");
    await page.getByRole('button', { name: 'Continue' }).click();
    const sql = await page.getByLabel('SQL', { exact: true }).innerText({ timeout: 20_000 });
    await postgres.run('managed', sql);
    await page.getByRole('button', { name: 'Check again' }).click();
    await nameTeam(page, 'Juniper desk', 'Ada Park');
    await page.getByRole('button', { name: 'Later' }).click();
    await expect(page.getByRole('heading', { name: 'Team Juniper desk' })).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 20_000 });

    await test.step('shows the SQL that updates older tables, and connects once it was run', async () => {
      await postgres.run(
        'managed',
        `DROP TRIGGER append_only ON firm_desk.team; DROP TRIGGER append_only ON firm_desk.join_request;
         DELETE FROM firm_desk.migration WHERE number = 2`,
      );
      await postgres.kill();
      await postgres.restart();
      const notice = page.getByText('The team’s tables are from an older version of Firm Desk');
      await expect(notice).toBeVisible(BACK_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'older tables');
      await postgres.run('managed', await page.getByLabel('SQL', { exact: true }).innerText());
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('Connected', { exact: true })).toBeVisible(BACK_WITHIN);
    });
  });
});
