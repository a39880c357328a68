import {
  openCodes,
  checkMany,
  CODES_PATH,
  codes,
  isWrite,
  lines,
  filterByState,
  writes,
} from './advisor-code-steps';
import { launchReady, test } from '../../ready';
import { expect, killApp, launch } from '../../running-app';

test('reports wrong pasted lines before sending, then creates the other codes once each', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await openCodes(page);
  // Another client maps a code that this computer does not know yet.
  const mappingResponse = await fetch(`${firm.address}${CODES_PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${firm.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ firm_id: 39, code: 'TAKEN', source: 'PER' }),
  });
  expect(mappingResponse.ok).toBe(true);
  firm.gate.requests.length = 0;

  await checkMany(
    page,
    [
      'Custodian;Code;Firm',
      'Pershing;N-1;39',
      'PER;7.B;39',
      'PER;TAKEN;39',
      'SWB;00777;',
      'PER;N-1;39',
      ';N-2;39',
    ].join('\n'),
  );
  await expect(
    page.getByText('2 codes can be created. 4 lines have errors and will be skipped.'),
  ).toBeVisible();
  await expect(lines(page).filter({ hasText: '7.B' })).toContainText('Codes with “.” can’t be sent.');
  await expect(lines(page).filter({ hasText: '00777' })).toContainText('No firm is given.');
  await expect(lines(page).filter({ hasText: 'Duplicate of line 2.' })).toBeVisible();
  await expect(lines(page).filter({ hasText: 'N-2' })).toContainText('No custodian is given.');
  expect(writes(firm.gate)).toEqual([]);

  // Missing values can be filled in for all lines at once.
  await page.getByRole('button', { name: 'Edit list' }).click();
  await page.getByRole('combobox', { name: 'Custodian', exact: true }).selectOption('PER');
  await page.getByRole('combobox', { name: 'Firm', exact: true }).selectOption('39');
  await page.getByRole('button', { name: 'Check lines' }).click();
  await page.getByRole('button', { name: 'Create 4 codes' }).dblclick();
  await expect(page.getByRole('heading', { name: '4 codes created' })).toBeVisible();
  // The mapping was read after the refusal; it does not show who created the code.
  await expect(lines(page).filter({ hasText: 'TAKEN' })).toContainText(
    'The service answered with an error, but the mapping has it.',
  );
  for (const code of ['00777', 'N-2'])
    await expect(lines(page).filter({ hasText: code })).toContainText('Created');
  // The codes were sent in one request, which was refused as a whole; then one by one, without the existing code.
  expect(writes(firm.gate)).toEqual(['POST /create-many', 'POST ', 'POST ', 'POST ']);
  await expect(page.getByText(/Checked against the mapping/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to advisor codes' }).click();
  await page.getByLabel('Search advisor codes').fill('TAKEN');
  await expect(codes(page)).toHaveCount(1);
});

test('deletes codes after showing the affected accounts and confirming the number of codes', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await openCodes(page);
  await page.getByRole('combobox', { name: 'Custodian', exact: true }).selectOption({ label: 'Pershing' });
  await filterByState(page, /^Mapped \d/);
  const names: string[] = [];
  let accounts = 0;
  for (const index of [0, 1]) {
    const cells = codes(page).nth(index).getByRole('gridcell');
    names.push((await cells.nth(1).textContent())?.trim() ?? '');
    accounts = Math.max(accounts, Number(await cells.nth(5).textContent()));
    await cells.nth(0).click();
  }
  await page.getByRole('button', { name: 'Delete 2…' }).click();
  await expect(
    page.getByText(/2 codes will be removed from this application’s mapping\. \d+ accounts have them/),
  ).toBeVisible();
  await expect(lines(page)).toHaveCount(2);
  const button = page.getByRole('button', { name: 'Delete 2 codes' });
  await expect(button).toBeDisabled();
  await page.getByLabel('Type 2 to confirm').fill('1');
  await expect(button).toBeDisabled();
  await page.keyboard.press('Enter');
  expect(writes(firm.gate)).toEqual([]);
  await page.getByLabel('Type 2 to confirm').fill('2');
  await button.dblclick();
  await expect(page.getByRole('heading', { name: '2 codes deleted' })).toBeVisible();
  expect(writes(firm.gate)).toEqual(['POST /delete-many']);
  await expect(page.getByText(/Checked against the mapping/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to advisor codes' }).click();
  // The accounts still have the codes.
  await filterByState(page, /On accounts, not mapped/);
  for (const name of names)
    await expect(codes(page).filter({ hasText: name })).toContainText('On accounts, not mapped');
  expect(accounts).toBeGreaterThan(0);
});

test('stops sending after a lost response and looks up the outcome in the mapping', async ({
  running,
  firm,
}) => {
  const { page } = running;
  await openCodes(page);
  const pasted = Array.from(
    { length: 60 },
    (_, index) => `PER,L-${String(index + 1).padStart(2, '0')},39`,
  ).join('\n');
  await checkMany(page, pasted);
  firm.gate.judge = (request) => (isWrite(request) ? 'lose' : 'pass');
  await page.getByRole('button', { name: 'Create 60 codes' }).click();
  await expect(page.getByRole('heading', { name: 'Interrupted' })).toBeVisible();
  await expect(page.getByText('50 created, 10 not sent.')).toBeVisible();
  await expect(lines(page).filter({ hasText: 'L-01' })).toContainText(
    'The response did not show it, but the mapping has it.',
  );
  expect(writes(firm.gate)).toEqual(['POST /create-many']);

  // The rest is sent only by an explicit action.
  firm.gate.open();
  await page.getByRole('button', { name: 'Create the remaining 10 codes' }).click();
  await expect(page.getByRole('heading', { name: '60 codes created' })).toBeVisible();
  expect(writes(firm.gate)).toEqual(['POST /create-many', 'POST /create-many']);
});

test('sends nothing more after a stop', async ({ running, firm }) => {
  const { page } = running;
  await openCodes(page);
  const pasted = Array.from({ length: 60 }, (_, index) => `PER,S-${index + 1},39`).join('\n');
  await checkMany(page, pasted);
  firm.gate.judge = (request) => (isWrite(request) ? 'hold' : 'pass');
  await page.getByRole('button', { name: 'Create 60 codes' }).click();
  await expect.poll(() => firm.gate.held).toBe(1);
  // The job continues while the list is displayed, and can be opened again.
  await page.getByRole('button', { name: 'Back to advisor codes' }).click();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/Stopping after the request in progress/)).toBeVisible();
  firm.gate.open();
  await expect(page.getByRole('heading', { name: 'Stopped at your request' })).toBeVisible();
  await expect(page.getByText('50 created, 10 not sent.')).toBeVisible();
  expect(writes(firm.gate)).toEqual(['POST /create-many']);
});

test('reports every line after the app is killed, and resumes without sending anything twice', async ({
  data,
  firm,
}) => {
  let running = await launchReady(data, firm);
  await openCodes(running.page);
  const pasted = Array.from({ length: 160 }, (_, index) => `PER,K-${index + 1},39`).join('\n');
  await checkMany(running.page, pasted);
  let sent = 0;
  firm.gate.judge = (request) => (isWrite(request) && (sent += 1) === 2 ? 'hold' : 'pass');
  await running.page.getByRole('button', { name: 'Create 160 codes' }).click();
  await expect.poll(() => firm.gate.held).toBe(1);
  await killApp(running);

  running = await launch(data);
  const { page } = running;
  const notice = page.getByRole('status').filter({ hasText: 'Creating advisor codes was interrupted' });
  await expect(notice).toContainText('60 of 160 codes were not sent', { timeout: 20_000 });
  await expect(notice).toContainText('the outcome of 50 codes is not known yet');
  await notice.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { name: 'The outcome of 50 codes is unknown' })).toBeVisible();
  await expect(page.getByText('50 created, 50 outcome unknown, 60 not sent.')).toBeVisible();
  await filterByState(page, /^Outcome unknown/);
  await expect(lines(page).first()).toContainText(/does not have it\. It may still be in progress/);
  expect(writes(firm.gate)).toEqual(['POST /create-many', 'POST /create-many']);

  await page.getByRole('button', { name: 'Create the remaining 60 codes' }).click();
  await expect(page.getByText('110 created, 50 outcome unknown.')).toBeVisible();
  expect(writes(firm.gate)).toHaveLength(4);
  const response = await fetch(`${firm.address}${CODES_PATH}?pager.limit=1000`, {
    headers: { authorization: `Bearer ${firm.apiKey}` },
  });
  const { data: mapping } = (await response.json()) as { data: { code: string }[] };
  const created = mapping.map(({ code }) => code).filter((code) => code.startsWith('K-'));
  expect(created).toHaveLength(110);
  expect(new Set(created).size).toBe(110);
  await running.app.close();
});
