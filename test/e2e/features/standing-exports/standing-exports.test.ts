import { parse } from 'csv-parse/sync';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { addAccountsExport } from './add-export';

/** Makes a folder read-only, even for root; returns a function that undoes it, or null if not permitted here. */
function makeReadOnly(folder: string): (() => void) | null {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o555);
    return () => chmodSync(folder, 0o755);
  }
  try {
    execFileSync('mount', ['--bind', folder, folder], { stdio: 'ignore' });
  } catch {
    return null; // a container without that right
  }
  execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
  return () => execFileSync('umount', [folder]);
}

test('reports what is wrong with a standing export’s folder or file, and keeps the last file', async ({
  running: { app, page },
  data,
  firm,
}) => {
  test.skip(process.platform !== 'linux', 'folders become read-only in other ways');
  const folder = path.join(data, 'exports');
  const file = path.join(folder, 'all-accounts.csv');
  mkdirSync(folder, { recursive: true });
  await addAccountsExport(app, page, folder);
  const line = page.getByRole('list', { name: 'Standing exports' }).getByRole('listitem');
  const writeNow = async () => {
    await line.getByRole('button', { name: 'More for Accounts: All accounts' }).click();
    await page.getByRole('menuitem', { name: 'Write now' }).click();
  };
  const writesBefore = firm.gate.requests.filter((request) => !request.startsWith('GET ')).length;

  await writeNow();
  await expect(line).toContainText(/Written.*2,000 rows/s);
  const written = readFileSync(file, 'utf8');
  expect(parse(written, { bom: true })).toHaveLength(2001);

  await test.step('reports a missing folder, and writes again once it is back', async () => {
    renameSync(folder, `${folder} moved`);
    await writeNow();
    await expect(line).toContainText('The folder was not found.');
    await expect(line).toContainText('Last written: ');
    renameSync(`${folder} moved`, folder);
    await writeNow();
    await expect(line).toContainText(/Written.*2,000 rows/s);
  });

  await test.step('reports a read-only folder, and keeps the last file', async () => {
    const makeWritable = makeReadOnly(folder);
    if (!makeWritable) return;
    try {
      await writeNow();
      await expect(line).toContainText('Firm Desk doesn’t have permission to write to this folder.');
      expect(readFileSync(file, 'utf8')).toBe(written);
    } finally {
      makeWritable();
    }
    await writeNow();
    await expect(line).toContainText(/Written.*2,000 rows/s);
  });

  await test.step('keeps a file that the user edited', async () => {
    appendFileSync(file, 'mine');
    await writeNow();
    await expect(line).toContainText('The folder has a file with this name that Firm Desk didn’t write');
    expect(readFileSync(file, 'utf8')).toBe(`${written}mine`);
  });
  expect(firm.gate.requests.filter((request) => !request.startsWith('GET '))).toHaveLength(writesBefore);
});
