import type { Locator, Page } from '@playwright/test';
import type { ChangedResponse } from '#test/support/gate';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { goTo, refreshAndWait } from '../../steps';

const FEE_FILES = '/billing/fee-upload-files';
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Adds a file of another firm with the end date of Q2 2026. */
function addOtherFirm(response: ChangedResponse): void {
  const page = JSON.parse(response.body) as {
    data: { id: number; end_date: string; firm_id: number }[];
    total_items: number;
  };
  const file = page.data.find(({ end_date: endDate }) => endDate.startsWith('2026-06-30'));
  if (!file) return;
  page.data.push({ ...file, id: 9_001, firm_id: 44 });
  response.body = JSON.stringify({ ...page, total_items: page.total_items + 1 });
}

test('separates two firms with the same period end, and shows a period without files', async ({
  running: { page },
  firm,
}) => {
  const list = page.getByRole('table', { name: 'Billing periods' });
  const sign = async (note: string) => {
    await page.getByRole('button', { name: 'Sign…' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill(note);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(section(page, 'Signature')).toContainText(note);
  };
  const back = () => page.getByRole('button', { name: 'Back to billing periods' }).click();

  await test.step('lists each firm’s period by name, and signs one without the other', async () => {
    firm.gate.judge = ({ path }) => (path === FEE_FILES ? { change: addOtherFirm } : 'pass');
    await refreshAndWait(page);
    await goTo(page, 'Billing periods');
    await expect(list.getByRole('columnheader', { name: 'Firm' })).toBeVisible();
    const otherRow = list.getByRole('row', { name: /Q2 2026.*O'Connor & Døving Advisors/ });
    const ownRow = list.getByRole('row', { name: /Q2 2026.*Juniper Harbor Wealth(?! West)/ });
    await expect(otherRow).toHaveCount(1);
    await expect(ownRow).toHaveCount(1);
    await otherRow.getByRole('button').click();
    await expect(page.getByRole('heading', { level: 1, name: /^Q2 2026, O'Connor/ })).toBeVisible();
    await expect(section(page, 'Fee files').getByRole('table').getByRole('rowheader')).toHaveCount(1);
    await expect(section(page, 'Fee files')).toContainText('9001');
    // Waits for the rule check: its end changes the data to be signed.
    await expect(section(page, 'Billing findings').getByRole('table')).toBeVisible({ timeout: 30_000 });
    await sign('Only the other firm.');
    await back();
    await expect(otherRow).toContainText('Signed');
    await expect(ownRow).toContainText('1 file to check');
    await ownRow.getByRole('button').click();
    await expect(page.getByText('Not signed', { exact: true })).toBeVisible();
    await expect(section(page, 'Fee files')).not.toContainText('9001');
    await back();
  });

  await test.step('reports that the signed period’s file was removed, and keeps the signature', async () => {
    await list
      .getByRole('row', { name: /Q2 2026.*O'Connor/ })
      .getByRole('button')
      .click();
    firm.gate.open();
    await refreshAndWait(page);
    await expect(section(page, 'Fee files')).toContainText('No longer in the service');
    await expect(section(page, 'Signature')).toContainText('Changed since it was signed: Fee files');
    await expect(section(page, 'Signature')).toContainText('Only the other firm.');
  });

  await test.step('marks the removed file as replaced, and takes it back', async () => {
    const files = section(page, 'Fee files');
    await files.getByRole('button', { name: /^Mark as replaced/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Its debits no longer count. The saved archive stays.');
    await dialog.getByLabel('Note (optional)').fill('Billing ran again.');
    await dialog.getByRole('button', { name: 'Mark as replaced' }).click();
    await expect(files.getByRole('row', { name: /9001.*Replaced.*Billing ran again\./ })).toBeVisible();
    await expect(files).toContainText('1 replaced file doesn’t count.');
    await files.getByRole('button', { name: /^Undo replaced mark/ }).click();
    await expect(files).toContainText('No longer in the service');
    await expect(files).not.toContainText('1 replaced file doesn’t count.');
  });

  await test.step('reports what is undetermined for a period without files', async () => {
    firm.gate.judge = ({ path }) =>
      path === FEE_FILES
        ? {
            change: (response) =>
              (response.body = JSON.stringify({ ...JSON.parse(response.body), data: [], total_items: 0 })),
          }
        : 'pass';
    await back();
    await list.getByRole('button', { name: 'Q1 2026' }).click();
    await expect(section(page, 'Fee files').getByRole('table')).toBeVisible();
    await refreshAndWait(page);
    await expect(section(page, 'Fee files')).toContainText(
      'Not determined: the service lists no fee files for this period.',
    );
    await expect(page.getByRole('button', { name: 'Draw a sample…' })).toBeEnabled();
    await page.getByRole('button', { name: 'Draw a sample…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Draw' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await page.keyboard.press('Escape');
    firm.gate.open();
  });
});
