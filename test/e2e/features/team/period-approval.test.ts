import { unzipSync } from 'fflate';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityFindings } from '../../accessibility-findings';
import { expect } from '../../expect';
import { answerDialogs, goTo } from '../../steps';
import { takeScreenshotsInAllThemes, setUpTeam, withDesks } from './team-steps';
import { test } from './team-test';

/** Time in which a change in one app appears in the other. */
const SEEN_WITHIN = { timeout: 20_000 };
const NOTE = 'Compared with the custodian’s statement';

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function openPeriod(page: Page): Promise<void> {
  await goTo(page, 'Billing periods');
  await button(page, 'Q1 2026').click();
  await expect(card(page, 'Fee files')).toBeVisible(SEEN_WITHIN);
}

/** Replaces the firm's own steps. */
async function writeSteps(page: Page, steps: string): Promise<void> {
  await button(page, 'Edit steps…').click();
  await page.getByRole('dialog').getByLabel('Steps').fill(steps);
  await button(page, 'Save').click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function sign(page: Page): Promise<void> {
  await button(page, 'Sign…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click();
}

test('signs a period only as a colleague approved it, and its pack names both', async ({
  firm,
  data,
  postgres,
}) => {
  test.setTimeout(300_000);
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

    await test.step('an admin requires a second person for signatures', async () => {
      await goTo(ada.page, 'Settings');
      await button(ada.page, 'Change rules…').click();
      await ada.page.getByLabel('Signing a billing period').check();
      await takeScreenshotsInAllThemes(ada, 'period rules dialog');
      await button(ada.page, 'Save').click();
      await expect(
        ada.page.getByText(/before these are sent or signed: signing a billing period/),
      ).toBeVisible();
    });

    await test.step('the period offers to ask for approval with the note of the signature', async () => {
      await openPeriod(ada.page);
      await expect(button(ada.page, 'Sign…')).toBeHidden();
      await takeScreenshotsInAllThemes(ada, 'period to ask');
      await button(ada.page, 'Ask for approval…').click();
      await ada.page.getByRole('dialog').getByLabel('Note of the signature').fill(NOTE);
      await takeScreenshotsInAllThemes(ada, 'period ask dialog');
      await ada.page.getByRole('dialog').getByRole('button', { name: 'Ask for approval' }).click();
      await expect(ada.page.getByText(/^You asked for approval on/)).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'period asked');
    });

    await test.step('a colleague sees everything that would be signed, and approves', async () => {
      await goTo(robin.page, 'Today');
      const task = robin.page.getByRole('button', { name: /^Ada Park asks for your approval: Sign Q1 2026/ });
      await expect(task).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(robin, 'period on Today');
      await task.click();
      await expect(robin.page.getByText(/This is exactly what would be signed\.$/)).toBeVisible();
      await expect(robin.page.getByRole('table', { name: 'Signature' })).toContainText(NOTE);
      await expect(robin.page.getByRole('table', { name: 'Fee files' })).toContainText('Q1 2026 (file');
      expect(await accessibilityFindings(robin.page, { within: 'main' })).toEqual([]);
      await takeScreenshotsInAllThemes(robin, 'period to approve');
      await button(robin.page, 'Approve').click();
      await expect(approvalNote).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'period approved');
    });

    await test.step('adding a step ends the approval, and removing the step restores it', async () => {
      await writeSteps(ada.page, 'File the report');
      await expect(ada.page.getByText(/^The approval has ended\. Robin Reyes approved this on/)).toBeVisible(
        SEEN_WITHIN,
      );
      await expect(button(ada.page, 'Sign…')).toBeHidden();
      await ada.page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
      await takeScreenshotsInAllThemes(ada, 'period changed');
      await writeSteps(ada.page, '');
      await expect(approvalNote).toBeVisible(SEEN_WITHIN);
    });

    await test.step('without the database it is not signed', async () => {
      await postgres.kill();
      await sign(ada.page);
      await expect(ada.page.getByText('The approval can’t be verified')).toBeVisible(SEEN_WITHIN);
      await takeScreenshotsInAllThemes(ada, 'period not verified');
      await button(ada.page, 'Cancel').click();
      await postgres.restart();
    });

    await test.step('it is signed as approved, and the signature names both people', async () => {
      // Until the app is connected to the database again, the approval can't be verified.
      await expect(async () => {
        if (await button(ada.page, 'Cancel').isVisible()) await button(ada.page, 'Cancel').click();
        await sign(ada.page);
        await expect(card(ada.page, 'Signature')).toContainText(NOTE, { timeout: 10_000 });
      }).toPass({ timeout: 90_000 });
      await expect(card(ada.page, 'Signature')).toContainText('Approved by Robin Reyes on');
      await takeScreenshotsInAllThemes(ada, 'period signed');
      const pack = path.join(data, 'period.zip');
      await answerDialogs(ada, pack);
      await button(ada.page, 'Evidence pack…').click();
      await expect(ada.page.getByText('Evidence pack saved')).toBeVisible({ timeout: 20_000 });
      const files = unzipSync(readFileSync(pack));
      expect(JSON.parse(Buffer.from(files['signature.json'] ?? []).toString('utf8'))).toMatchObject({
        signedBy: 'Ada Park',
        approvedBy: 'Robin Reyes',
        note: NOTE,
      });
      const script = path.resolve('test/support/verify-period-pack.py');
      expect(spawnSync('/usr/bin/python3', [script, pack], { encoding: 'utf8' })).toMatchObject({
        status: 0,
      });
      await openPeriod(robin.page);
      await expect(card(robin.page, 'Signed by colleagues')).toContainText(
        'Approved by Robin Reyes on',
        SEEN_WITHIN,
      );
      await takeScreenshotsInAllThemes(robin, 'period signed by colleague');
    });
  });
});
