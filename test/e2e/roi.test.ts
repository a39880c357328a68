import type { Page } from '@playwright/test';
import { expect, killHard, launch, test } from './desk';
import { connectWithKey, goTo, refreshWhole, startRefresh } from './steps';
import type { Gate } from '../support/gate';

const SEND = '/org/roi-requests/send-request';
const arrived = (gate: Gate): number => gate.requests.filter((one) => one === `POST /v2${SEND}`).length;
/** What happens to requests to send; everything else passes. */
const judge = (gate: Gate, verdict: ReturnType<Gate['judge']>): void => {
  gate.judge = ({ path }) => (path === SEND ? verdict : 'pass');
};

const step = (page: Page, title: string) =>
  page.getByRole('heading', { name: new RegExp(`Step \\d of 5: ${title}`) });
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send to Pershing' });

/** From the list of requests to the preview, everything typed. */
async function prepare(page: Page, code = '7AB'): Promise<void> {
  await goTo(page, 'ROI requests');
  await page.getByRole('button', { name: 'New request' }).first().click();
  await page.getByRole('radio', { name: /Pershing/ }).check({ force: true });
  await goOn(page);
  await expect(step(page, 'Advisor codes')).toBeVisible();
  await page.getByLabel('Other IP Numbers').fill(code);
  await goOn(page);
  await page.getByLabel('On behalf of').fill('Ann Lee');
  await page.getByLabel('Your firm').fill('Harborview Wealth');
  await page.getByLabel('Sent by').fill('Tom Park');
  await goOn(page);
  await expect(step(page, 'E-mails')).toBeVisible();
  const replies = page.getByRole('region', { name: 'Replies to' });
  if (!(await replies.getByRole('listitem').first().isVisible()))
    await replies.getByRole('textbox').fill('ann@harborview.example');
  await goOn(page);
  await expect(step(page, 'Preview and send')).toBeVisible();
}

test('guides from the custodian to the outcome, and remembers people for the next time', async ({
  desk,
  firm,
}) => {
  const { page } = desk;
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshWhole(page);
  await goTo(page, 'ROI requests');
  await page.getByRole('button', { name: 'New request' }).first().click();

  // Twelve custodians: four to choose from, words for the others.
  await expect(page.getByRole('radio')).toHaveCount(4);
  await expect(page.getByText('Integration Xchange')).toHaveCount(2);
  await goOn(page);
  await expect(page.getByText('Choose a custodian that takes requests by e-mail.')).toBeVisible();
  await page.getByRole('radio', { name: /Pershing/ }).check({ force: true });
  await goOn(page);

  // Codes of the local copy, and others checked as they are entered.
  const known = page.getByRole('region', { name: 'In the local copy' }).getByRole('checkbox');
  await known.first().check();
  await page.getByLabel('Other IP Numbers').fill('NEW-1, 7.B');
  await goOn(page);
  await expect(page.getByText(/only letters, digits, hyphen and underscore/).first()).toBeVisible();
  await page.getByLabel('Other IP Numbers').fill('');
  await goOn(page);

  await page.getByLabel('On behalf of').fill('Ann Lee');
  await page.getByLabel('Your firm').fill('Harborview Wealth');
  await page.getByLabel('Sent by').fill('Tom Park');
  await page.keyboard.press('Enter');

  await page
    .getByRole('region', { name: 'Replies to' })
    .getByRole('textbox')
    .fill('"Lee, Ann" <ann@harborview.example>; ANN@harborview.example');
  await page
    .getByRole('region', { name: 'Copies to' })
    .getByRole('textbox')
    .fill('ops@harborview.example\nnobody');
  await goOn(page);
  await expect(page.getByText('Not an e-mail address: nobody.')).toBeVisible();
  await page.getByRole('region', { name: 'Copies to' }).getByRole('textbox').fill('');
  await goOn(page);

  await expect(page.getByText(/The service sends an e-mail to Pershing/)).toBeVisible();
  await page.getByText('The exact text of the request').click();
  const exact = await page.getByLabel('Exact text of the request', { exact: true }).textContent();
  const told = JSON.parse(exact?.slice(exact.indexOf('{')) ?? '') as Record<string, unknown>;
  expect(told).toMatchObject({
    custodian: 'PER',
    owner_name: 'Ann Lee',
    firm_name: 'Harborview Wealth',
    sender_name: 'Tom Park',
    cc_emails: ['ops@harborview.example'],
    reply_to_emails: ['ann@harborview.example'],
  });
  expect(told['advisor_codes']).toContain('NEW-1');
  expect(arrived(firm.gate)).toBe(0);
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'The e-mail to Pershing is on its way' })).toBeVisible();
  expect(arrived(firm.gate)).toBe(1);

  // The tracker, a note, and the custodian's word.
  await page.getByLabel('New note').fill('Called Pershing.');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await expect(page.getByText('Called Pershing.')).toBeVisible();

  // A reminder whose day has come stands on Today; a request that is closed needs none.
  const today = new Date();
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const reminders = page.getByRole('region', { name: 'ROI requests to look after' });
  await page.getByLabel('Follow up on').fill(day);
  await page.getByLabel('Follow up on').blur();
  await goTo(page, 'Today');
  await expect(reminders.getByText('Follow up')).toBeVisible();
  await reminders.getByRole('button', { name: /Pershing/ }).click();
  await page.getByRole('button', { name: 'Granted', exact: true }).click();
  await expect(page.getByText(/Pershing has granted it/)).toBeVisible();

  // The next request knows the people, and warns of this one.
  await prepare(page, 'NEW-1');
  const send = sendButton(page);
  await expect(page.getByText(/went to Pershing in the last 30 days/)).toBeVisible();
  await expect(page.getByText('ann@harborview.example').first()).toBeVisible();
  await expect(send).toBeDisabled();
  await page.getByRole('checkbox', { name: /want to send this one all the same/ }).check();
  await send.click();
  await expect(page.getByRole('heading', { name: 'The e-mail to Pershing is on its way' })).toBeVisible();
  expect(arrived(firm.gate)).toBe(2);
});

test('tells when accounts of the codes have appeared with a later refresh', async ({ desk, firm }) => {
  const { page } = desk;
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshWhole(page);
  await prepare(page, '7AB');
  await page
    .getByRole('button', { name: /Advisor codes/ })
    .last()
    .click();
  await expect(step(page, 'Advisor codes')).toBeVisible();
  for (const code of await page
    .getByRole('region', { name: 'In the local copy' })
    .getByRole('checkbox')
    .all())
    await code.check();
  await page.getByRole('button', { name: /Preview and send/ }).click();
  await sendButton(page).click();
  await expect(page.getByText('0 new accounts with these codes')).toBeVisible();

  for (let day = 0; day < 20; day++)
    await fetch(`${firm.address}/demo/next-day`, {
      method: 'POST',
      headers: { authorization: `Bearer ${firm.apiKey}` },
    });
  await startRefresh(page);
  await expect(page.getByText(/accounts? (have|has) appeared with these codes/)).toBeVisible({
    timeout: 30_000,
  });
  await goTo(page, 'Today');
  const card = page.getByRole('region', { name: 'ROI requests to look after' });
  await expect(card.getByText('Accounts have appeared')).toBeVisible({ timeout: 30_000 });
  await card.getByRole('button', { name: /Pershing/ }).click();
  await page.getByRole('button', { name: 'See all accounts with these codes' }).click();
  await expect(page.getByRole('grid', { name: 'Accounts' })).toBeVisible();
});

test('a double click and Enter held down send once', async ({ desk, firm }) => {
  const { page } = desk;
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

test('Enter held down on the way to the preview does not send', async ({ desk, firm }) => {
  const { page } = desk;
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
  let desk = await launch(data);
  await connectWithKey(desk.page, firm.address, firm.apiKey);
  await prepare(desk.page);
  judge(firm.gate, 'hold');
  await sendButton(desk.page).click();
  await expect.poll(() => firm.gate.held).toBe(1);
  await killHard(desk);
  firm.gate.open();

  desk = await launch(data);
  const { page } = desk;
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
  await desk.app.close();
});

test('an answer that is lost leaves the outcome unknown until a person has found it', async ({
  desk,
  firm,
}) => {
  const { page } = desk;
  await connectWithKey(page, firm.address, firm.apiKey);
  await prepare(page);
  judge(firm.gate, 'lose');
  await sendButton(page).click();
  await expect(page.getByText('It is not known whether the e-mail went out')).toBeVisible();
  await page.getByRole('button', { name: 'It did arrive' }).click();
  await expect(page.getByText('The request did reach Pershing')).toBeVisible();
  expect(arrived(firm.gate)).toBe(1);
});

test('a refusal shows the service’s reasons, and can be corrected', async ({ desk, firm }) => {
  const { page } = desk;
  await connectWithKey(page, firm.address, firm.apiKey);
  await prepare(page);
  judge(firm.gate, {
    status: 400,
    body: JSON.stringify({
      message: 'Not valid.',
      validation_errors: ['owner_name: is not known at Pershing'],
    }),
  });
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'The service did not accept the request' })).toBeVisible();
  await expect(page.getByText('owner_name: is not known at Pershing')).toBeVisible();
  firm.gate.open();
  await page.getByRole('button', { name: 'Correct it…' }).click();
  await page.getByRole('button', { name: /^. ?People|People/ }).click();
  await page.getByLabel('On behalf of').fill('Ann B. Lee');
  await goOn(page);
  await goOn(page);
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'The e-mail to Pershing is on its way' })).toBeVisible();
  expect(arrived(firm.gate)).toBe(2);
});

test('a credential that is refused, and no network: nothing was sent, and the draft comes back', async ({
  desk,
  firm,
}) => {
  const { page } = desk;
  await connectWithKey(page, firm.address, firm.apiKey);
  await prepare(page);
  judge(firm.gate, { status: 401, body: '{"message":"Unauthorized"}' });
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible();
  await expect(page.getByText('The service refused the credential')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the draft' }).click();
  await expect(sendButton(page)).toBeEnabled();

  const before = arrived(firm.gate);
  await firm.gate.close();
  await sendButton(page).click();
  await expect(page.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible();
  await page.getByRole('button', { name: 'Back to the draft' }).click();
  await expect(sendButton(page)).toBeEnabled();
  expect(arrived(firm.gate)).toBe(before);
});

test('a draft survives a kill', async ({ data, firm }) => {
  let desk = await launch(data);
  await connectWithKey(desk.page, firm.address, firm.apiKey);
  await goTo(desk.page, 'ROI requests');
  await desk.page.getByRole('button', { name: 'New request' }).first().click();
  await desk.page.getByRole('radio', { name: /Interactive Brokers/ }).check({ force: true });
  await goOn(desk.page);
  await desk.page.getByLabel('Other advisor codes').fill('F0012345');
  await goOn(desk.page);
  await desk.page.getByLabel('On behalf of').fill('Ann L');
  await desk.page.getByRole('button', { name: 'Advisor codes' }).last().click();
  await desk.page.getByLabel('Other advisor codes').fill('F0099, half a');
  await expect(desk.page.getByText('Draft kept')).toBeVisible();
  await killHard(desk);

  desk = await launch(data);
  const { page } = desk;
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  await goTo(page, 'ROI requests');
  await page.getByRole('button', { name: 'Go on with Interactive Brokers' }).click();
  await expect(step(page, 'Advisor codes')).toBeVisible();
  await expect(page.getByText('F0012345').last()).toBeVisible();
  await expect(page.getByLabel('Other advisor codes')).toHaveValue('F0099, half a');
  await page.getByLabel('Other advisor codes').fill('');
  await goOn(page);
  await expect(page.getByLabel('On behalf of')).toHaveValue('Ann L');
  await page.getByRole('button', { name: 'Back to the ROI requests' }).click();
  await page.getByRole('button', { name: 'Delete the draft of Interactive Brokers' }).click();
  await page.getByRole('button', { name: 'Delete the draft', exact: true }).click();
  await expect(page.getByText('No requests yet')).toBeVisible();
  await desk.app.close();
});

test('a draft that is left right after it was begun is kept, and does not lead back to itself', async ({
  desk,
  firm,
}) => {
  const { page } = desk;
  await connectWithKey(page, firm.address, firm.apiKey);
  await goTo(page, 'ROI requests');
  await page.getByRole('button', { name: 'New request' }).first().click();
  await page.getByRole('radio', { name: /Pershing/ }).check({ force: true });
  await page.getByRole('button', { name: 'Back to the ROI requests' }).click();
  await expect(page.getByRole('button', { name: 'Go on with Pershing' })).toBeVisible();
});
