import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import writeWorkbook from 'write-excel-file/node';
import { test } from './ready';
import { expect, TEMPORARY, type RunningApp } from './running-app';
import { goTo } from './steps';

test('reads a list from an Excel file and names its lines by row', async ({ running: { app, page } }) => {
  const file = path.join(TEMPORARY, 'list.xlsx');
  mkdirSync(TEMPORARY, { recursive: true });
  // Tokens: the canary scan at the end of the run would report tax IDs, which a user's file may have.
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
  await goTo(page, 'Tax IDs');
  await page.getByRole('tab', { name: 'Tokens to tax IDs' }).click();
  await page.getByRole('button', { name: 'From a file…' }).click();
  const lines = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0)).toContainText('Line 2');
  await expect(lines.nth(1)).toContainText('Line 4');
  await expect(page.getByText(/^list\.xlsx: 1 token, 1 line with an error/)).toBeVisible();
});

/** Writes a small workbook whose sheet unpacks to this XML; returns its path. */
async function hostileWorkbook(name: string, sheet: string): Promise<string> {
  const file = path.join(TEMPORARY, name);
  mkdirSync(TEMPORARY, { recursive: true });
  await writeWorkbook([[{ value: 'Account ID' }], [{ value: '101' }]]).toFile(file);
  const files = unzipSync(readFileSync(file));
  writeFileSync(file, zipSync({ ...files, 'xl/worksheets/sheet1.xml': strToU8(sheet) }, { level: 9 }));
  return file;
}

const openList = ({ app, page }: RunningApp, file: string) =>
  app
    .evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, file)
    .then(() => page.getByRole('button', { name: 'From a file…' }).click());

test('refuses a hostile workbook with a reason, and cancels one that takes long', async ({ running }) => {
  const { page } = running;
  await goTo(page, 'Accounts');
  await page.getByRole('button', { name: 'Import…' }).click();
  // Both sheets stay below the limit of 80 MB for unpacked workbooks; the first is refused for its overlong cell reference.
  const reference = '&#65;'.repeat(14_000_000);
  await openList(
    running,
    await hostileWorkbook(
      'reference.xlsx',
      `<worksheet><sheetData><row r="1"><c r="${reference}1"><v>1</v></c></row></sheetData></worksheet>`,
    ),
  );
  await expect(page.getByText('The Excel file is too large. Save the sheet as CSV.')).toBeVisible();

  await openList(
    running,
    await hostileWorkbook('slow.xlsx', `<worksheet>${'<a/>'.repeat(19_000_000)}<sheetData/></worksheet>`),
  );
  await expect(page.getByText('Reading lines…')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Reading lines…')).toHaveCount(0);

  // The engine did not restart, and reads the next list.
  await page.getByLabel('Paste from a spreadsheet').fill('Account ID,Cash\n101,5');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Pasted list: 1 line, 2 columns')).toBeVisible();
  await expect(page.getByText(/restarted/i)).toHaveCount(0);
});
