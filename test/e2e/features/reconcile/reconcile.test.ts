import { unzipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { accessibilityFindings } from '../../accessibility-findings';
import { test } from '../../ready';
import { expect } from '../../running-app';
import { readPdf } from '#test/support/pdf-text';
import { SCREENSHOT_FOLDER } from '../../screenshots';
import { answerDialogs, chooseInDialog, cutTexts, goTo, grid, resizeTo, rows } from '../../steps';

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** Saves every fee upload file to a folder. */
async function saveAll(app: ElectronApplication, page: Page, folder: string): Promise<void> {
  await chooseInDialog(app, folder);
  await goTo(page, 'Fee upload files');
  await rows(page, 'Fee upload files').first().click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Save 9 files…' }).click();
  await expect(page.getByRole('region', { name: 'All done' })).toBeVisible({ timeout: 30_000 });
}

const fileNamePattern = (fileId: string): RegExp => new RegExp(`id ${fileId}\\.zip$`);
/** Returns the path where `saveAll` saved a file. */
function savedPath(folder: string, fileId: string): string {
  const name = readdirSync(folder).find((name) => fileNamePattern(fileId).test(name));
  if (name === undefined) throw new Error(`File ${fileId} is not in the folder`);
  return path.join(folder, name);
}

async function openReconcile(page: Page, fileId: string): Promise<void> {
  await goTo(page, 'Fee upload files');
  await page.getByRole('tab', { name: /^Saved/ }).click();
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: fileNamePattern(fileId) }) });
  await row.getByRole('button', { name: 'Reconcile…' }).click();
  await expect(
    page.getByRole('heading', { name: new RegExp(`^Reconcile Q\\d \\d{4} \\(file ${fileId}\\)$`) }),
  ).toBeVisible();
}

async function reconcile(page: Page, fileId: string): Promise<void> {
  await openReconcile(page, fileId);
  await expect(grid(page, 'Lines')).toBeVisible(); // its columns are unambiguous and need no confirmation
}

const comparison = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'File vs. record' }).getByRole('listitem', { name });
/** Selects a kind of lines and waits until they are displayed. */
async function chooseKind(page: Page, kind: string, lines: number): Promise<void> {
  await page
    .getByRole('list', { name: 'Kinds of lines' })
    .getByRole('button', { name: new RegExp(`^${kind}`) })
    .click();
  await expect(grid(page, 'Lines')).toHaveAttribute('aria-rowcount', String(lines + 1));
}
const cents = (text: string): number => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100);

test.beforeEach(async ({ running, data }) => {
  await saveAll(running.app, running.page, data);
});

const CHARGED = 'Fee file 40 for the period that ended on Sep 30, 2026 charges this account \\$[\\d,.]+\\.';

/** Rules that have one case each in the demo firm, and their findings: the compared values and their dates. */
const FEE_FINDINGS: readonly (readonly [rule: string, text: RegExp])[] = [
  [
    'Billed in two fee files',
    /^Fee files 32 and 40 for the period that ended on Sep 30, 2026 charge this account \$[\d,.]+ in total\./,
  ],
  ['Billed outside its dates', new RegExp(`^${CHARGED} .* first billable date is Jan 28, 2027`)],
  ['Debited and invoiced', new RegExp(`^${CHARGED} Invoice \\d+ dated Oct 1, 2026 names it too, for \\$`)],
  [
    'Missing debit',
    /^Fee files 32 and 40 .* do not charge this account\. Fee file 39 .* Jun 30, 2026 charged it \$[\d,.]+\.$/,
  ],
  ['Wrong payer', new RegExp(`^${CHARGED} Its billing group .* now names another payer: `)],
  [
    'Fee file differs from the billing report',
    new RegExp(`^${CHARGED} Billing report 817 dated Oct 1, 2026 does not list it`),
  ],
  [
    'Unusual fee change',
    new RegExp(`^${CHARGED} Fee file 39 .* charged \\$[\\d,.]+, so the fee is .*% higher`),
  ],
  [
    'Flat fee differs from its structure',
    new RegExp(`^${CHARGED} Its fee structure .* flat fee of \\$150\\.00`),
  ],
  ['Payer in no fee file', /^Fee files 32 and 40 .* do not charge any account of this group/],
  [
    'Fee file total differs from the billing report',
    /^The lines of this file add up to \$[\d,.]+\. Billing report 817 dated Oct 1, 2026 has a custodian total of \$/,
  ],
  [
    'Fee above the latest cash',
    new RegExp(`^${CHARGED} Its latest balance, as of Nov 19, 2026, has \\$[\\d,.]+ in cash`),
  ],
  ['Yearly total out of proportion', /for a year\. Your fee structures bill 4 to 12 times a year\.$/],
];

/** Takes screenshots for design reviews if `SCREENSHOT_FOLDER` names a folder. */
async function takeScreenshotsInSizes(app: ElectronApplication, page: Page, name: string): Promise<void> {
  if (!SCREENSHOT_FOLDER) return;
  for (const width of [1024, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await app.evaluate(
        ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setContentSize(to, 800),
        width,
      );
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
      await page.screenshot({ path: path.join(SCREENSHOT_FOLDER, `${name} ${width} ${colorScheme}.png`) });
    }
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1920, 1080));
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1920);
}

test('reconciles a clean file with its record and the previous period while offline', async ({
  running: { app, page },
  firm,
}) => {
  await firm.gate.close();
  await reconcile(page, '35');
  for (const name of ['Total fees', 'Accounts', 'Custodians', 'Files'])
    await expect(comparison(page, name)).toContainText('Agrees');
  await expect(comparison(page, 'Households')).not.toContainText('Differs');
  await expect(page.getByRole('heading', { name: /^The file agrees with its record/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Kinds of lines' })).not.toContainText('Not in our accounts');

  // The first period has no earlier one. On a large screen each comparison has its text beside it, not in a
  // narrow column.
  await openReconcile(page, '33');
  await expect(page.getByRole('region', { name: 'File vs. prior period' })).toContainText(
    'no file of an earlier period',
  );
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1920, 1080));
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1920);
  for (const card of ['File vs. record', 'File vs. prior period'])
    for (const row of await page.getByRole('region', { name: card }).getByRole('listitem').all())
      expect((await row.boundingBox())?.height).toBeLessThan(45); // two lines

  await test.step('lists one finding of each fee rule in the review queue, and waives it', async () => {
    await reconcile(page, '39'); // the period before shows how long the latest one is, and what it charged
    for (const fileId of ['32', '40']) await reconcile(page, fileId);
    await goTo(page, 'Review queue');
    const findingPanel = page.getByRole('complementary', { name: 'Finding' });
    for (const [rule, text] of FEE_FINDINGS) {
      await page.getByRole('navigation', { name: 'Rules' }).getByRole('button', { name: rule }).click();
      await expect(grid(page, 'Findings')).toHaveAttribute('aria-rowcount', '2');
      await expect(findingPanel.getByRole('heading', { name: rule })).toBeVisible();
      await expect(findingPanel.getByText(text)).toBeVisible();
      await takeScreenshotsInSizes(app, page, rule);
      await grid(page, 'Findings').focus();
      await page.keyboard.press('w');
      await page.getByLabel('Reason').fill(`Agreed: ${rule}`);
      await page.getByRole('dialog').getByRole('button', { name: 'Waive', exact: true }).click();
      await expect(page.getByText('1 finding waived').last()).toBeVisible();
      await expect(grid(page, 'Findings')).toHaveAttribute('aria-rowcount', '1');
    }
    await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Waived' });
    const rules = page.getByRole('navigation', { name: 'Rules' });
    await expect(rules.getByRole('button', { name: /^All findings/ })).toContainText(
      String(FEE_FINDINGS.length),
    );
    const [first = ''] = FEE_FINDINGS[0] ?? [];
    await rules.getByRole('button', { name: first }).click();
    await expect(findingPanel.getByText(`Reason: Agreed: ${first}`)).toBeVisible();
  });
});

test('finds a missing line of a file, and its amount', async ({ running: { page } }) => {
  await reconcile(page, '36');
  await expect(comparison(page, 'Accounts')).toContainText('The file has 1 fewer account.');
  await expect(comparison(page, 'Total fees')).toContainText(/The file total is \$[\d,.]+ lower\./);
  await expect(page.getByText(/^Probably missing: .+ \(\d+\), \$[\d,.]+ in the prior period$/)).toBeVisible();
  // A check that could not be made is named, with its reason.
  await expect(page.getByText(/^Skipped: \w+ \(.+\)$/)).toBeVisible();
  await expect(comparison(page, 'Files')).toContainText('Agrees');
  await expect(
    page.getByRole('heading', { name: 'The file differs from its record in total fees and accounts' }),
  ).toBeVisible();
});

/** Returns the number of fully visible lines. */
const rowsInView = (page: Page): Promise<number> =>
  rows(page, 'Lines').evaluateAll(
    (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
  );

test('finds the file with an extra line and an unknown account; a line opens its account', async ({
  running: { app, page },
}) => {
  await reconcile(page, '39');
  await expect(comparison(page, 'Accounts')).toContainText('The file has 1 more account.');
  await chooseKind(page, 'Not in our accounts', 1);
  await expect(rows(page, 'Lines').first()).toContainText('99999999');
  await expect(rows(page, 'Lines').first()).toContainText('$123.45');

  await chooseKind(page, 'Billed twice', 2);
  const [first = '', second = ''] = await rows(page, 'Lines').allInnerTexts();
  const amount = /\$[\d,]+\.\d\d/.exec(first)?.[0] ?? '';
  expect(second).toContain(amount);
  const difference = /The file total is (\$[\d,]+\.\d\d) higher/.exec(
    await comparison(page, 'Total fees').innerText(),
  );
  expect(cents(difference?.[1] ?? '')).toBe(cents(amount) + 12_345);
  await expect(
    page.getByText(
      `Difference of ${difference?.[1] ?? ''}: $123.45 not in our accounts + ${amount} billed twice`,
    ),
  ).toBeVisible();

  // To leave room for the lines, a small window collapses the comparisons and lists the kinds in a select.
  await resizeTo({ app, page }, 1024, 680);
  await openReconcile(page, '39');
  const comparisons = page.getByRole('button', { name: 'Comparisons' });
  await expect(comparisons).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('list', { name: 'Kinds of lines' })).toBeHidden();
  await page.getByRole('combobox', { name: 'Kind of lines' }).selectOption({ label: 'Needs attention (38)' });
  await expect(grid(page, 'Lines')).toHaveAttribute('aria-rowcount', '39');
  await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(9);
  for (const width of [2560, 1440, 1024]) {
    await resizeTo({ app, page }, width, 680);
    for (const column of ['Account number', 'Amount', 'Kind'])
      await expect.poll(() => cutTexts(page, 'Lines', column), `${column}, ${width}`).toEqual([]);
  }
  await comparisons.click();
  await expect(comparison(page, 'Total fees')).toContainText('Differs');
  await comparisons.click();
  await page.getByRole('combobox', { name: 'Kind of lines' }).selectOption({ label: 'Billed twice (2)' });
  await expect(grid(page, 'Lines')).toHaveAttribute('aria-rowcount', '3');

  const number = /\d{8}/.exec(first)?.[0] ?? '';
  await rows(page, 'Lines').first().dblclick();
  const record = page.getByRole('complementary', { name: 'Record' });
  await expect(record).toContainText(number);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(grid(page, 'Lines')).toHaveAttribute('aria-rowcount', '3');
});

test('lets columns be corrected, and remembers them for the custodian', async ({ running: { page } }) => {
  await reconcile(page, '39');
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expect(page.getByRole('region', { name: 'First lines of the file' })).toBeVisible();
  expect(await accessibilityFindings(page, { within: 'main' })).toEqual([]);
  const files = page.getByRole('list', { name: 'Files of the archive' });
  await files.getByRole('button', { name: /^Charles Schwab/ }).click();
  await page.getByRole('combobox', { name: 'Amount', exact: true }).selectOption({ label: 'Fee Type' });
  await page.getByRole('button', { name: 'Reconcile', exact: true }).click();
  await expect(comparison(page, 'Total fees')).toContainText('could not be read');
  await page.getByRole('button', { name: 'Change columns' }).click();
  await files.getByRole('button', { name: /^Charles Schwab/ }).click();
  await page.getByRole('combobox', { name: 'Amount', exact: true }).selectOption({ label: 'Management Fee' });
  await page.getByRole('button', { name: 'Reconcile', exact: true }).click();
  await expect(comparison(page, 'Total fees')).toContainText(/file total is \$[\d,.]+ higher/);
  await expect(grid(page, 'Lines')).toBeVisible();
  expect(await accessibilityFindings(page, { within: 'main' })).toEqual([]);
  await reconcile(page, '35');
  await page.getByRole('button', { name: 'Change columns' }).click();
  await expect(files.getByRole('button', { name: /^Charles Schwab/ })).toContainText('As before');
});

test('signs off a reconciliation, writes its evidence pack, and detects a replaced file', async ({
  running: { app, page },
  data,
}) => {
  await reconcile(page, '39');
  await page.getByRole('button', { name: 'Sign off…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign off this reconciliation' });
  // A file that differs from its record is approved with exceptions, or rejected.
  await expect(dialog.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Approve with exceptions' }).click();
  await expect(dialog).toContainText('Enter a note');
  await dialog.getByLabel('Note').fill('One line twice, one <not> ours; sent back.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  const signedList = page.getByRole('list', { name: 'Signed reconciliations' });
  await expect(signedList).toContainText('Rejected');
  await expect(signedList).toContainText('One line twice, one <not> ours; sent back.');
  // The reconciliation has a decision: the button offers to repeat it.
  await expect(page.getByRole('button', { name: 'Sign off again…' })).toBeVisible();

  const pack = path.join(data, 'evidence.zip');
  await answerDialogs({ app }, pack);
  await signedList.getByRole('button', { name: /^Evidence pack/ }).click();
  await expect(page.getByText('Evidence pack saved')).toBeVisible();
  const files = new Map(
    Object.entries(unzipSync(readFileSync(pack))).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString('utf8'),
    ]),
  );
  const sums = (files.get('SHA256SUMS.txt') ?? '').trim().split('\n');
  expect(sums.length).toBe(files.size - 1);
  for (const line of sums) {
    const [hash, name = ''] = line.split('  ');
    expect(sha256(files.get(name) ?? '')).toBe(hash);
  }
  const signature = JSON.parse(files.get('signature.json') ?? '{}') as Record<string, string>;
  const savedFile = savedPath(data, '39');
  expect(signature['fileSha256']).toBe(sha256(readFileSync(savedFile)));
  expect(signature['resultSha256']).toBe(sha256(files.get('result.json') ?? ''));
  expect(files.get('lines not in our accounts.csv')).toContain('99999999');
  expect(files.get('summary.html')).toContain('One line twice, one &lt;not&gt; ours; sent back.');

  await goTo(page, 'Fee upload files');
  await page.getByRole('tab', { name: /^Saved/ }).click();
  await expect(page.getByRole('row', { name: /id 39\.zip.*Rejected/ })).toBeVisible();

  copyFileSync(savedPath(data, '35'), savedFile);
  await openReconcile(page, '39');
  await expect(signedList).toContainText('The saved file is not the file that was signed off');
});

test('signs off several files offline, and packs their evidence with a one-page PDF', async ({
  running: { app, page },
  data,
  firm,
}) => {
  await firm.gate.close();
  await goTo(page, 'Fee upload files');
  await rows(page, 'Fee upload files').first().click();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Reconcile 9 files' }).click();
  await expect(page.getByText('9 of 9 done')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Evidence pack…' })).toBeDisabled();
  await page.getByRole('button', { name: 'Sign off 9 files…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign off 9 files' });
  await dialog.getByLabel('Note').fill('Checked against the records.');
  await dialog
    .getByRole('button', {
      name: /^Sign off 7 files \(1 check skipped in 6 of 7, 196 lines need attention\)$/,
    })
    .click();
  await expect(page.getByText('7 files signed off')).toBeVisible();

  const pack = path.join(data, 'period.zip');
  await answerDialogs({ app }, pack);
  await page.getByRole('button', { name: 'Evidence pack…' }).click();
  await expect(page.getByText('7 fee upload files in period.zip')).toBeVisible({ timeout: 20_000 });
  const files = unzipSync(readFileSync(pack));
  const sums = Buffer.from(files['SHA256SUMS.txt'] ?? []).toString('utf8');
  for (const [name, bytes] of Object.entries(files))
    if (name !== 'SHA256SUMS.txt') expect(sums).toContain(`${sha256(bytes)}  ${name}\n`);
  expect(Object.keys(files).filter((name) => name.endsWith('/signature.json'))).toHaveLength(7);
  const summary = readPdf(Buffer.from(files['summary.pdf'] ?? []));
  expect(summary).toMatchObject({ pages: 1, tagged: true });
  expect(summary.title).toMatch(/^Reconciliation summary, Q\d \d{4} to Q\d \d{4}$/);
  for (const text of [
    'Q1 2026 (file 38)',
    'Approved',
    'Not signed off, so not in this pack:',
    'Checked against the records.',
    'Test firm',
    'Page 1 of 1',
  ])
    expect(summary.text).toContain(text);
});
