import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { chooseInDialog, goTo, grid, rows } from '../../steps';

type ServiceRecord = Readonly<Record<string, unknown>>;

test('imports balances, compares a debit with its expected fee and records a refund, offline', async ({
  running,
  firm,
}) => {
  const { app, page } = running;
  const fetchList = async (list: string): Promise<ServiceRecord[]> => {
    const response = await fetch(`${firm.address}${list}?pager.limit=5000`, {
      headers: { authorization: `Bearer ${firm.apiKey}` },
    });
    return ((await response.json()) as { data: ServiceRecord[] }).data;
  };
  const adjustments = await fetchList('/billing/asset-adjustments');
  const adjustedFirms = new Set(
    adjustments.flatMap(({ level, firm_id }) => (level === 'f' ? [firm_id] : [])),
  );
  const structures = (await fetchList('/billing/fee-structures')).filter(
    ({ balance_type, calculation_type: type }) => balance_type === 'E' && ['R', 'T'].includes(String(type)),
  );
  const calculableIds = new Set(structures.map(({ id }) => id));
  // Assignments may be a list, one object, or null.
  const groups = (await fetchList('/billing/groups')).map(({ minimum_ids: ids, assignments }) => ({
    hasMinimum: Array.isArray(ids) && ids.length > 0,
    assigned: [assignments ?? []].flat() as ServiceRecord[],
  }));
  const accountIdsIn = (assigned: ServiceRecord[]): unknown[] =>
    assigned.map((assignment) => assignment['account_id']);
  const idsWithMinimum = groups.flatMap(({ hasMinimum, assigned }) =>
    hasMinimum ? accountIdsIn(assigned) : [],
  );
  // A fee location of 0 means that the account pays its own fees; -1 its group; an ID another account.
  const idsPaidByOthers = groups.flatMap(({ assigned }) =>
    accountIdsIn(assigned.filter((assignment) => assignment['fee_location'] !== 0)),
  );
  const account = (await fetchList('/account-management/accounts')).find((candidate) => {
    const structureIds = candidate['fee_structures_ids'] as unknown[];
    return (
      candidate['payment_source'] === 'C' && // the custodian debits it, so fee files bill it
      candidate['status'] === 'funded' &&
      (candidate['inception_date'] as string | null) !== null &&
      (candidate['inception_date'] as string) < '2026' &&
      structureIds.length === 1 &&
      calculableIds.has(structureIds[0]) &&
      !adjustedFirms.has(candidate['firm_id']) &&
      !idsWithMinimum.includes(candidate['id']) &&
      !idsPaidByOthers.includes(candidate['id'])
    );
  });
  if (!account)
    throw new Error(
      'The demo firm has no funded account whose expected fee depends on one fee structure alone.',
    );

  await test.step('saves three fee files and reconciles one', async () => {
    await chooseInDialog(app, mkdtempSync(path.join(tmpdir(), 'firm-desk-expected-')));
    await goTo(page, 'Fee upload files');
    await rows(page, 'Fee upload files').first().click();
    await rows(page, 'Fee upload files')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Save 3 files…' }).click();
    await expect(page.getByRole('heading', { name: /^All done: 3 files/ })).toBeVisible({ timeout: 30_000 });
    await rows(page, 'Fee upload files').first().click();
    await page.getByRole('button', { name: 'Reconcile…', exact: true }).first().click();
    await expect(grid(page, 'Lines')).toBeVisible();
  });
  await test.step('gets balances from the service and sets the day-count convention', async () => {
    await goTo(page, 'Expected fees');
    await page.getByRole('button', { name: 'Get balances from the service' }).click();
    await expect(page.getByRole('status', { name: 'Balances received' })).toContainText(
      /[\d,]+ of [\d,]+ accounts have a balance of Sep 30, 2026\./,
    );
    const dayCounts = page.getByRole('table', { name: 'Day-count conventions' });
    await expect(
      dayCounts.getByRole('row', { name: /^Quarters or months Closest to most [\d,]+/ }),
    ).toBeVisible();
    await dayCounts.getByRole('button', { name: 'Use Quarters or months' }).click();
    await expect(dayCounts.getByRole('row', { name: /^Quarters or months/ })).toContainText('Decided');
    for (const result of [/^Near the group share/, /^Near the account-alone fee/]) {
      await page.getByRole('radio', { name: result }).check();
      await expect(
        page.getByRole('listbox', { name: 'Debits for the period' }).getByRole('option').first(),
      ).toBeVisible();
    }
    await page.getByRole('radio', { name: /^Not calculated/ }).check();
    await expect(page.getByText('Why it is not calculated')).toBeVisible();
    await expect(
      page
        .getByRole('listbox', { name: 'Debits for the period' })
        .getByRole('option', { name: /Its billing group has a minimum|The fee structure / })
        .first(),
    ).toBeVisible();
  });
  // Offline from here on: nothing below needs the service.
  firm.gate.judge = () => 'drop';

  await test.step('finds the fee above the firm’s ceiling, and waives it', async () => {
    await goTo(page, 'Fee structures');
    await page.getByRole('button', { name: 'Rate ceiling…' }).click();
    await page.getByLabel('Highest rate, in percent').fill('2.5');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await goTo(page, 'Review queue');
    const rule = 'Fee above the rate ceiling';
    await page.getByRole('navigation', { name: 'Rules' }).getByRole('button', { name: rule }).click();
    // The headings, and the one fee that the demo firm has above the ceiling.
    await expect(grid(page, 'Findings')).toHaveAttribute('aria-rowcount', '2');
    await expect(
      page
        .getByRole('complementary', { name: 'Finding' })
        .getByText(
          /That is 3\.60?% of its balance of \$[\d,.]+ on Sep 30, 2026 per year; .* ceiling is 2\.50?%\./,
        ),
    ).toBeVisible();
    await grid(page, 'Findings').focus();
    await page.keyboard.press('w');
    await page.getByLabel('Reason').fill('Agreed in writing');
    await page.getByRole('dialog').getByRole('button', { name: 'Waive', exact: true }).click();
    await expect(page.getByText('1 finding waived')).toBeVisible();
    await expect(grid(page, 'Findings')).toHaveAttribute('aria-rowcount', '1');
  });
  await test.step('imports a balance and excludes lines without a billed date or account', async () => {
    await goTo(page, 'Expected fees');
    await page.getByRole('button', { name: 'Import balances…' }).click();
    await page
      .getByLabel('Paste from a spreadsheet')
      .fill(
        [
          'Account ID\tBalance\tBalance date',
          `${String(account['id'])}\t$123,456.78\t9/30/2026`,
          `${String(account['id'])}\t$5\t10/1/2026`,
          '999999999\t$5\t9/30/2026',
        ].join('\n'),
      );
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Check lines' }).click();
    await expect(page.getByText('1 line can be imported, 2 excluded.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Excluded lines' })).toContainText(
      'No fee file or billing report on this computer is for Oct 1, 2026.',
    );
    await page.getByRole('button', { name: 'Import 1 line' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row', { name: /^Sep 30, 2026 1 Pasted list/ })).toBeVisible();
  });

  await test.step('shows the debit next to the expected fee', async () => {
    await goTo(page, 'Accounts');
    await page.getByLabel('Search accounts').fill(String(account['id']));
    await rows(page, 'Accounts').first().getByRole('gridcell').nth(1).dblclick();
    const panel = page.getByRole('complementary', { name: 'Record' });
    await panel.getByRole('tab', { name: 'Expected fee' }).click();
    await expect(panel.getByRole('heading', { name: /^Sep 30, 2026: \$[\d,.]+ debited$/ })).toBeVisible();
    await expect(panel).toContainText('$123,456.78 as of Sep 30, 2026, imported from a pasted list');
    await expect(panel).toContainText(/More than \$1 apart: .* from the service’s AUM by account/);
    await expect(panel.getByRole('row', { name: /^Quarters or months/ })).toContainText(
      /\$[\d,]+\.\d\d.*Near/,
    );
  });

  await test.step('estimates refunds once the firm says what advance fees bill', async () => {
    await goTo(page, 'Refunds');
    await page.getByRole('button', { name: 'Choose…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Oct 1, 2026 – Dec 31, 2026/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    // The demo firm has one first bill and one account that closed after it was billed.
    await expect(page.getByRole('option')).toHaveCount(2);
    // The account closed on Aug 21; the fee file of Jun 30, saved but not reconciled, billed through Sep 30.
    await page.getByRole('option', { name: /Closed Aug 21, 2026/ }).click();
    const panel = page.getByRole('complementary', { name: 'Details' });
    await expect(panel).toContainText(/40 of 92 days × \$[\d,]+\.\d\d = \$[\d,]+\.\d\d/);
    await panel.getByRole('button', { name: 'Record refund…' }).click();
    await dialog.getByLabel('Reference').fill('Check 1042');
    await dialog.getByRole('button', { name: 'Record refund' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('radio', { name: /^Refunded\s*1$/ }).check();
    await expect(page.getByRole('option').first()).toContainText('Check 1042');
  });
});
