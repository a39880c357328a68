import { expect, killHard, launch, test } from './running-app';
import { arrived, judge, prepare, sendButton, step } from './roi-steps';
import { connectWithKey, goTo } from './steps';

test('a double click and Enter held down send once', async ({ running, firm }) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await prepare(page);
  judge(firm.gate, 'hold');
  await sendButton(page).dblclick();
  await expect.poll(() => firm.gate.held).toBe(1);
  await sendButton(page).focus();
  for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
  firm.gate.open();
  await expect(page.getByRole('heading', { name: 'The e-mail to Pershing is on its way' })).toBeVisible();
  for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await goTo(page, 'ROI requests');
  await expect(page.getByRole('row', { name: /Pershing/ })).toHaveCount(1);
  expect(arrived(firm.gate)).toBe(1);
});

test('Enter held down on the way to the preview does not send', async ({ running, firm }) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await prepare(page);
  await page.getByRole('button', { name: /E-mails/ }).click();
  await expect(step(page, 'E-mails')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).focus();
  for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
  await expect(sendButton(page)).toBeEnabled();
  for (let repeat = 0; repeat < 20; repeat++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(sendButton(page)).toBeEnabled();
  expect(arrived(firm.gate)).toBe(0);
});

test('a kill in mid-send: unknown after the restart, not sent again, and begun anew only by a deliberate act', async ({
  data,
  firm,
}) => {
  let running = await launch(data);
  await connectWithKey(running.page, firm.address, firm.apiKey);
  await prepare(running.page);
  judge(firm.gate, 'hold');
  await sendButton(running.page).click();
  await expect.poll(() => firm.gate.held).toBe(1);
  await killHard(running);
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
  await expect(page.getByText('It is not known whether the e-mail went out')).toBeVisible();
  await expect(page.getByText(/Ask Pershing whether a request for IP Number 7AB/)).toBeVisible();
  expect(arrived(firm.gate)).toBe(1);

  await page.getByRole('button', { name: 'It did not arrive: prepare it again…' }).click();
  await expect(sendButton(page)).toBeDisabled();
  await page.getByRole('checkbox', { name: /I have looked for the earlier e-mail/ }).check();
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'The e-mail to Pershing is on its way' })).toBeVisible();
  expect(arrived(firm.gate)).toBe(2);
  await running.app.close();
});

test('an answer that is lost leaves the outcome unknown until a person has found it', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await prepare(page);
  judge(firm.gate, 'lose');
  await sendButton(page).click();
  await expect(page.getByText('It is not known whether the e-mail went out')).toBeVisible();
  await page.getByRole('button', { name: 'It did arrive' }).click();
  await expect(page.getByText('The request did reach Pershing')).toBeVisible();
  expect(arrived(firm.gate)).toBe(1);
});
