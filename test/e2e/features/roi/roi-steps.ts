import type { Page } from '@playwright/test';
import { expect } from '../../expect';
import type { Gate } from '#test/support/gate';
import { goTo } from '../../steps';

/** User steps for requests for release of information (ROI). */

const SEND = '/org/roi-requests/send-request';
/** Returns how many requests to send an email reached the service; the gate records paths with the API's version. */
export const countSendRequests = (gate: Gate): number =>
  gate.requests.filter((request) => request === `POST /v2${SEND}`).length;
/** Sets the verdict on requests to send an email; other requests pass. */
export const judgeSends = (gate: Gate, verdict: ReturnType<Gate['judge']>): void => {
  gate.judge = ({ path }) => (path === SEND ? verdict : 'pass');
};

export const roiStep = (page: Page, title: string) =>
  page.getByRole('heading', { name: new RegExp(`Step \\d of 5: ${title}`) });
export const clickContinue = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send to Pershing' });

/** Starts a request to this custodian, at its first step. */
export async function beginRequest(page: Page, custodian: RegExp): Promise<void> {
  await goTo(page, 'ROI requests');
  await page.getByRole('button', { name: 'New request' }).first().click();
  await page.getByRole('radio', { name: custodian }).check();
}

/** Starts a request to Pershing and fills in all its steps up to the preview. */
export async function prepareRequest(page: Page, code = '7AB'): Promise<void> {
  await beginRequest(page, /Pershing/);
  await clickContinue(page);
  await expect(roiStep(page, 'Advisor codes')).toBeVisible();
  await page.getByLabel('Other IP Numbers').fill(code);
  await clickContinue(page);
  await page.getByLabel('Advisor (on whose behalf)').fill('Ann Lee');
  await page.getByLabel('Your firm').fill('Harborview Wealth');
  await page.getByLabel('Sender').fill('Tom Park');
  await clickContinue(page);
  await expect(roiStep(page, 'Emails')).toBeVisible();
  // After an earlier request, its addresses are filled in already.
  const replies = page.getByRole('region', { name: 'Reply-to' });
  if (!(await replies.getByRole('listitem').first().isVisible()))
    await replies.getByRole('textbox').fill('ann@harborview.example');
  const copies = page.getByRole('region', { name: 'CC' });
  if (!(await copies.getByRole('listitem').first().isVisible()))
    await copies.getByRole('textbox').fill('tom@harborview.example');
  await clickContinue(page);
  await expect(roiStep(page, 'Preview and send')).toBeVisible();
}
