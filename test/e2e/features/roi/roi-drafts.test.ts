import { launchReady, test } from '../../ready';
import { expect, killApp, launch } from '../../running-app';
import {
  countSendRequests,
  beginRequest,
  clickContinue,
  judgeSends,
  prepareRequest,
  sendButton,
  roiStep,
} from './roi-steps';
import { goTo } from '../../steps';

test("shows the service's reasons for a refusal and lets the user correct it", async ({ running, firm }) => {
  const { page } = running;
  await prepareRequest(page);
  judgeSends(firm.gate, {
    status: 400,
    body: JSON.stringify({
      message: 'Not valid.',
      validation_errors: ['owner_name: is not known at Pershing'],
    }),
  });
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Request rejected' })).toBeVisible();
  await expect(page.getByText('owner_name: is not known at Pershing')).toBeVisible();
  firm.gate.open();
  await page.getByRole('button', { name: 'Correct it…' }).click();
  await expect(roiStep(page, 'People')).toBeVisible(); // the reason names its field
  await page.getByLabel('Advisor (on whose behalf)').fill('Ann B. Lee');
  await clickContinue(page);
  await clickContinue(page);
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Email sent to Pershing' })).toBeVisible();
  expect(countSendRequests(firm.gate)).toBe(2);
});

test('sends nothing with a refused credential or no network, and restores the draft', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await prepareRequest(page);
  judgeSends(firm.gate, { status: 401, body: '{"message":"Unauthorized"}' });
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible();
  await expect(page.getByText('Incorrect API key or password')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the draft' }).click();
  await expect(sendButton(page)).toBeEnabled();

  const sentBefore = countSendRequests(firm.gate);
  await firm.gate.close();
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the draft' }).click();
  await expect(sendButton(page)).toBeEnabled();
  expect(countSendRequests(firm.gate)).toBe(sentBefore);
});

test('keeps a draft when the app is killed, until the user deletes it', async ({ data, firm }) => {
  let running = await launchReady(data, firm);
  await beginRequest(running.page, /Interactive Brokers/);
  await clickContinue(running.page);
  await running.page.getByLabel('Other advisor codes').fill('F0012345');
  await clickContinue(running.page);
  await running.page.getByLabel('Advisor (on whose behalf)').fill('Ann L');
  await running.page.getByRole('button', { name: 'Advisor codes' }).last().click(); // the first is in the sidebar
  await running.page.getByLabel('Other advisor codes').fill('F0099, half a'); // not added as codes
  await expect(running.page.getByText('Draft saved')).toBeVisible();
  await killApp(running);

  running = await launch(data);
  const { page } = running;
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  await goTo(page, 'ROI requests');
  await page.getByRole('button', { name: 'Resume Interactive Brokers' }).click();
  await expect(roiStep(page, 'Advisor codes')).toBeVisible();
  await expect(page.getByText('F0012345').last()).toBeVisible();
  await expect(page.getByLabel('Other advisor codes')).toHaveValue('F0099, half a');
  await page.getByLabel('Other advisor codes').fill('');
  await clickContinue(page);
  await expect(page.getByLabel('Advisor (on whose behalf)')).toHaveValue('Ann L');
  await page.getByRole('button', { name: 'Back to ROI requests' }).click();
  await page.getByRole('button', { name: 'Delete draft: Interactive Brokers' }).click();
  await page.getByRole('button', { name: 'Delete draft', exact: true }).click();
  await expect(page.getByText('No requests yet')).toBeVisible();
  await running.app.close();
});

test('keeps a draft that is left right after it was started', async ({ running }) => {
  const { page } = running;
  await beginRequest(page, /Pershing/);
  await page.getByRole('button', { name: 'Back to ROI requests' }).click();
  await expect(page.getByRole('button', { name: 'Resume Pershing' })).toBeVisible();
});
