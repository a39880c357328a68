import type { Page } from '@playwright/test';
import { findingsInBothThemes } from './accessibility-findings';
import { testWithOwnApp } from './ready';
import { expect, test, type RunningApp } from './running-app';
import {
  clickRefresh,
  cutTexts,
  exploreDemo,
  goTo,
  grid,
  previewAll,
  refreshAndWait,
  rows,
  sidebarScreens,
} from './steps';

/** Lists with the same screen as Accounts, which is checked for all of them. */
const REPRESENTED_LISTS =
  /^(Related people|Billing groups|Asset adjustments|Fee structures|Households|Firms|Billing minimums|Billing splits|Billing reports|Invoices|Latest balances)$/;

const SIDEBAR_BUTTONS = 'nav[aria-label="Screens"] button';
const findingsAt = (page: Page, screen: string, part = 'main'): Promise<string[]> =>
  findingsInBothThemes(page, screen, part, { without: SIDEBAR_BUTTONS }); // the sidebar is checked once

/** Returns elements whose content does not fit. Only lists and code may be wider than their container. */
const clippedElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // The totals below a list scroll sideways with its rows.
    const isExempt = (element: Element) =>
      element.matches('[role=grid], [role=grid] *, .totals, .totals *, pre, pre *, .visually-hidden');
    const describe = (element: Element) =>
      `${element.tagName}.${element.className} “${element.textContent.slice(0, 30)}”`;
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => !isExempt(element) && element.getClientRects().length > 0)
      .filter((element) => {
        const style = getComputedStyle(element);
        const scrolls = style.overflowX === 'auto' || style.overflowX === 'scroll';
        const clips = style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis';
        const isBeyondWindow = element.getBoundingClientRect().right > innerWidth + 1;
        return isBeyondWindow || ((scrolls || clips) && element.scrollWidth > element.clientWidth + 1);
      })
      .map(describe);
  });

/** Maximum characters per line. 66 to 100 are comfortable to read. */
const MAX_LINE_LENGTH = 125;
const tooLongLines = (page: Page): Promise<string[]> =>
  page.evaluate((maxLength) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const problems: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent?.trim() ?? '';
      if (text.length <= maxLength || texts.currentNode.parentElement?.closest('[role=grid], pre, table'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const widths = [...range.getClientRects()].map(({ width }) => width);
      const totalWidth = widths.reduce((sum, width) => sum + width, 0);
      const characters = Math.round((text.length * Math.max(0, ...widths)) / totalWidth);
      if (characters > maxLength)
        problems.push(`${characters} characters in a line: “${text.slice(0, 40)}…”`);
    }
    return problems;
  }, MAX_LINE_LENGTH);

/** Words up to this length must not break across lines, as they would in a very narrow column. */
const MAX_UNBROKEN_WORD_LENGTH = 14;
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate((maxLength) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const problems: string[] = [];
    while (texts.nextNode()) {
      const words = (texts.currentNode.textContent ?? '').split(/[\s\u00ad-]+/).filter(Boolean);
      if (words.length === 0 || words.some((word) => word.length > maxLength)) continue;
      if (texts.currentNode.parentElement?.closest('.visually-hidden')) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > words.length)
        problems.push(`in ${lines.size} lines: “${words.join(' ').slice(0, 40)}”`);
    }
    return problems;
  }, MAX_UNBROKEN_WORD_LENGTH);

const resize = (running: RunningApp, width: number, height: number, zoom: number): Promise<void> =>
  running.app.evaluate(
    ({ BrowserWindow }, [width, height, zoom]) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.setContentSize(width, height);
      window?.webContents.setZoomFactor(zoom);
    },
    [width, height, zoom] as const,
  );

/** Screens without a sidebar entry: the name of each, and how to open it. */
const UNLISTED_SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'An import': async (page) => {
    await goTo(page, 'Accounts');
    await page.getByRole('button', { name: 'Import…' }).click();
    await expect(page.getByLabel('Paste from a spreadsheet')).toBeVisible();
  },
  'The user guide': async (page) => {
    await page.keyboard.press('F1');
    await expect(page.getByRole('article', { name: 'Connect to your firm' })).toBeVisible();
  },
  'A draft': async (page) => {
    await goTo(page, 'Accounts');
    await page.getByLabel('Search accounts').fill('trust');
    await previewAll(page, 'Notes', 'Reviewed');
  },
  'An import with errors': async (page) => {
    await goTo(page, 'Accounts');
    await page.getByRole('button', { name: 'Import…' }).click();
    // Two accounts of the demo firm, the second with an invalid amount, and a number that no account has.
    await page
      .getByLabel('Paste from a spreadsheet')
      .fill(
        'Number,Custodian,Required cash\n19445861,Charles Schwab,1100.50\n78257097,Charles Schwab,twelve\nnone,Pershing,2',
      );
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Check lines' }).click();
    await expect(rows(page, 'Rows').first()).toBeVisible();
    await expect(page.getByText(/^Checked against the service/)).toBeVisible();
  },
  'A tracked ROI request': async (page) => {
    await goTo(page, 'ROI requests');
    await page.getByRole('button', { name: 'Log a request…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log a request' });
    await dialog.getByLabel('Custodian').selectOption({ label: 'Fidelity' });
    await dialog.getByLabel('G-Numbers').fill('G12345678, G22345678');
    await dialog.getByRole('button', { name: 'Log request' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for Fidelity' })).toBeVisible();
    await goTo(page, 'ROI requests');
    await expect(page.getByRole('row', { name: /Fidelity/ })).toBeVisible();
  },
  'A review without results': async (page) => {
    await goTo(page, 'Review queue');
    await page.getByLabel('Search findings').fill('zzqx');
    await expect(page.getByText('No findings match your search and filters.')).toBeVisible();
  },
  'Fees by period': async (page) => {
    await goTo(page, 'Fee upload files');
    await page.getByRole('tab', { name: 'By period' }).click();
    await expect(page.getByRole('table', { name: 'Fees by period' })).toBeVisible();
  },
};

test('has no accessibility findings on any screen, in light and dark', async ({ running }) => {
  test.setTimeout(240_000);
  const { page } = running;
  const findings = await findingsAt(page, 'Connect');
  await exploreDemo(page);
  await refreshAndWait(page);
  findings.push(...(await findingsInBothThemes(page, 'The sidebar', 'nav', { within: 'nav' })));
  const screens = await sidebarScreens(page);
  for (const screen of screens.filter((name) => !REPRESENTED_LISTS.test(name))) {
    await goTo(page, screen);
    await expect(page.locator('h1')).toBeVisible();
    findings.push(...(await findingsAt(page, screen)));
  }

  await goTo(page, 'Accounts');
  await rows(page).nth(2).getByRole('gridcell').nth(1).dblclick();
  const recordPanel = page.getByRole('complementary', { name: 'Record' });
  await recordPanel.getByRole('button', { name: /^More \d/ }).click();
  await expect(recordPanel.getByText('Display number')).toBeVisible();
  findings.push(...(await findingsAt(page, 'A record', 'aside')));
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Filter accounts' })).toBeVisible();
  findings.push(...(await findingsAt(page, 'The filters', '[role=dialog]')));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to…' })).toBeVisible();
  findings.push(...(await findingsAt(page, 'The palette', '[role=dialog]')));
  await page.keyboard.press('Escape');
  for (const [name, open] of Object.entries(UNLISTED_SCREENS)) {
    await open(page);
    findings.push(...(await findingsAt(page, name)));
  }
  expect(findings).toEqual([]);
});

type Size = readonly [name: string, width: number, height: number, zoom: number];
const SIZES = [
  ['1024 × 680', 1024, 680, 1],
  ['200%', 1024, 680, 2],
  ['1920 × 1080', 1920, 1080, 1],
] as const satisfies readonly Size[];

/** The most important columns of each screen, with the name of their list: never cut in any window. */
const IMPORTANT_COLUMNS: Readonly<Record<string, readonly [list: string, ...columns: string[]]>> = {
  Accounts: ['Accounts', 'Name', 'Number'],
  'Billing groups': ['Billing groups', 'Name'],
  'Fee structures': ['Fee structures', 'Name'],
  Households: ['Households', 'Name'],
  'Review queue': ['Findings', 'Severity', 'Finding'],
  'Advisor codes': ['Advisor codes', 'Code'],
  'Create groups by household': ['Households', 'Household', 'Plan'],
  'Fee upload files': ['Fee upload files', 'Period end', 'Total fees'],
  'A draft': ['Rows', 'Before', 'After'],
  'A review without results': ['Findings', 'Severity', 'Record', 'Finding', 'Details', 'State'],
  'An import with errors': ['Rows', 'Issue', 'Changes'],
};
/** Columns that are in view in every window; their texts are not cut in a narrow list, where they wrap. */
const WRAPPED_COLUMNS: Readonly<Record<string, readonly string[]>> = { 'Review queue': ['Record'] };
/** Windows in which no cell of these columns may be cut or out of view. */
const WINDOWS = [1024, 1440, 2560].flatMap((width) =>
  [680, 900].map((height): Size => [`${width} × ${height}`, width, height, 1]),
);
/** Rows that must be in view, if there are as many. */
const MIN_ROWS = 3;

/** Returns the columns whose heading is not in view without scrolling, and whether too few rows are. */
const outOfView = (page: Page, list: string, columns: readonly string[]): Promise<string[]> =>
  page
    .getByRole('grid', { name: list })
    .or(page.getByRole('treegrid', { name: list }))
    .evaluate(
      (box, { columns: names, min }) => {
        const { left, right, bottom } = box.getBoundingClientRect();
        const isInView = (column: string): boolean => {
          const headings = [...box.querySelectorAll('[role=columnheader]')];
          const heading = headings
            .find((each) => each.textContent.trim() === column)
            ?.getBoundingClientRect();
          return heading !== undefined && heading.left >= left - 1 && heading.right <= right + 1;
        };
        const total = Number(box.getAttribute('aria-rowcount')) - 1;
        const rows = [...box.querySelectorAll('[role=row][data-slot]')].filter(
          (row) => row.getBoundingClientRect().bottom <= bottom + 1,
        );
        const tooFewRows =
          rows.length < Math.min(min, total) ? [`${rows.length} of ${total} rows in view`] : [];
        return [
          ...names.filter((name) => !isInView(name)).map((name) => `${name} is out of view`),
          ...tooFewRows,
        ];
      },
      { columns, min: MIN_ROWS },
    );

/** Returns what is cut or out of view in the important columns. */
async function cutCells(page: Page, screen: string): Promise<string[]> {
  const [list, ...columns] = IMPORTANT_COLUMNS[screen] ?? [];
  if (list === undefined) return [];
  const wrapped = WRAPPED_COLUMNS[screen] ?? [];
  const problems = await outOfView(page, list, [...columns, ...wrapped]);
  if (problems.length > 0) return problems;
  const isNarrow = await page.evaluate(() => innerWidth <= 1024);
  for (const column of isNarrow ? [...columns, ...wrapped] : columns)
    for (const text of await cutTexts(page, list, column)) problems.push(`cut in ${column}: “${text}”`);
  return problems;
}

test('lays out every screen without cut text, broken words or long lines, at any size and zoom', async ({
  running,
}) => {
  test.setTimeout(240_000);
  const { page } = running;
  await exploreDemo(page);
  const screens = await sidebarScreens(page);
  const problems: string[] = [];
  const checkScreen = async (screen: string, size: string): Promise<void> => {
    await expect(page.locator('h1')).toBeVisible();
    let latest: string[] = [];
    const findProblems = async () =>
      (latest = [
        ...(await clippedElements(page)),
        ...(await tooLongLines(page)),
        ...(await brokenWords(page)),
      ]);
    // A page that was just resized, or whose data is arriving, gets a new layout in the next frames.
    await expect
      .poll(findProblems, { timeout: 3_000 })
      .toEqual([])
      .catch((error: unknown) => {
        if (latest.length === 0) throw error; // the page could not be checked
        problems.push(...latest.map((what) => `${screen}, ${size}: ${what}`));
      });
  };
  const resizeTo = async ([, width, height, zoom]: Size): Promise<void> => {
    await resize(running, width, height, zoom);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width / zoom);
    // Lists fit their columns to the new width in the next frame.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
  await test.step('in the message at the end of a refresh', async () => {
    await resizeTo(SIZES[1]);
    await clickRefresh(page); // no space for the sidebar's timestamps here: the message reports the end
    const message = page.locator('[data-sonner-toast]').filter({ hasText: 'Refreshed' }).first();
    await message.hover({ timeout: 60_000 }); // hovering keeps the message open during the check
    await checkScreen('The end of a refresh', SIZES[1][0]);
    await expect(message).toBeInViewport({ ratio: 1 });
    await page.mouse.move(0, 0);
  });
  const checkColumns = (screen: string, size: string): Promise<void> =>
    expect
      .poll(() => cutCells(page, screen))
      .toEqual([])
      .catch(async () => {
        problems.push(...(await cutCells(page, screen)).map((what) => `${screen}, ${size}: ${what}`));
      });
  // Every other screen goes through the sizes backwards, from the size in which it was opened.
  const nextSizes = [...SIZES, ...WINDOWS.filter(([name]) => !SIZES.some(([other]) => other === name))];
  const checkInAllSizes = async (name: string): Promise<void> => {
    const hasColumns = name in IMPORTANT_COLUMNS;
    for (const size of nextSizes) {
      const isForColumns = hasColumns && WINDOWS.some(([other]) => other === size[0]);
      const isForScreen = SIZES.some(([other]) => other === size[0]);
      if (!isForScreen && !isForColumns) continue;
      await resizeTo(size);
      if (isForScreen) await checkScreen(name, size[0]);
      if (isForColumns) await checkColumns(name, size[0]);
    }
    nextSizes.reverse();
  };
  for (const screen of screens)
    await test.step(`on the screen “${screen}”`, async () => {
      await goTo(page, screen);
      await checkInAllSizes(screen);
    });
  for (const [name, open] of Object.entries(UNLISTED_SCREENS))
    await test.step(`on the screen “${name}”`, async () => {
      await open(page);
      await checkInAllSizes(name);
    });
  expect(problems).toEqual([]);
});

testWithOwnApp(
  'covers the list with the record panel at 200% zoom, and restores the focus afterwards',
  async ({ running }) => {
    const { page } = running;
    await resize(running, 1024, 680, 2);
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(512);
    await goTo(page, 'Accounts');
    await rows(page).nth(1).getByRole('gridcell').nth(1).click();
    await page.keyboard.press('Enter');
    const record = page.getByRole('complementary', { name: 'Record' });
    await expect(record).toBeFocused();
    await page.keyboard.press('Shift+Tab'); // not to the rows beneath it
    await expect(grid(page)).not.toBeFocused();
    await record.focus();
    await page.keyboard.press('Escape');
    await expect(record).toBeHidden();
    await expect(grid(page)).toBeFocused();
    await page.keyboard.press('Control+i');
    await expect(record).toBeFocused();
    await page.keyboard.press('Control+i');
    await expect(grid(page)).toBeFocused();

    // In a wider window the panel is beside the list, which can be reached again.
    await page.keyboard.press('Enter');
    await expect(record).toBeFocused();
    await resize(running, 1280, 800, 1);
    await rows(page).nth(2).getByRole('gridcell').nth(1).click();
    await expect(grid(page)).toBeFocused();
  },
);
