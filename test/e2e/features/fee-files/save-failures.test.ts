import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BigArchive } from '#test/support/big-archive';
import type { Gate, Verdict } from '#test/support/gate';
import { limitDisk } from '../../full-disk';
import { launchReady, test, testWithOwnApp } from '../../ready';
import { closeWindow, waitForExit, expect, killApp, launch, type RunningApp } from '../../running-app';
import { openFeeFiles, goTo, selectFirstFile } from '../../steps';

/** Failures while saving files, in the real app with real files. */

const DOWNLOAD = /\/billing\/fee-upload-files\/download\//;
const MEGABYTES = 64;

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firm-desk-fee-faults-'));
});
test.afterEach(() => rmSync(folder, { recursive: true }));
const filesInFolder = () => readdirSync(folder).sort();
const bytesInFolder = () =>
  filesInFolder().reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);

const judgeDownloads = (gate: Gate, verdict: Verdict) => {
  gate.judge = ({ path: requestPath }) => (DOWNLOAD.test(requestPath) ? verdict : 'pass');
};
async function saveFirst({ page }: RunningApp): Promise<void> {
  await selectFirstFile(page);
  await page.getByRole('button', { name: 'Save…' }).click();
}
/** Returns a sender for half of an archive that sends the rest on request. */
function archiveInHalves() {
  const big = new BigArchive(MEGABYTES);
  let resume = (): void => undefined;
  const resumed = new Promise<void>((resolve) => (resume = resolve));
  return { big, verdict: big.sendHalf(resumed), resume };
}
const waitForQuarter = () =>
  expect.poll(bytesInFolder, { timeout: 20_000 }).toBeGreaterThan((MEGABYTES / 4) * 1_000_000);

testWithOwnApp('leaves no file and reports a disk that is full during a write', async ({ running, firm }) => {
  testWithOwnApp.skip(
    process.platform !== 'linux',
    'Only Linux lets a test limit what another process writes',
  );
  const { app, page } = running;
  await openFeeFiles(running, folder);
  await limitDisk(app, (MEGABYTES / 2) * 1_000_000);
  judgeDownloads(firm.gate, new BigArchive(MEGABYTES).send);
  await saveFirst(running);
  await expect(page.getByText(/The disk is full/)).toBeVisible({ timeout: 20_000 });
  expect(filesInFolder()).toEqual([]);
});

test('keeps no file and reports an error if the body is shorter than announced', async ({
  running,
  firm,
}) => {
  await openFeeFiles(running, folder);
  judgeDownloads(firm.gate, new BigArchive(3).sendShort);
  await saveFirst(running);
  await expect(running.page.getByText(/Connection lost/)).toBeVisible({ timeout: 20_000 });
  expect(filesInFolder()).toEqual([]);
});

test('reports a drive removed during a write and leaves nothing under the final name', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await openFeeFiles(running, folder);
  const { verdict, resume } = archiveInHalves();
  judgeDownloads(firm.gate, verdict);
  await saveFirst(running);
  await waitForQuarter();
  renameSync(folder, `${folder}-pulled`);
  resume();
  await expect(page.getByText(/The file could not be (saved|read)/)).toBeVisible({ timeout: 20_000 });
  renameSync(`${folder}-pulled`, folder);
  expect(filesInFolder().filter((name) => !name.endsWith('.part'))).toEqual([]);
});

test('removes half-written files at the next start after a killed process', async ({ data, firm }) => {
  let running = await launchReady(data, firm);
  await openFeeFiles(running, folder);
  judgeDownloads(firm.gate, archiveInHalves().verdict);
  await saveFirst(running);
  await waitForQuarter();
  await goTo(running.page, 'Today');
  await killApp(running);
  expect(filesInFolder()).toEqual([expect.stringMatching(/\.zip\.[0-9a-f]{12}\.part$/)]);

  running = await launch(data);
  await expect.poll(filesInFolder, { timeout: 20_000 }).toEqual([]);
  await running.app.close();
});

test('asks before closing during a download, then logs its stop and leaves no partial file', async ({
  data,
  firm,
}) => {
  let running = await launchReady(data, firm);
  await openFeeFiles(running, folder);
  judgeDownloads(firm.gate, archiveInHalves().verdict);
  await saveFirst(running);
  await waitForQuarter();
  expect(await closeWindow(running, 'stay')).toContain('1 file is being saved.');
  await goTo(running.page, 'Today'); // the partial file and the download still exist
  await waitForQuarter();
  const exit = waitForExit(running);
  await closeWindow(running, 'quit');
  await exit;
  expect(filesInFolder()).toEqual([]);

  running = await launch(data);
  await goTo(running.page, 'Activity');
  await expect(
    running.page.getByRole('option', { name: /Fee upload file saved File: 40.*Stopped/ }),
  ).toBeVisible();
  await running.app.close();
});

test('holds a paused download while its screen is closed, and resumes it', async ({ running, firm }) => {
  const { page } = running;
  await openFeeFiles(running, folder);
  const { big, verdict, resume } = archiveInHalves();
  judgeDownloads(firm.gate, verdict);
  await saveFirst(running);
  await waitForQuarter();
  await page.getByRole('button', { name: /^Pause: Fee upload file/ }).click();
  await expect(page.getByText(/^Paused at/)).toBeVisible();
  resume();
  await goTo(page, 'Accounts');
  await goTo(page, 'Fee upload files');
  await expect(page.getByText(/^Paused at/)).toBeVisible();
  expect(bytesInFolder()).toBeLessThan(big.length);
  await page.getByRole('button', { name: /^Resume: Fee upload file/ }).click();
  // The archive is intact, but its file count differs from its record's.
  await expect(page.getByRole('heading', { name: '1 saved archive needs attention' })).toBeVisible({
    timeout: 20_000,
  });
  expect(bytesInFolder()).toBe(big.length);
});

test('reports a moved file when the user wants to show it', async ({ running }) => {
  const { page } = running;
  await openFeeFiles(running, folder);
  await saveFirst(running);
  await expect(page.getByRole('heading', { name: 'All done: 1 file' })).toBeVisible({ timeout: 20_000 });
  const [name = ''] = filesInFolder();
  renameSync(path.join(folder, name), path.join(folder, 'moved.zip'));
  await page.getByRole('tab', { name: /^Saved/ }).click();
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expect(page.getByText('The file could not be read')).toBeVisible();
  await expect(page.getByRole('row', { name: /Missing/ })).toBeVisible();
});
