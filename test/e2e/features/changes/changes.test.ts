import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, launch, test } from '../../running-app';
import { answerDialogs, exploreDemo, goTo, grid } from '../../steps';

test('shows nightly changes on Today, in Changes, in a record and in a file, without data dates', async ({
  running,
  data,
}) => {
  const { app, page } = running;
  await exploreDemo(page);
  const card = page
    .getByRole('region', { name: 'Changes found by the last refresh' })
    .or(page.locator('section', { hasText: 'Changes found by the last refresh' }));
  await expect(card.getByText('First download complete')).toBeVisible({ timeout: 60_000 });
  // What the first check finds counts as known; new findings need a second one.
  await expect(page.getByRole('button', { name: /^Review queue [\d,]+/ })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Simulate overnight update' }).click();
  await expect(card.getByText(/\d+ changed/).first()).toBeVisible({ timeout: 60_000 });

  await test.step('imports the sample spreadsheets of balances and agreed terms', async () => {
    for (const [button, screen, imports, outcome] of [
      ['Save sample balances…', 'Expected fees', 'Import balances…', /^[\d,]+ lines imported\.$/],
      ['Save sample terms…', 'Agreed terms', 'Import agreed terms…', /^24 lines imported\.$/],
    ] as const) {
      await goTo(page, 'Today');
      await answerDialogs(running, path.join(data, `${screen}.csv`));
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(`Import the file in ${screen}.`)).toBeVisible();
      await goTo(page, screen);
      await page.getByRole('button', { name: imports }).click();
      await page.getByRole('button', { name: 'From a file…' }).click();
      await page.getByRole('button', { name: 'Check lines' }).click();
      await page.mouse.move(0, 0); // over a message, the pointer would keep it open above the next button
      await page.getByRole('button', { name: /^Import [\d,]+ lines$/ }).click();
      await expect(page.getByText(outcome)).toBeVisible();
      await page.getByRole('button', { name: 'Done' }).click();
    }
    await expect(page.getByText('24 agreements on file')).toBeVisible();
    // The sample plants one agreement with another rate than the fee structure's.
    await expect(page.getByRole('radio', { name: /^Differs\s*1$/ })).toBeVisible();
    await goTo(page, 'Today');
  });

  await test.step('Today lists new findings, and the review queue shows only those', async () => {
    const tasks = page.getByRole('region', { name: 'What to do now' });
    const line = tasks.getByRole('button', { name: /^\d+ new findings? since yesterday/ }).first();
    await expect(line).toBeVisible();
    const newFindings = Number.parseInt(await line.innerText(), 10);
    await line.click();
    const time = page.getByRole('combobox', { name: 'Found', exact: true });
    await expect(time).toHaveValue('yesterday');
    await expect(grid(page, 'Findings')).toHaveAttribute('aria-rowcount', String(newFindings + 1));
    await time.selectOption('New since the last refresh');
    await expect(grid(page, 'Findings')).toHaveAttribute('aria-rowcount', String(newFindings + 1));
    await time.selectOption('Found at any time');
    await expect(grid(page, 'Findings')).not.toHaveAttribute('aria-rowcount', String(newFindings + 1));
  });

  await goTo(page, 'Changes');
  const list = page.getByRole('listbox', { name: /changes$/ });
  await expect(list).toBeVisible();
  // All 2,000 accounts have a new data date, but only half a percent of them and their persons changed.
  const changeCount = Number(await list.getByRole('option').first().getAttribute('aria-setsize'));
  expect(changeCount).toBeGreaterThan(3);
  expect(changeCount).toBeLessThan(30);
  await page.getByRole('radio', { name: /^Changed/ }).check();
  await list.getByRole('option').first().click();
  await expect(
    page.getByRole('complementary').getByText('became').or(page.getByLabel('became')).first(),
  ).toBeVisible();

  const file = path.join(data, 'changes.csv');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByText('Changes exported')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('Account number,Custodian,Field,Before,After');

  await page.getByRole('button', { name: 'Open record' }).click();
  await page.getByRole('tab', { name: 'History', exact: true }).click();
  await expect(page.getByLabel('became').first()).toBeVisible();
  await goTo(page, 'Activity');
  await expect(page.getByRole('option', { name: /\d.*Changes exported/ }).first()).toBeVisible();
  await goTo(page, 'Settings');
  await expect(page.getByText(/changes?, back to /)).toBeVisible();
});

test('opens a demo firm without accounts', async ({ data }) => {
  const { app, page } = await launch(data, { FIRM_DESK_DEMO_ACCOUNTS: '0' });
  await exploreDemo(page);
  await expect(page.getByText('Changes found by the last refresh')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/unexpected happened/)).toBeHidden();
  await app.close();
});
