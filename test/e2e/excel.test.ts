import { mkdirSync } from 'node:fs';
import path from 'node:path';
import writeWorkbook from 'write-excel-file/node';
import { test } from './ready';
import { expect, TEMPORARY } from './running-app';
import { goTo } from './steps';

test('a list in an Excel file is read like any other, and its lines are named by their row', async ({
  running: { app, page },
}) => {
  const file = path.join(TEMPORARY, 'list.xlsx');
  mkdirSync(TEMPORARY, { recursive: true });
  // No digits of a tax ID: what people wrote themselves may stay in the file that they chose.
  const rows = [
    ['Name', 'Token'],
    ['Ann', 'tok_0000000000000000'],
    [null, null],
    ['Bob', '00 7'],
  ];
  await writeWorkbook(rows.map((row) => row.map((value) => (value === null ? null : { value })))).toFile(
    file,
  );
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await goTo(page, 'Tax (ids|IDs)');
  await page.getByRole('tab', { name: 'Tokens to tax IDs' }).click();
  await page.getByRole('button', { name: 'From a file…' }).click();
  const lines = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0)).toContainText('Line 2');
  await expect(lines.nth(1)).toContainText('Line 4');
  await expect(page.getByText(/^list\.xlsx: 1 token, 1 line with an error/)).toBeVisible();
});
