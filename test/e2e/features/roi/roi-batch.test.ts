import { test } from '../../ready';
import { expect } from '../../running-app';
import { countSendRequests } from './roi-steps';
import { goTo, grid, resizeTo, rows } from '../../steps';

const SEND = '/org/roi-requests/send-request';

test('requests codes of several custodians in one batch, once each; a rejection stops the rest', async ({
  running,
  firm,
}) => {
  const { page } = running;
  /** Returns the texts whose end is hidden; texts for screen readers are one pixel wide and do not count. */
  const cutTextsOnPage = () =>
    page.locator('main *').evaluateAll((elements) =>
      elements
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .filter((element) => getComputedStyle(element).overflowX === 'hidden' && element.clientWidth > 1)
        .map((element) => element.textContent.trim()),
    );
  await goTo(page, 'Advisor codes');
  await expect(rows(page, 'Advisor codes').first()).toBeVisible();
  await grid(page, 'Advisor codes').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'New ROI request…' }).click();

  await expect(
    page.getByRole('heading', { level: 1, name: /^ROI requests to \d custodians$/ }),
  ).toBeVisible();
  const advisors = page.getByLabel('Advisor (on whose behalf)');
  const custodians = await advisors.count();
  expect(custodians).toBeGreaterThanOrEqual(3);
  await expect(page.getByText('Integration Xchange').first()).toBeVisible(); // instructions for the other custodians

  await test.step('cuts no text, as a table in a wide window', async () => {
    const table = page.getByRole('table', { name: 'Requests' });
    for (const width of [1024, 1440, 2560]) {
      await resizeTo(running, width);
      await expect(table).toHaveCount(width === 2560 ? 1 : 0);
      await expect.poll(cutTextsOnPage, `${width}`).toEqual([]);
    }
    await resizeTo(running, 1280, 800);
  });

  await test.step('previews all requests without sending any', async () => {
    await page.getByRole('button', { name: `Preview ${custodians} requests` }).click();
    await expect(page.getByRole('alert').getByText('Enter your firm.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Your firm' }).fill('Harborview Wealth');
    await page.getByRole('textbox', { name: 'Sender' }).fill('Tom Park');
    await page.getByRole('region', { name: 'Reply-to' }).getByRole('textbox').fill('ann@harborview.example');
    await page.getByRole('region', { name: 'CC' }).getByRole('textbox').fill('ops@harborview.example');
    for (let index = 0; index < custodians; index += 1)
      await advisors.nth(index).fill(`Advisor ${index + 1}`);
    await page.getByRole('button', { name: `Preview ${custodians} requests` }).click();
    await expect(page.getByText(/^The service emails /)).toHaveCount(custodians);
    expect(countSendRequests(firm.gate)).toBe(0);
  });

  await test.step('stops after a rejection, and sends the remaining requests once', async () => {
    let attempts = 0;
    firm.gate.judge = ({ path }) =>
      path === SEND && (attempts += 1) === 2
        ? { status: 400, body: JSON.stringify({ message: 'The request is not valid.' }) }
        : 'pass';
    await page.getByRole('button', { name: `Send ${custodians} requests` }).dblclick();
    await expect(page.getByText(/^Stopped after .* not been sent\.$/)).toBeVisible();
    expect(countSendRequests(firm.gate)).toBe(2);
    await page.getByRole('button', { name: /^Send \d requests?$/ }).click();
    await expect(page.getByText('Waiting', { exact: true })).toHaveCount(custodians - 1);
    await expect(page.getByText('Rejected', { exact: true })).toBeVisible();
    expect(countSendRequests(firm.gate)).toBe(custodians);
  });

  await test.step('logs a request made through a portal, and keeps the others planned', async () => {
    // Requests through a portal are made there, and tracked here.
    await page.getByRole('button', { name: 'Log as submitted: Fidelity', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('Case 4711');
    await page.getByRole('dialog').getByRole('button', { name: 'Log request', exact: true }).click();
    // The plan stays for the other custodians: here, and in the list of requests.
    await expect(page.getByText('Logged', { exact: true })).toBeVisible();
    const others = page.getByRole('button', { name: /^Log as submitted: / });
    const remaining = await others.count();
    expect(remaining).toBeGreaterThan(0);
    await goTo(page, 'ROI requests');
    await expect(others).toHaveCount(remaining);
    await page
      .getByRole('button', { name: /^Dismiss the request to / })
      .first()
      .click();
    await expect(others).toHaveCount(remaining - 1);
    await page.getByLabel('Search requests').fill('case 4711');
    await expect(page.getByRole('row')).toHaveCount(2); // the headings, and the one match
    expect(countSendRequests(firm.gate)).toBe(custodians);
  });
});
