import { expect, test } from './running-app';
import { arrived, resume, prepare, sendButton, step } from './roi-steps';
import { connectWithKey, goTo, refreshWhole, startRefresh } from './steps';

test('guides from the custodian to the outcome, and remembers people for the next time', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  await refreshWhole(page);
  await goTo(page, 'ROI requests');
  await page.getByRole('button', { name: 'New request' }).first().click();

  // Twelve custodians: four to choose from, words for the others.
  await expect(page.getByRole('radio')).toHaveCount(4);
  await expect(page.getByText('Integration Xchange')).toHaveCount(2);
  await resume(page);
  await expect(page.getByText('Choose a custodian that takes requests by e-mail.')).toBeVisible();
  await page.getByRole('radio', { name: /Pershing/ }).check({ force: true });
  await resume(page);

  // Codes of the local copy, and others checked as they are entered.
  const known = page.getByRole('region', { name: 'In the local copy' }).getByRole('checkbox');
  await known.first().check();
  await page.getByLabel('Other IP Numbers').fill('NEW-1, 7.B');
  await resume(page);
  await expect(page.getByText(/only letters, digits, hyphen and underscore/).first()).toBeVisible();
  await page.getByLabel('Other IP Numbers').fill('');
  await resume(page);

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
  await resume(page);
  await expect(page.getByText('Not an e-mail address: nobody.')).toBeVisible();
  await page.getByRole('region', { name: 'Copies to' }).getByRole('textbox').fill('');
  await resume(page);

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

test('tells when accounts of the codes have appeared with a later refresh', async ({ running, firm }) => {
  const { page } = running;
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
