import { simulateDemoNight } from '../../demo-night';
import { test } from '../../ready';
import { expect } from '../../running-app';
import {
  countSendRequests,
  beginRequest,
  clickContinue,
  prepareRequest,
  sendButton,
  roiStep,
} from './roi-steps';
import { goTo, sidebar, clickRefresh } from '../../steps';

test('guides from the custodian to the outcome, and remembers contacts', async ({ running, firm }) => {
  const { page } = running;
  await goTo(page, 'ROI requests');
  await page.getByRole('button', { name: 'New request' }).first().click();
  await expect(roiStep(page, 'Custodian')).toBeFocused(); // the pressed button no longer exists

  await test.step('offers four of twelve custodians, and explains the others', async () => {
    await expect(page.getByRole('radio')).toHaveCount(4);
    await expect(page.getByText('Integration Xchange')).toHaveCount(2); // of NFS and FPR
    await clickContinue(page);
    await expect(page.getByText('Select a custodian that takes requests by email.')).toBeVisible();
    await page.getByRole('radio', { name: /Pershing/ }).check();
    await clickContinue(page);
  });

  await test.step('validates codes and emails as they are entered, and sends nothing before the preview', async () => {
    const knownCodes = page.getByRole('region', { name: 'Codes in your data' }).getByRole('checkbox');
    await knownCodes.first().check();
    await page.getByLabel('Other IP Numbers').fill('NEW-1, 7.B');
    await clickContinue(page);
    await expect(page.getByText(/only letters, digits, hyphens and underscores/).first()).toBeVisible();
    await page.getByLabel('Other IP Numbers').fill(''); // NEW-1 was added; only 7.B was left
    await clickContinue(page);

    await page.getByLabel('Advisor (on whose behalf)').fill('Ann Lee');
    await page.getByLabel('Your firm').fill('Harborview Wealth');
    await page.getByLabel('Sender').fill('Tom Park');
    await page.keyboard.press('Enter');

    await page
      .getByRole('region', { name: 'Reply-to' })
      .getByRole('textbox')
      .fill('"Lee, Ann" <ann@harborview.example>; ANN@harborview.example');
    await page
      .getByRole('region', { name: 'CC' })
      .getByRole('textbox')
      .fill('ops@harborview.example\nnobody');
    await clickContinue(page);
    await expect(page.getByText('Not an email address: nobody.')).toBeVisible();
    await page.getByRole('region', { name: 'CC' }).getByRole('textbox').fill('');
    await clickContinue(page);

    await expect(page.getByText(/The service emails Pershing/)).toBeVisible();
    await page.getByText('Technical details (JSON)').click();
    const requestDetails = await page
      .getByLabel('Technical details of the request', { exact: true })
      .textContent();
    const json = JSON.parse(requestDetails?.slice(requestDetails.indexOf('{')) ?? '') as Record<
      string,
      unknown
    >;
    expect(json).toMatchObject({
      custodian: 'PER',
      owner_name: 'Ann Lee',
      firm_name: 'Harborview Wealth',
      sender_name: 'Tom Park',
      cc_emails: ['ops@harborview.example'],
      reply_to_emails: ['ann@harborview.example'],
    });
    expect(json['advisor_codes']).toContain('NEW-1');
    expect(countSendRequests(firm.gate)).toBe(0);
    await sendButton(page).click();
    await expect(page.getByRole('heading', { name: 'Email sent to Pershing' })).toBeVisible();
    expect(countSendRequests(firm.gate)).toBe(1);
  });

  await test.step('adds a note in the tracker', async () => {
    await page.getByLabel('New note').fill('Called Pershing.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect(page.getByText('Called Pershing.')).toBeVisible();
  });

  await test.step('lists a due reminder on Today until it is done, and closes the request', async () => {
    const today = new Date();
    const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
    const reminders = page.getByRole('region', { name: 'What to do now' });
    await page.getByLabel('Follow up on').fill(day);
    await page.getByLabel('Follow up on').blur();
    await goTo(page, 'Today');
    await expect(reminders.getByText('Follow up')).toBeVisible();
    await expect(sidebar(page).getByRole('button', { name: 'ROI requests 1 due' })).toBeVisible();
    await reminders.getByRole('button', { name: /Pershing/ }).click();
    await page.getByRole('button', { name: 'Followed up' }).click();
    await expect(sidebar(page).getByRole('button', { name: 'ROI requests', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Granted', exact: true }).click();
    await expect(page.getByText(/Pershing granted the request\./)).toBeVisible();

    await expect(page.getByRole('heading', { name: 'Pershing granted the request' })).toBeVisible();
    await expect(page.getByText(/^Closed on/)).toBeFocused();
  });

  await test.step('suggests the advisor of an earlier request only for the same code', async () => {
    await beginRequest(page, /Pershing/);
    await clickContinue(page);
    await page.getByLabel('Other IP Numbers').fill('OTHER-2');
    await clickContinue(page);
    await expect(page.getByLabel('Your firm')).toHaveValue('Harborview Wealth');
    await expect(page.getByLabel('Advisor (on whose behalf)')).toHaveValue('');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Remove OTHER-2' }).click();
    await expect(page.getByRole('form', { name: 'Advisor codes' })).toBeFocused();
    await page.getByLabel('Other IP Numbers').fill('NEW-1');
    await clickContinue(page);
    await expect(page.getByLabel('Advisor (on whose behalf)')).toHaveValue('Ann Lee');
  });

  await test.step('does not discard a typed contact on Escape', async () => {
    await goTo(page, 'ROI requests');
    await page.getByRole('button', { name: 'Contacts & turnaround…' }).click();
    const contacts = page.getByRole('dialog', { name: 'Contacts & turnaround' });
    await contacts.getByRole('button', { name: 'Add…' }).click();
    await expect(contacts.getByLabel('Email address')).toBeFocused();
    await page.keyboard.type('desk@pershing.example');
    await page.keyboard.press('Escape');
    await expect(contacts.getByText('This contact is not saved.')).toBeVisible();
    await expect(contacts.getByLabel('Email address')).toHaveValue('desk@pershing.example');
    await contacts.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(contacts.getByText('desk@pershing.example')).toBeVisible();
    await expect(contacts.getByRole('button', { name: 'Add…' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(contacts).toBeHidden();
  });

  await test.step('suggests the contacts in the next request, and warns about the recent one', async () => {
    await prepareRequest(page, 'NEW-1');
    const send = sendButton(page);
    await expect(page.getByText(/went to Pershing in the last 30 days/)).toBeVisible();
    await expect(page.getByText('ann@harborview.example').first()).toBeVisible();
    await expect(send).toBeDisabled();
    await page.getByRole('checkbox', { name: /want to send this one anyway/ }).check();
    await send.click();
    await expect(page.getByRole('heading', { name: 'Email sent to Pershing' })).toBeVisible();
    expect(countSendRequests(firm.gate)).toBe(2);
  });
});

test('reports when a later refresh brings accounts of the codes', async ({ running, firm }) => {
  const { page } = running;
  await prepareRequest(page, '7AB');
  await page
    .getByRole('button', { name: /Advisor codes/ })
    .last() // the first is in the sidebar
    .click();
  await expect(roiStep(page, 'Advisor codes')).toBeVisible();
  for (const code of await page
    .getByRole('region', { name: 'Codes in your data' })
    .getByRole('checkbox')
    .all())
    await code.check();
  await page.getByRole('button', { name: /Preview and send/ }).click();
  await sendButton(page).click();
  await expect(page.getByText('Accounts have not been refreshed since the request was sent.')).toBeVisible();

  // The demo opens few accounts in a night; after twenty, some have codes of Pershing.
  for (let night = 0; night < 20; night++) await simulateDemoNight(firm);
  await clickRefresh(page);
  await expect(page.getByText(/accounts? (have|has) appeared with these codes/)).toBeVisible({
    timeout: 30_000,
  });
  await goTo(page, 'Today');
  const card = page.getByRole('region', { name: 'What to do now' });
  await expect(card.getByText('Accounts have appeared')).toBeVisible({ timeout: 30_000 });
  await card.getByRole('button', { name: /Pershing/ }).click();
  await page.getByRole('button', { name: 'See all accounts with these codes' }).click();
  await expect(page.getByRole('grid', { name: 'Accounts' })).toBeVisible();
});
