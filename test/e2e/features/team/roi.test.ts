import type { Page } from '@playwright/test';
import { expect } from '../../expect';
import { goTo, grid, rows } from '../../steps';
import { countSendRequests, prepareRequest, sendButton } from '../roi/roi-steps';
import { takeScreenshotsInAllThemes, setUpTeam, withDesks } from './team-steps';
import { test } from './team-test';

/** Time in which a change in one app appears in the other. */
const SEEN_WITHIN = { timeout: 20_000 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const openRequest = async (page: Page) => {
  await goTo(page, 'ROI requests');
  await page
    .getByRole('row', { name: /Pershing/ })
    .getByRole('button')
    .click(SEEN_WITHIN);
};

test('sends a request to a custodian once, and lets a member decide between two outcomes', async ({
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

    await test.step('a request that a colleague sent blocks the same prepared request', async () => {
      await prepareRequest(robin.page);
      await expect(sendButton(robin.page)).toBeEnabled(SEEN_WITHIN);
      await prepareRequest(ada.page);
      await sendButton(ada.page).click(SEEN_WITHIN);
      await expect(heading(ada.page, 'Email sent to Pershing')).toBeVisible(SEEN_WITHIN);
      await sendButton(robin.page).click();
      await expect(robin.page.getByText('This changed after you looked at it')).toBeVisible(SEEN_WITHIN);
      await expect(robin.page.getByText('Sent by Ada Park')).toBeVisible();
      await expect(sendButton(robin.page)).toBeDisabled();
      expect(countSendRequests(firm.gate)).toBe(1);
    });

    await test.step('both track it, and a note is seen by the other', async () => {
      await openRequest(robin.page);
      await expect(robin.page.getByText('Sent by Ada Park')).toBeVisible();
      await robin.page.getByRole('textbox', { name: 'New note' }).fill('Called Pershing');
      await button(robin.page, 'Add note').click();
      await expect(ada.page.getByText('Called Pershing')).toBeVisible(SEEN_WITHIN);
      await expect(ada.page.getByText(/ · Robin Reyes$/)).toBeVisible();
    });

    await test.step('both record different decisions, see both, and one of them decides', async () => {
      await postgres.kill();
      await button(ada.page, 'Granted').click();
      await button(robin.page, 'Declined').click();
      await expect(ada.page.getByText(/granted the request\.$/)).toBeVisible();
      await expect(robin.page.getByText(/declined the request\.$/)).toBeVisible();
      await postgres.restart();
      for (const { page } of [ada, robin])
        await expect(heading(page, 'Your team recorded different decisions')).toBeVisible({
          timeout: 60_000,
        });
      await button(robin.page, 'Granted').click();
      for (const { page } of [ada, robin]) {
        await expect(heading(page, 'Your team recorded different decisions')).toBeHidden(SEEN_WITHIN);
        await expect(page.getByText(/^Closed on .+ by Robin Reyes: Pershing granted/)).toBeVisible();
      }
    });

    await test.step('contacts, turnarounds and plans are the team’s, with who changed them', async () => {
      const contacts = (page: Page) => page.getByRole('dialog', { name: 'Contacts & turnaround' });
      for (const { page } of [ada, robin]) {
        await goTo(page, 'ROI requests');
        await button(page, 'Contacts & turnaround…').click();
      }
      await expect(contacts(robin.page).getByText('ann@harborview.example')).toBeVisible(SEEN_WITHIN);
      await expect(
        contacts(robin.page)
          .getByText(/^Ada Park on /)
          .first(),
      ).toBeVisible();
      await contacts(robin.page).getByLabel('At most, in business days').fill('12');
      await button(robin.page, 'Save').click();
      for (const { page } of [ada, robin]) {
        await expect(contacts(page).getByText(/^Set by Robin Reyes on /)).toBeVisible(SEEN_WITHIN);
        if (page === ada.page) await takeScreenshotsInAllThemes(ada, 'contacts of the team');
        await page.keyboard.press('Escape');
        await expect(contacts(page)).toBeHidden();
      }
      await goTo(ada.page, 'Advisor codes');
      await expect(rows(ada.page, 'Advisor codes').first()).toBeVisible();
      await grid(ada.page, 'Advisor codes').focus();
      await ada.page.keyboard.press('Control+a');
      await button(ada.page, 'New ROI request…').click();
      const plans = (page: Page) => page.getByText(/^Planned by Ada Park on /);
      await expect(plans(robin.page).first()).toBeVisible(SEEN_WITHIN);
      const planCount = await plans(robin.page).count();
      await takeScreenshotsInAllThemes(robin, 'plans of the team');
      await goTo(ada.page, 'ROI requests');
      await expect(plans(ada.page)).toHaveCount(planCount);
      await robin.page
        .getByRole('button', { name: /^Dismiss the request to / })
        .first()
        .click();
      for (const { page } of [ada, robin]) await expect(plans(page)).toHaveCount(planCount - 1, SEEN_WITHIN);
    });

    await test.step('without the database, the preview says how old colleagues’ requests are', async () => {
      await postgres.kill();
      await prepareRequest(ada.page, '7ZZ');
      await expect(ada.page.getByText(/^Colleagues’ requests as of /)).toBeVisible(SEEN_WITHIN);
      await expect(sendButton(ada.page)).toBeDisabled();
      await ada.page.getByRole('checkbox', { name: /I want to send this request without/ }).check();
      await sendButton(ada.page).click();
      await expect(heading(ada.page, 'Email sent to Pershing')).toBeVisible({ timeout: 30_000 });
      expect(countSendRequests(firm.gate)).toBe(2);
    });
  });
});
