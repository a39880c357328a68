import { launchReady, test } from '../../ready';
import { expect, killApp, launch } from '../../running-app';
import { countSendRequests, judgeSends, prepareRequest, sendButton, roiStep } from './roi-steps';
import { goTo } from '../../steps';

test('sends once on a double click and on a held Enter', async ({ running, firm }) => {
  const { page } = running;
  await prepareRequest(page);
  judgeSends(firm.gate, 'hold');
  await sendButton(page).dblclick();
  await expect.poll(() => firm.gate.held).toBe(1);
  await sendButton(page).focus();
  for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
  firm.gate.open();
  await expect(page.getByRole('heading', { name: 'Email sent to Pershing' })).toBeVisible();
  // The key is still held when the outcome replaces the button.
  for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await goTo(page, 'ROI requests');
  await expect(page.getByRole('row', { name: /Pershing/ })).toHaveCount(1);
  expect(countSendRequests(firm.gate)).toBe(1);
});

test('does not send while Enter is held on the way to the preview', async ({ running, firm }) => {
  const { page } = running;
  await prepareRequest(page);
  await page.getByRole('button', { name: /Emails/ }).click();
  await expect(roiStep(page, 'Emails')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).focus();
  for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
  await expect(sendButton(page)).toBeEnabled();
  for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(sendButton(page)).toBeEnabled();
  expect(countSendRequests(firm.gate)).toBe(0);
});

test('shows an unknown outcome after a crash while sending, and resends only on request', async ({
  data,
  firm,
}) => {
  let running = await launchReady(data, firm);
  await prepareRequest(running.page);
  judgeSends(firm.gate, 'hold');
  await sendButton(running.page).click();
  await expect.poll(() => firm.gate.held).toBe(1);
  await killApp(running);
  firm.gate.open();

  running = await launch(data);
  const { page } = running;
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  await goTo(page, 'ROI requests');
  await expect(page.getByText('Drafts')).toBeHidden();
  await page
    .getByRole('row', { name: /Pershing.*Outcome unknown/ })
    .getByRole('button')
    .click();
  await expect(page.getByText('It is unknown whether the email was sent')).toBeVisible();
  await expect(page.getByText(/Ask Pershing whether a request for IP Number 7AB/)).toBeVisible();
  expect(countSendRequests(firm.gate)).toBe(1);

  await page.getByRole('button', { name: 'Not received – prepare again…' }).click();
  await expect(sendButton(page)).toBeDisabled();
  await page.getByRole('checkbox', { name: /I looked for the earlier email/ }).check();
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Email sent to Pershing' })).toBeVisible();
  expect(countSendRequests(firm.gate)).toBe(2);
  await running.app.close();
});

test('leaves the outcome of a lost response unknown until the user resolves it', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await prepareRequest(page);
  judgeSends(firm.gate, 'lose');
  await sendButton(page).click();
  await expect(page.getByText('It is unknown whether the email was sent')).toBeVisible();
  await page.getByRole('button', { name: 'Received', exact: true }).click();
  await expect(page.getByText('The request reached Pershing')).toBeVisible();
  expect(countSendRequests(firm.gate)).toBe(1);
});

for (const [label, response] of [
  ['a message', '{"message":"The e-mail could not be sent"}'],
  ['plain text', 'OK'],
  ['another custodian', '{"id":9,"status":"Sent","custodian":"MLT"}'],
] as const)
  test(`does not treat a 200 with ${label} as a sent email on screen, in the list or in the log`, async ({
    running,
    firm,
  }) => {
    const { page } = running;
    await prepareRequest(page);
    judgeSends(firm.gate, { status: 200, body: response });
    await sendButton(page).click();
    await expect(
      page.getByRole('heading', { name: 'It is unknown whether the email was sent' }),
    ).toBeVisible();
    await goTo(page, 'ROI requests');
    await expect(page.getByRole('row', { name: /Pershing.*Outcome unknown/ })).toBeVisible();
    await goTo(page, 'Activity');
    await expect(page.getByRole('option', { name: /ROI request sent.*Unknown/s })).toBeVisible();
    expect(countSendRequests(firm.gate)).toBe(1);
  });
