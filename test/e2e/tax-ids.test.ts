import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { timesInMemory } from '../support/process-memory';
import { alone, test } from './ready';
import { expect, rememberSecret, type RunningApp } from './running-app';
import { followed, valuesIn } from './shown-values';
import { chooseMore, goTo, rows } from './steps';

const SSN = '078-05-1120';
const EIN = '04-2103594';
const PLAIN = /^(\d{3}-\d{2}-\d{4}|\d{2}-\d{7})$/;
const REASON = 'Tax reporting';
const NETWORK = 'Network Service';

/** Where people put exported files: outside what is scanned for canaries, and removed after each test. */
let elsewhere: string;
test.beforeEach(() => {
  elsewhere = mkdtempSync(path.join(tmpdir(), 'exports-'));
  for (const secret of [SSN, SSN.replaceAll('-', ''), EIN, EIN.replaceAll('-', '')]) rememberSecret(secret);
});
test.afterEach(() => rmSync(elsewhere, { recursive: true }));

const clipboard = ({ app }: RunningApp) => app.evaluate(({ clipboard: it }) => it.readText());
/** Answers the system's dialogs as a person would who names these files. */
const choose = ({ app }: RunningApp, file: string) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 1, checkboxChecked: false }); // yes, unmasked
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
const pickReason = (place: Locator | Page) =>
  place.getByLabel('Reason (saved in the activity log)').selectOption(REASON);
/** Tokens of plain values, from the service itself. */
async function tokensOf(firm: { address: string; apiKey: string }, values: readonly string[]) {
  const answer = await fetch(`${firm.address}/account-management/tax-id`, {
    method: 'POST',
    headers: { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  return (await answer.json()) as string[];
}
/** The value of a token without dashes and with them, from the service itself: the app is not told of it. */
async function formsOf(firm: { address: string; apiKey: string }, token: string): Promise<string[]> {
  const answer = await fetch(`${firm.address}/account-management/tax-id/exchange`, {
    method: 'POST',
    headers: { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tax_id_tokens: [token] }),
  });
  const [row] = (await answer.json()) as { original_value: string; type: string }[];
  const plain = (row?.original_value ?? '').replaceAll('-', '');
  expect(plain).toMatch(/^\d{9}$/);
  const at = row?.type === 'ssn' ? [3, 5] : [2];
  return [plain, at.reduceRight((text, place) => `${text.slice(0, place)}-${text.slice(place)}`, plain)];
}
/** What the activity log says, newest first, after it was checked. */
async function activity(page: Page): Promise<string[]> {
  await goTo(page, 'Activity');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^Log verified/)).toBeVisible();
  const entries = page.getByRole('region', { name: 'Entries' }).getByRole('option');
  await expect(entries.first()).toContainText('Tax ID');
  return entries.allInnerTexts();
}

alone(
  'a person’s tax id: masked, shown with a reason, copied, and gone from screen and clipboard after 30 seconds',
  async ({ running }) => {
    const { page } = running;
    await followed(running);
    await goTo(page, 'Related people');
    await rows(page, 'Related people').first().dblclick();
    await page.getByRole('button', { name: 'Show tax ID…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tax ID' });
    await expect(dialog.getByText('•••••••••')).toBeVisible(); // its kind comes with it
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(dialog.getByText('Select a reason first.')).toBeVisible();
    await pickReason(dialog);
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    const value = await valuesIn(dialog).getByText(PLAIN).innerText();
    rememberSecret(value);
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect.poll(() => clipboard(running)).toBe(value);
    expect(await page.title()).not.toContain(value);

    await expect(dialog.getByText('•••-••-••••')).toBeVisible({ timeout: 35_000 });
    await expect(dialog.locator('iframe')).toHaveCount(0);
    await expect.poll(() => clipboard(running), { timeout: 10_000 }).toBe('');

    // Forgotten by the engine as well: it is asked for again.
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(valuesIn(dialog).getByText(value)).toBeVisible();
    // Its page shows what its process holds, and nothing once that has ended.
    await running.app.evaluate(({ app }) => {
      const its = app.getAppMetrics().find(({ name }) => name === 'Firm Desk values');
      if (its) process.kill(its.pid, 'SIGKILL');
    });
    await expect(valuesIn(dialog).getByText(value)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('iframe')).toHaveCount(0);

    const log = await activity(page);
    expect(log).toHaveLength(5);
    expect(log[1]).toMatch(/Tax IDs looked up.*\s*.*Again: yes/);
    expect(log[0]).toMatch(/Tax IDs shown or copied\s*Reason: Tax reporting · How: shown/);
    expect(log[4]).toMatch(/Tax IDs looked up\s*From: related people/);
    expect(log.join()).not.toContain(value);
  },
);

alone(
  'a selection of accounts: all shown, hidden at a lock, exported after a warning',
  async ({ running }) => {
    const { page } = running;
    await followed(running);
    await goTo(page, 'Accounts');
    await rows(page).first().click();
    for (let more = 3; more > 0; more -= 1) await page.keyboard.press('Shift+ArrowDown');
    await chooseMore(page, 'Show tax IDs…');
    const dialog = page.getByRole('dialog', { name: 'Tax IDs of the selection' });
    await expect(dialog.getByRole('listbox').getByRole('option')).toHaveCount(4);
    await pickReason(dialog);
    await dialog.getByRole('button', { name: /^Show all/ }).click();
    const plain = valuesIn(dialog).getByRole('row').getByText(PLAIN);
    await expect(plain.first()).toBeVisible();
    const values = await plain.allInnerTexts();
    for (const value of values) rememberSecret(value);
    await running.app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'));
    await expect(dialog.locator('iframe')).toHaveCount(0);
    await dialog.getByRole('button', { name: /^Show all/ }).click();
    await expect(page.getByText('The screen is locked').first()).toBeVisible();
    await expect(dialog.locator('iframe')).toHaveCount(0);
    await running.app.evaluate(({ powerMonitor }) => powerMonitor.emit('unlock-screen'));

    const file = path.join(elsewhere, 'tax-ids.csv');
    await choose(running, file);
    await dialog.getByRole('button', { name: 'Export unmasked…' }).click();
    const warning = page.getByRole('dialog', { name: /^Export \d tax IDs? unmasked\?/ });
    await expect(warning).toContainText('The file is not encrypted');
    await warning.getByRole('button', { name: 'Choose file…' }).click();
    await expect(warning).toBeHidden();
    const content = readFileSync(file, 'utf8');
    for (const value of values) expect(content).toContain(value);
    await page.keyboard.press('Escape');

    const log = await activity(page);
    expect(log[0]).toMatch(/Tax IDs exported unmasked\s*Reason: Tax reporting · File: tax-ids\.csv/);
    for (const value of values) expect(log.join()).not.toContain(value);
  },
);

alone(
  'a tax ID is in no process before it is shown, then in its own two, and in none of ours after it is hidden',
  async ({ running, firm }) => {
    test.skip(
      process.platform !== 'linux' || process.getuid?.() !== 0,
      'only root reads the memory of a sandbox',
    );
    const { app, page } = running;
    await goTo(page, 'Related people');
    await rows(page, 'Related people').first().dblclick();
    await page.getByRole('button', { name: 'Show tax ID…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tax ID' });
    const token = (await dialog.getByText(/^Token /).innerText()).replace('Token ', '');
    const forms = await formsOf(firm, token);
    // The test runner's own messages pass through the app: from here on it may not read the page of the value.
    await followed(running);
    const shownBy = () =>
      app.evaluate(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.mainFrame.frames[0]?.osProcessId ?? 0,
      );
    /** In which processes it is found, by name; but for the network's, which is not ours to clear (docs/security.md). */
    const holders = async () => {
      const frame = await shownBy();
      const processes = await app.evaluate(({ app: it }) =>
        it
          .getAppMetrics()
          .map(({ pid, type, name, serviceName }) => ({ pid, name: name ?? serviceName ?? type })),
      );
      return processes
        .filter(({ pid, name }) => name !== NETWORK && timesInMemory(pid, forms) > 0)
        .map(({ pid, name }) => (pid === frame ? 'page of values' : name))
        .sort();
    };
    expect(await holders()).toEqual([]);

    await pickReason(dialog);
    await dialog.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(dialog.getByRole('timer')).toBeVisible();
    // The control: it is found where it is shown, and where the service's answer was read.
    const own = ['Firm Desk values', 'page of values'];
    await expect.poll(holders, { timeout: 20_000 }).toEqual(own);
    await dialog.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect.poll(holders, { timeout: 60_000 }).toEqual([]);

    // The clipboard's owner has a copied one, and nobody else; what is copied next takes its place.
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('1 tax ID copied')).toBeVisible();
    await expect.poll(holders).toEqual(['Browser']);
  },
);

alone('pasted tokens are answered line by line', async ({ running, firm }) => {
  const { page } = running;
  await followed(running);
  const [ssn = '', ein = ''] = await tokensOf(firm, [SSN, EIN]);
  await goTo(page, 'Tax IDs');
  const field = page.getByLabel('Tokens', { exact: true });
  await field.fill([ssn, 'tok_0000000000000000', SSN, 'to ken', ein].join('\n'));
  await expect(page.getByText('Line 3: is a tax ID, not a token.')).toBeVisible();
  await expect(page.getByText('Line 4: contains spaces.')).toBeVisible();
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  const lines = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await expect(lines).toHaveCount(5);
  await expect(field).toHaveValue('');
  await expect(lines.nth(0)).toContainText('•••-••-••••');
  await expect(lines.nth(1)).toContainText('Not found');
  await expect(lines.nth(2)).toContainText('is a tax ID, not a token');
  await expect(lines.nth(4)).toContainText('••-•••••••');
  await expect(page.getByText(SSN)).toHaveCount(0);

  await pickReason(page);
  await lines.nth(4).dblclick();
  await expect(valuesIn(page).getByText(EIN)).toBeVisible(); // with its leading zero, and no other
  await page.getByRole('button', { name: 'Hide now' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);

  // Beside the pasted list in a spreadsheet each value stands where it belongs.
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(() => clipboard(running)).toBe([SSN, '', '', '', EIN].join('\n'));
  const file = path.join(elsewhere, 'looked-up.csv');
  await choose(running, file);
  await page.getByRole('button', { name: 'Export unmasked…' }).click();
  await page.getByRole('button', { name: 'Choose file…' }).click();
  await expect(page.getByText(/exported unmasked/)).toBeVisible();
  const exported = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(exported[0]).toBe('Line,Name,Account,Token,Type,Tax ID,Result');
  expect(exported.slice(1)).toEqual([
    `1,,,${ssn},SSN,${SSN},Found`,
    '2,,,tok_0000000000000000,,,Not found',
    '3,,,,,,"Error: a tax ID, not a token"',
    '4,,,to ken,,,Error: contains spaces',
    `5,,,${ein},EIN,${EIN},Found`,
  ]);
  await page.getByRole('radio', { name: /^Not found/ }).check();
  await expect(lines).toHaveCount(1);

  // The next list asks for a reason of its own, and the log says whose values these were.
  await field.fill(ssn);
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  await expect(page.getByText('•••-••-••••')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('Select a reason first.')).toBeVisible();
  const log = await activity(page);
  expect(log.find((entry) => entry.includes('shown or copied') && entry.includes('copied'))).toContain(
    `Tokens: ${ssn}, ${ein}`,
  );
});

test('typed, pasted and filed tax ids become tokens, wrong lines are named, and the field is cleared for good', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await goTo(page, 'Tax IDs');
  await page.getByRole('tab', { name: 'Tax IDs to tokens' }).click();
  const field = page.getByRole('textbox', { name: 'Tax IDs' });
  await field.pressSequentially(`${SSN.replaceAll('-', '')}\n04-2103594\n1234567`);
  await expect(field).toHaveValue(`${SSN}\n${EIN}\n123-45-67`);
  await expect(page.getByText('Line 3: has 7 digits: a leading zero may be missing.')).toBeVisible();
  await page.getByRole('button', { name: 'Create tokens' }).click();
  const lines = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await expect(lines).toHaveCount(3);
  await expect(field).toHaveValue('');
  await field.click();
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('');

  const tokens = await tokensOf(firm, [SSN, EIN]);
  await expect(lines.nth(0)).toContainText(tokens[0] ?? '?');
  await expect(lines.nth(1)).toContainText(tokens[1] ?? '?');
  await expect(lines.nth(2)).toContainText('Error');
  await page.getByRole('button', { name: 'Copy tokens' }).click();
  await expect.poll(() => clipboard(running)).toBe(`${tokens.join('\n')}\n`);

  const file = path.join(elsewhere, 'list.csv');
  writeFileSync(file, `Name,Tax id\nAnn,${SSN}\nBob,12\n`);
  await choose(running, file);
  const asked = () => firm.gate.requests.filter((request) => request.includes('/tax-id')).length;
  const before = asked();
  await page.getByRole('button', { name: 'From a file…' }).click();
  await expect(lines).toHaveCount(2);
  await expect(
    page.getByText('list.csv: 1 tax ID, 1 line with an error. Nothing has been sent yet.'),
  ).toBeVisible();
  expect(asked()).toBe(before);
  await page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'Create tokens' }).click();
  await expect(lines.nth(0)).toContainText('tok_');
  await expect(lines.nth(0)).toContainText('Line 2');
  const log = await activity(page);
  expect(log[0]).toMatch(/Tax ID tokens created\s*From: the file list\.csv · Found: 1/);
  expect(log.join()).not.toContain(SSN);
});

test('5,000 pasted tax ids: progress, stopped midway, taken up again, and exchanged back; none of it in an address', async ({
  running,
  firm,
}) => {
  const { page, app } = running;
  const values = Array.from({ length: 5_000 }, (_, at) => `612-${10 + (at % 90)}-${1_000 + at}`);
  for (const at of [0, 1_000, 4_999]) rememberSecret(values[at] ?? '');
  const paste = async (field: Locator, text: string) => {
    await app.evaluate(({ clipboard: it }, given) => it.writeText(given), text);
    await field.click();
    await page.keyboard.press('Control+v');
  };
  const answer = page.getByRole('region', { name: 'Results' });
  const asked = () => firm.gate.requests.filter((request) => request.includes('/tax-id'));
  const before = asked().length;

  await goTo(page, 'Tax IDs');
  await page.getByRole('tab', { name: 'Tax IDs to tokens' }).click();
  const field = page.getByRole('textbox', { name: 'Tax IDs' });
  await paste(field, `${values.join('\n')}\n`);
  await expect(page.getByText('5,000 tax IDs', { exact: true })).toBeVisible();
  firm.gate.judge = ({ path: place }) =>
    place.startsWith('/account-management/tax-id') && asked().length > before + 2 ? 'hold' : 'pass';
  await page.getByRole('button', { name: 'Create tokens' }).click();
  await expect(answer.getByText('1,000 of 5,000 answered')).toBeVisible();
  await expect(answer.getByRole('progressbar', { name: 'Creating tokens' })).toHaveAttribute(
    'aria-valuenow',
    '20',
  );
  await answer.getByRole('button', { name: 'Stop' }).click();
  await expect(answer.getByText('Stopped. The lines answered so far are below.')).toBeVisible();
  await expect(answer.getByRole('radio', { name: /^Token 1,000/ })).toBeVisible();

  firm.gate.open();
  await answer.getByRole('button', { name: 'Try again for 4,000 lines' }).click();
  await expect(answer.getByRole('radio', { name: /^Token 5,000/ })).toBeVisible({ timeout: 30_000 });
  await answer.getByRole('button', { name: 'Copy tokens' }).click();
  await expect.poll(() => clipboard(running)).toMatch(/^tok_/);
  const tokens = (await clipboard(running)).trim().split('\n');
  expect(new Set(tokens).size).toBe(5_000);

  await page.getByRole('tab', { name: 'Tokens to tax IDs' }).click();
  await paste(page.getByLabel('Tokens', { exact: true }), tokens.join('\n'));
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  await expect(answer.getByRole('radio', { name: /^Found 5,000/ })).toBeVisible({ timeout: 30_000 });

  // Ten chunks each way and the one that was stopped; only ever the two addresses without a value in them.
  expect(new Set(asked().map((request) => request.replace(/^POST .*(?=\/account-management)/, '')))).toEqual(
    new Set(['/account-management/tax-id', '/account-management/tax-id/exchange']),
  );
  expect(asked().length - before).toBe(21);
  const log = await activity(page);
  expect(log[1]).toMatch(/Tax ID tokens created.*\s*.*Found: 4,?000/);
  expect(log[2]).toMatch(/Tax ID tokens created.*\s*.*Found: 1,?000/);
});

test('a service that gives no answer fails its lines only, and is asked again for just those', async ({
  running,
  firm,
}) => {
  const { page } = running;
  const tokens = await tokensOf(firm, [SSN, EIN]);
  await goTo(page, 'Tax IDs');
  await page.getByLabel('Tokens', { exact: true }).fill(tokens.join('\n'));
  firm.gate.judge = () => ({ status: 503, body: '{"message":"Down"}' });
  await page.getByRole('button', { name: 'Look up tax IDs' }).click();
  await expect(page.getByRole('button', { name: 'Try again for 2 lines' })).toBeVisible({ timeout: 60_000 });
  firm.gate.open();
  await page.getByRole('button', { name: 'Try again for 2 lines' }).click();
  const lines = page.getByRole('region', { name: 'Results' }).getByRole('listbox').getByRole('option');
  await expect(lines.nth(1)).toContainText('Found');
});

alone(
  'a crash of the engine leaves no dump, and nothing of what it held',
  async ({ running, firm, data }) => {
    const { app, page } = running;
    await goTo(page, 'Tax IDs');
    await page.getByLabel('Tokens', { exact: true }).fill((await tokensOf(firm, [SSN])).join());
    await page.getByRole('button', { name: 'Look up tax IDs' }).click();
    await expect(page.getByText('•••-••-••••')).toBeVisible();
    await app.evaluate(({ app: it }) => {
      const engine = it.getAppMetrics().find(({ name }) => name === 'Firm Desk engine');
      if (engine) process.kill(engine.pid, 'SIGSEGV');
    });
    await expect(page.getByText('Part of Firm Desk was restarted')).toBeVisible();
    await expect(page.getByText('•••-••-••••')).toHaveCount(0);
    const left = readdirSync(data, { recursive: true, encoding: 'utf8' });
    expect(left.filter((name) => /\.dmp$|(^|\/)core(\.|$)/.test(name))).toEqual([]);
  },
);
