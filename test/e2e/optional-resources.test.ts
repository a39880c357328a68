import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from './running-app';
import { chooseInDialog, connectWithKey, goTo, grid, refreshAndWait, rows, sidebar } from './steps';

const MINIMUMS = 'Billing minimums';

test('refreshes, lists, searches, filters and opens an optional list of the service', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await connectWithKey(page, firm.address, firm.apiKey);
  // The entry is there before the list is known to exist, so that nothing moves when it arrives.
  await expect(sidebar(page).getByText(MINIMUMS)).toBeVisible();
  await refreshAndWait(page);
  await goTo(page, MINIMUMS);
  const list = grid(page, MINIMUMS);
  await expect(list).toHaveAttribute('aria-rowcount', '8'); // seven records and the heading

  await test.step('searches the list', async () => {
    await page.getByLabel('Search billing minimums').fill('trust');
    await expect(list).toHaveAttribute('aria-rowcount', '2');
    await expect(rows(page, MINIMUMS).first()).toContainText('Trust Minimum');
    await page.getByLabel('Search billing minimums').fill('');
    await expect(list).toHaveAttribute('aria-rowcount', '8');
  });

  await test.step('filters by a value', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('tab', { name: 'Value type' }).click();
    await page
      .getByRole('group', { name: /Values of value type/ })
      .getByText('Percentage')
      .click();
    await page.keyboard.press('Escape');
    await expect(list).toHaveAttribute('aria-rowcount', '3');
  });

  await test.step('opens a record with its linked records', async () => {
    await rows(page, MINIMUMS).first().click();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Record' });
    await expect(panel.getByRole('heading', { level: 2 })).toHaveText(/Minimum$/);
    await expect(panel.getByText('Percentage')).toBeVisible();
    await panel.getByRole('tab', { name: /^Linked/ }).click();
    await expect(panel.getByRole('group', { name: /^Billing groups with this minimum/ })).toBeVisible();
  });

  await test.step('shows amounts of reports, invoices and balances', async () => {
    for (const title of ['Billing reports', 'Invoices', 'Latest balances']) {
      await goTo(page, title);
      await expect(rows(page, title).first()).toContainText('$');
    }
  });

  await test.step('sorts accounts by the balance in a borrowed column', async () => {
    await goTo(page, 'Accounts');
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    for (const name of ['Value', 'Cash', 'Balance date'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('button', { name: 'Pin Value to the left' }).click();
    await page.keyboard.press('Escape');
    const heading = grid(page, 'Accounts').getByRole('columnheader', { name: /^Value/ });
    const columnIndex = await heading.getAttribute('aria-colindex');
    await expect(
      rows(page, 'Accounts')
        .locator(`[aria-colindex="${columnIndex}"]`)
        .filter({ hasText: /^\$[\d,]+\.\d\d$/ })
        .first(),
    ).toBeVisible();
    await heading.click();
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
    await heading.click();
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    const values = rows(page, 'Accounts').locator(`[aria-colindex="${columnIndex}"]`);
    await expect(values.first()).toHaveText(/^\$[\d,]+\.\d\d$/);
    // The rows of the new order arrive after the heading's arrow, and the grid puts reused row
    // elements in order only when it is idle.
    await expect(async () => {
      const shownValues = (await values.allTextContents()).map((text) =>
        Number(text.replaceAll(/[$,]/g, '')),
      );
      expect(shownValues).toEqual([...shownValues].sort((a, b) => b - a));
    }).toPass({ timeout: 15_000 });
  });

  await test.step('shows missing data and the billing run on Today', async () => {
    await goTo(page, 'Today');
    const card = page.getByRole('region', { name: 'In the service' });
    await expect(card).toContainText('Missing: transactions');
    await expect(card).toContainText('Billing run: step 3 of 8');
  });
});

test.describe('a service without the optional lists', () => {
  test.use({ lacks: ['billingMinimums', 'billingSplits', 'billingReports', 'invoices', 'latestBalances'] });

  test('refreshes silently without optional lists, hides their entries, and shows bare IDs', async ({
    running,
    firm,
  }) => {
    const { app, page } = running;
    await connectWithKey(page, firm.address, firm.apiKey);
    await refreshAndWait(page);
    const minimumsRequests = () =>
      firm.gate.requests.filter((request) => request.includes('/billing/minimums'));
    await expect.poll(() => minimumsRequests().length).toBe(1);
    const refresh = sidebar(page).getByRole('button', { name: 'Refresh', exact: true });
    await expect(refresh).toBeVisible();
    await expect(sidebar(page).getByText('Billing groups')).toBeVisible();
    await expect(sidebar(page).getByText(MINIMUMS)).toBeHidden();
    for (const title of ['Billing splits', 'Billing reports', 'Invoices', 'Latest balances'])
      await expect(sidebar(page).getByText(title)).toBeHidden();
    await expect(page.getByText(/minimum|billing split/i)).toHaveCount(0);
    await expect(page.getByText(/skipped|failed|could not/i)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);

    await refresh.click();
    await expect
      .poll(() => firm.gate.requests.filter((request) => request.includes('/billing/fee-structures')).length)
      .toBe(2);
    await expect(refresh).toBeVisible();
    expect(minimumsRequests()).toHaveLength(1); // missing today: requested again tomorrow

    // Rules that could not run are listed, not reported as errors.
    await goTo(page, 'Review queue');
    await page.locator('summary', { hasText: /^Couldn’t run/ }).click();
    const reason = page.locator('details').getByText('Couldn’t run: no fee file has been reconciled yet.');
    await expect(reason.first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);

    await goTo(page, 'Accounts');
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await expect(page.getByRole('checkbox', { name: 'Closed on' })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Balance date' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await test.step('checks fees without the optional lists, as far as possible', async () => {
      await chooseInDialog(app, mkdtempSync(path.join(tmpdir(), 'firm-desk-bare-')));
      await goTo(page, 'Fee upload files');
      await rows(page, 'Fee upload files').first().click();
      await page.keyboard.press('Control+a');
      await page.getByRole('button', { name: 'Save 9 files…' }).click();
      await expect(page.getByRole('heading', { name: /^All done: 9 files/ })).toBeVisible({
        timeout: 30_000,
      });
      await page.getByRole('button', { name: 'Reconcile 9 files' }).click();
      await expect(page.getByText('9 of 9 done')).toBeVisible({ timeout: 60_000 });

      await goTo(page, 'Review queue');
      const rules = page.getByRole('navigation', { name: 'Rules' });
      await rules.getByRole('button', { name: 'Missing debit' }).click();
      await expect(grid(page, 'Findings')).toHaveAttribute('aria-rowcount', '2'); // one finding and the heading
      await page.locator('summary', { hasText: /^Couldn’t run/ }).click();
      await expect(
        page.locator('details').getByText('Couldn’t run: no latest balances from your service.'),
      ).toBeVisible();

      await goTo(page, 'Expected fees');
      await page.getByRole('button', { name: 'Get balances from the service' }).click();
      await expect(page.getByText(/^This service has no balances by date\. Import them/)).toBeVisible();
      await expect(page.getByText('No balance for this date; import one').first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);

      await goTo(page, 'Refunds');
      await expect(page.getByRole('button', { name: 'Choose…' })).toBeVisible();
      await goTo(page, 'Billing groups');
      await rows(page, 'Billing groups').first().getByRole('gridcell').nth(1).dblclick();
      const panel = page.getByRole('complementary', { name: 'Record' });
      await panel.getByRole('tab', { name: 'Fee history' }).click();
      await expect(panel.getByRole('table', { name: 'Fee history' })).toBeVisible();
      await expect(panel.getByText(/^Fees of the \d+ accounts in this billing group now\.$/)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });

    // Records that refer to missing lists can still be edited, by IDs.
    await goTo(page, 'Billing groups');
    await rows(page, 'Billing groups').first().getByRole('gridcell').nth(1).dblclick();
    await page
      .getByRole('complementary', { name: 'Record' })
      .getByRole('button', { name: 'Edit…', exact: true })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Billing minimums' }).fill('4711');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Remove 4711' })).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
  });
});
