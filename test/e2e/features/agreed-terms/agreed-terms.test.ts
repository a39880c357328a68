import fs from 'node:fs';
import path from 'node:path';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { answerDialogs, goTo } from '../../steps';

interface WireAccount {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  readonly fee_structures_ids: readonly number[];
}

test('imports agreed terms offline, compares accounts with them and exports the result', async ({
  running,
  firm,
  data,
}) => {
  const { page } = running;
  const response = await fetch(`${firm.address}/account-management/accounts?pager.limit=50`, {
    headers: { authorization: `Bearer ${firm.apiKey}` },
  });
  const { data: accounts } = (await response.json()) as { data: WireAccount[] };
  const single = accounts.filter(({ fee_structures_ids: ids }) => ids.length === 1);
  const [agreeing, differing] = single;
  const withoutStructure = accounts.find(({ fee_structures_ids: ids }) => ids.length === 0);
  if (!agreeing || !differing || !withoutStructure) throw new Error('The demo firm lacks such accounts.');
  // Offline from here on: nothing below needs the service.
  firm.gate.judge = () => 'drop';

  await test.step('imports valid lines and excludes the others', async () => {
    await goTo(page, 'Agreed terms');
    await expect(page.getByRole('heading', { name: 'No agreements yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Import agreed terms…' }).click();
    await page
      .getByLabel('Paste from a spreadsheet')
      .fill(
        [
          'Account ID\tAgreement date\tFee structure\tFlat dollars\tReference',
          `${agreeing.id}\t01/03/2025\t${agreeing.fee_structures_ids[0]}\t\tIMA-1`,
          `${differing.id}\t2025-01-03\t\t$1,234,567.50\tIMA-2`,
          `${withoutStructure.id}\t2025-01-03\t\t$100\t`,
          `999999999\t2025-01-03\t\t$100\t`,
          `${agreeing.id}\t2025-01-04\t\t-5\t`,
        ].join('\n'),
      );
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Check lines' }).click();
    await expect(page.getByText('3 lines can be imported, 2 excluded.')).toBeVisible();
    const excluded = page.getByRole('table', { name: 'Excluded lines' });
    await expect(excluded.getByRole('row').nth(1)).toContainText('No account “999999999”');
    await expect(excluded.getByRole('row').nth(2)).toContainText('Flat dollars: It must not be below zero.');
    await page.getByRole('button', { name: 'Import 3 lines' }).click();
    await expect(page.getByText('3 lines imported, 2 excluded.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('compares the accounts with their agreed terms', async () => {
    await expect(page.getByText('3 agreements on file')).toBeVisible();
    const list = page.getByRole('region', { name: 'Accounts' });
    for (const [result, name] of [
      ['Differs', differing.name],
      ['No fee structure', withoutStructure.name],
      ['Agrees', agreeing.name],
    ] as const) {
      await page.getByRole('radio', { name: new RegExp(`^${result}`) }).check({ force: true });
      await expect(list.getByText(name, { exact: true })).toBeVisible();
    }
    await page.getByRole('radio', { name: /^Differs/ }).check({ force: true });
    await list.getByText(differing.name, { exact: true }).click();
    const details = page.getByRole('complementary', { name: 'Details' });
    await expect(details).toContainText('the account’s terms of Jan 3, 2025');
    await expect(details).toContainText('Reference: IMA-2');
    await expect(details).toContainText(/Pasted list, line 3, imported .* by /);
  });

  await test.step('exports the comparison', async () => {
    const file = path.join(data, 'agreed-terms.csv');
    await answerDialogs(running, file);
    await page.getByRole('button', { name: 'Export…' }).click();
    await expect(page.getByText('Agreed terms exported')).toBeVisible();
    expect(fs.readFileSync(file, 'utf8')).toContain('$1,234,567.50');
  });
});
