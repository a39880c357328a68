import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import readXlsx from 'read-excel-file/node';
import { readPdf } from '#test/support/pdf-text';
import { testWithOwnApp as test } from '../../ready';
import { expect, launch } from '../../running-app';
import { takeScreenshot } from '../../screenshots';
import { answerDialogs, goTo, grid, replacePrinter, resizeTo } from '../../steps';

const panel = (page: Page) => page.getByRole('complementary', { name: 'Finding' });
const rules = (page: Page) => page.getByRole('navigation', { name: 'Rules' });
const toDoCount = async (page: Page, rule: string): Promise<number> =>
  Number((await rules(page).getByRole('button', { name: rule }).innerText()).replace(/\D/g, ''));

test('reviews, flags, waives, notes and undoes findings by keyboard, and keeps them', async ({
  running,
  data,
}) => {
  const { app, page } = running;
  const today = page.getByRole('region', { name: 'Review queue' });
  await expect(today.getByRole('button', { name: /Medium/ })).toContainText(/[1-9]\d*/, { timeout: 20_000 });
  await takeScreenshot(page, 'today');
  await today.getByRole('button', { name: /Medium/ }).click();
  await rules(page).getByRole('button', { name: 'No household' }).click();
  await expect(panel(page)).toContainText('This account does not belong to a household.');
  const initialCount = await toDoCount(page, 'No household');
  const first = await panel(page).getByRole('heading', { level: 2 }).innerText();
  await takeScreenshot(page, 'queue');

  await test.step('lists all findings with the start of their details beside the panel', async () => {
    const [width, height] = await page.evaluate(() => [innerWidth, innerHeight] as const);
    await rules(page).getByRole('button', { name: 'All findings' }).click();
    const list = grid(page, 'Findings');
    const details = list.getByRole('columnheader', { name: 'Details' });
    const right = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return (box?.x ?? Infinity) + (box?.width ?? 0);
    };
    for (const [windowWidth, windowHeight] of [
      [1024, 768],
      [1280, 800],
      [1366, 768],
    ] as const) {
      await resizeTo(running, windowWidth, windowHeight);
      await expect(panel(page)).toBeVisible();
      await expect.poll(async () => (await right(details)) <= (await right(list))).toBe(true);
      await takeScreenshot(page, `all-findings-${windowWidth}`);
    }
    await resizeTo(running, width, height);
    await rules(page).getByRole('button', { name: 'No household' }).click();
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(first);
  });

  await test.step("opens the record's form over the queue, and returns the focus to the queue", async () => {
    await grid(page, 'Findings').focus();
    await page.keyboard.press('e');
    await expect(page.getByRole('dialog', { name: 'Edit account' }).getByLabel('Notes')).toBeVisible();
    await expect(page.locator('[data-field="household_id"] input')).toBeFocused();
    await takeScreenshot(page, 'edit');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(grid(page, 'Findings')).toBeFocused();
  });

  await test.step('reviews, flags, waives and notes findings by key', async () => {
    await page.keyboard.press('r');
    await expect(panel(page).getByRole('heading', { level: 2 })).not.toHaveText(first);
    await expect.poll(() => toDoCount(page, 'No household')).toBe(initialCount - 1);
    await page.keyboard.press('f');
    await expect(page.getByText('1 finding flagged')).toBeVisible();
    const second = await panel(page).getByRole('heading', { level: 2 }).innerText();
    await page.keyboard.press('w');
    await page.getByLabel('Reason').fill('Single by request');
    await takeScreenshot(page, 'waive');
    await page.getByRole('dialog').getByRole('button', { name: 'Waive', exact: true }).click();
    await expect.poll(() => toDoCount(page, 'No household')).toBe(initialCount - 2);
    await expect(panel(page).getByRole('heading', { level: 2 })).not.toHaveText(second);
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Note' }).fill('Asked the advisor');
    await page.keyboard.press('Control+Enter');
    await expect(panel(page)).toContainText('Asked the advisor');
  });

  await test.step('shows both badges of a finding on one line in a small window', async () => {
    const [width, height] = await page.evaluate(() => [innerWidth, innerHeight] as const);
    await resizeTo(running, 1024, 768);
    const topOf = async (badge: string) =>
      (await panel(page).getByText(badge, { exact: true }).boundingBox())?.y ?? -1;
    await expect.poll(async () => (await topOf('Open')) - (await topOf('Medium'))).toBe(0);
    await resizeTo(running, width, height);
  });

  await test.step('keeps the reason of a closed dialog, and waives the next finding with W and Enter', async () => {
    await page.keyboard.press('w');
    const reason = page.getByLabel('Reason');
    await expect(reason).toHaveValue('Single by request');
    await reason.fill('Half a reason');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('w');
    await expect(reason).toHaveValue('Half a reason');
    await reason.fill('A separate trust');
    await page.keyboard.press('Enter');
    await expect.poll(() => toDoCount(page, 'No household')).toBe(initialCount - 3);
    await page.keyboard.press('w');
    await expect(reason).toHaveValue('A separate trust');
    await page.keyboard.press('Enter');
    await expect.poll(() => toDoCount(page, 'No household')).toBe(initialCount - 4);
  });

  await test.step('lists reviewed findings with their reviewers', async () => {
    await page.getByRole('combobox', { name: 'State' }).selectOption('Reviewed');
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText(first);
    await expect(panel(page)).toContainText(/Reviewed by \S+/);
    await page.getByRole('combobox', { name: 'State' }).selectOption('To do');
  });

  await test.step('assigns an owner from the menu of a row, and filters by owner and by when it was found', async () => {
    await grid(page, 'Findings').getByRole('row').nth(2).click({ button: 'right' });
    await takeScreenshot(page, 'menu');
    for (const action of ['Edit…', 'Waive…', 'Mark reviewed', 'Add to billing group…'])
      await expect(page.getByRole('menuitem', { name: action })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Assign…' }).click();
    await page.getByRole('dialog').getByLabel('Owner').fill('Dana');
    await takeScreenshot(page, 'owner');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('Dana');
    await expect(panel(page)).toContainText('Dana');
    await expect(page.getByText('1 finding', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Owner' }).selectOption('All owners');
    for (const time of ['New since the last refresh', 'New since yesterday']) {
      await page.getByRole('combobox', { name: 'Found', exact: true }).selectOption(time);
      await expect(page.getByText('No results')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(panel(page)).toBeVisible();
    }
  });

  await test.step('opens the billing group dialog for the account of a finding from the menu of its row', async () => {
    await grid(page, 'Findings').getByRole('row').nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to billing group…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 1 account to a billing group' });
    await expect(dialog.getByRole('radio', { name: 'New group' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('shows the collection and frequency of the fee structures of a finding', async () => {
    await rules(page).getByRole('button', { name: 'Conflicting collection methods' }).click();
    await expect(panel(page)).toContainText(/different collection methods: [^.:]+ and [^.:]+\./);
    const related = panel(page).getByRole('region', { name: 'Related records' });
    await expect(related).toContainText(/(Advance|Arrears).* · (Quarterly|Monthly|Annual)/);
    await takeScreenshot(page, 'fee-structures');
    await rules(page).getByRole('button', { name: 'No household' }).click();
  });

  await page.getByRole('combobox', { name: 'State' }).selectOption('Waived');
  await expect(panel(page)).toContainText('Single by request');
  const reviewer = /^Waived through .+ by (\S+),/.exec(
    await panel(page).getByRole('region', { name: 'Mark' }).getByRole('paragraph').first().innerText(),
  )?.[1];
  expect(reviewer).toMatch(/\S/);
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const save = async (item: string, extension: string): Promise<string> => {
    const file = path.join(data, `findings.${extension}`);
    await answerDialogs(running, file);
    await choose(item);
    await expect.poll(() => existsSync(file), { timeout: 15_000 }).toBe(true);
    return file;
  };

  await test.step('exports the filtered findings with waivers, reasons and reviewers', async () => {
    const csv = readFileSync(await save('CSV…', 'csv'), 'utf8')
      .trim()
      .split('\r\n');
    expect(csv).toHaveLength(4); // the headings, and the findings that were waived
    expect(csv[1]).toMatch(/No household.*Waived.*Single by request/);
    const [sheet] = await readXlsx(await save('Excel (.xlsx)…', 'xlsx'));
    const [headings = [], ...lines] = sheet?.data ?? [];
    const column = (name: string) => lines.map((line) => line[headings.indexOf(name)]);
    expect(column('State')).toEqual(['Waived', 'Waived', 'Waived']);
    expect(
      column('Reason')
        .map(String)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['A separate trust', 'A separate trust', 'Single by request']);
    expect(column('Marked by')).toEqual([reviewer, reviewer, reviewer]);
    expect(column('Waived through').every((day) => day instanceof Date)).toBe(true);
    const pdf = readPdf(readFileSync(await save('PDF…', 'pdf')));
    expect(pdf.title).toBe('Review queue: 3 findings');
    for (const text of ['No household', 'Waived through', 'Reason: Single by request', reviewer ?? '?'])
      expect(pdf.text).toContain(text);
  });

  await test.step('saves one finding as PDF', async () => {
    const pdf = path.join(data, 'one finding.pdf');
    await answerDialogs(running, pdf);
    await panel(page).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as PDF…' }).click();
    await expect.poll(() => existsSync(pdf), { timeout: 15_000 }).toBe(true);
    const single = readPdf(readFileSync(pdf));
    expect(single).toMatchObject({ title: 'Review queue: 1 finding', tagged: true });
    for (const text of ['No household', 'Waived through', 'Reason: ', reviewer ?? '?'])
      expect(single.text).toContain(text);
  });

  await test.step('prints the filtered findings', async () => {
    const printed = await replacePrinter(running);
    await choose('Print…');
    await expect.poll(printed).toBe('Review queue: 3 findings · Test firm');
    await page.getByRole('combobox', { name: 'State' }).selectOption('To do');
  });

  await test.step('reviews all findings of a rule at once, and undoes that from the toast', async () => {
    await grid(page, 'Findings').focus();
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('group', { name: 'Selected findings' })).toContainText(
      `${initialCount - 4} findings selected`,
    );
    await takeScreenshot(page, 'selected');
    await page.keyboard.press('r');
    await expect.poll(() => toDoCount(page, 'No household')).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(() => toDoCount(page, 'No household')).toBe(initialCount - 4);
    await expect(grid(page, 'Findings')).toBeFocused();
  });

  await test.step('logs the waivers, and keeps all marks after a restart', async () => {
    await goTo(page, 'Activity');
    await expect(page.getByRole('region', { name: 'Entries' })).toContainText('Findings waived');
    // A screen opened by keys gets the focus, even from the sidebar.
    const sidebar = page.getByRole('navigation', { name: 'Screens' });
    await sidebar.getByRole('button', { name: 'Activity' }).focus();
    await page.keyboard.press('Control+,');
    await expect(page.getByRole('main')).toBeFocused();
    await app.close();
    const reopened = await launch(data);
    await goTo(reopened.page, 'Review queue');
    await expect
      .poll(() => toDoCount(reopened.page, 'No household'), { timeout: 20_000 })
      .toBe(initialCount - 4);
    await reopened.page.getByRole('combobox', { name: 'State' }).selectOption('Waived');
    await expect(panel(reopened.page)).toContainText('Single by request');
    await reopened.app.close();
  });
});
