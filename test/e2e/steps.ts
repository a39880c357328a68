import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { expect } from './expect';

/** Actions of the user that several tests share. */

export const sidebar = (page: Page): Locator => page.getByRole('navigation').first();

/** Answers the system's dialogs for opening and saving with this file. */
export const answerDialogs = ({ app }: { readonly app: ElectronApplication }, file: string): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [filePath] });
  }, file);

/** Replaces the printer. Returns a function that returns the header of the last print. */
export async function replacePrinter({
  app,
}: {
  readonly app: ElectronApplication;
}): Promise<() => Promise<string>> {
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) return;
    contents.print = (options, done) => {
      Reflect.set(globalThis, 'printed', options?.header);
      done?.(true, '');
    };
  });
  return () => app.evaluate(() => String(Reflect.get(globalThis, 'printed')));
}

export async function exploreDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explore the demo firm' }).click();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
  await waitForFirstDownload(page);
}

/** Waits for the end of the refresh that the demo firm starts by itself. */
export async function waitForFirstDownload(page: Page): Promise<void> {
  await expect(page.getByText(/^Updated \w+ \d/).first()).toBeVisible({ timeout: 60_000 });
  await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({
    timeout: 60_000,
  });
}

/** Fills the first screen with an API key and connects. */
export async function connectWithKey(
  page: Page,
  address: string,
  key: string,
  name = 'Test firm',
): Promise<void> {
  await page.getByLabel('Service address').fill(address);
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByLabel('Name of this connection').fill(name);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });
}

/** Returns the names of the sidebar's screens; Search opens the palette instead. */
export const sidebarScreens = async (page: Page): Promise<string[]> =>
  (await sidebar(page).locator('.link .title').allTextContents()).filter((name) => name !== 'Search');

/** Opens a screen from the sidebar, whose entries have a record count, due work or keys after their titles. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page.keyboard.press('Escape'); // an open popover would cover it
  await sidebar(page)
    .getByRole('button', {
      name: new RegExp(`^${screen}( [\\d,]+| [\\d,]+ due| Ctrl\\+\\S+| ⌘\\S+)*$`),
    })
    .click();
}

/** Prepares the same edit of every listed account; ends at the preview, verified against the service. */
export async function previewAll(page: Page, field: string, value: string): Promise<number> {
  await expect(rows(page).first()).toBeVisible();
  await grid(page).focus();
  await page.keyboard.press('Control+a');
  await page.getByLabel('Status', { exact: true }).getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field').selectOption({ label: field });
  await dialog.getByLabel('Value').fill(value);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^Edit [\d,]+ accounts/ });
  await expect(heading).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Checked against the service/)).toBeVisible({ timeout: 30_000 });
  return Number(/[\d,]+/.exec((await heading.textContent()) ?? '')?.[0].replaceAll(',', ''));
}

/** Chooses from the menu below a list: less common actions on the selection. */
export async function chooseMore(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions for selection' }).click();
  await page.getByRole('menuitem', { name }).click();
}

export async function clickRefresh(page: Page): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'Refresh', exact: true }).click();
}

/**
 * Refreshes and waits for the end of the run. The page itself watches for the start: a short run may not be
 * visible from outside, and an earlier timestamp already exists.
 */
export async function refreshAndWait(page: Page, start = () => clickRefresh(page)): Promise<void> {
  await page.evaluate(() => {
    const started = new Promise<void>((done) => {
      const watch = new MutationObserver(() => {
        if (!document.querySelector('nav button[aria-label^="Refreshing"]')) return;
        watch.disconnect();
        done();
      });
      watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-label'] });
    });
    Object.assign(window, { refreshStarted: started });
  });
  await start();
  await page.evaluate(() => Reflect.get(window, 'refreshStarted') as Promise<void>);
  await expect(page.getByText(/^Updated \w+ \d/).first()).toBeVisible({ timeout: 60_000 });
  // The timestamp appears with the first complete list; the button's name is restored when the last one is
  // done.
  await expect(sidebar(page).getByRole('button', { name: 'Refresh', exact: true })).toBeVisible({
    timeout: 60_000,
  });
}

/** Simulates an event of the system's power monitor once the app listens to all, which is a second after its start. */
export async function emitPowerEvent(
  app: ElectronApplication,
  event: 'resume' | 'lock-screen' | 'unlock-screen',
): Promise<void> {
  const countListeners = () => app.evaluate(({ powerMonitor }) => powerMonitor.listenerCount('resume'));
  await expect.poll(countListeners).toBeGreaterThan(1); // of the screen lock, and of the schedule and policies
  await app.evaluate(({ powerMonitor }, name) => powerMonitor.emit(name), event);
}

export const grid = (page: Page, name = 'Accounts'): Locator => page.getByRole('grid', { name });
/** Returns the visible rows, without the heading. */
export const rows = (page: Page, name?: string): Locator =>
  grid(page, name).locator('[role=row]:not([aria-rowindex="1"])');

/** Returns the texts of a column's visible cells that are cut. */
export async function cutTexts(page: Page, list: string, label: string): Promise<string[]> {
  const anyGrid = page.getByRole('grid', { name: list }).or(page.getByRole('treegrid', { name: list }));
  const heading = anyGrid.getByRole('columnheader', { name: label, exact: true });
  const column = await heading.getAttribute('aria-colindex');
  return anyGrid.locator(`[role=gridcell][aria-colindex="${column}"]`).evaluateAll((cells) => {
    const box = cells[0]?.closest('[role=grid], [role=treegrid]')?.getBoundingClientRect();
    const isCut = (cell: Element): boolean => {
      const { top, bottom } = cell.getBoundingClientRect();
      const isVisible = box !== undefined && bottom > box.top && top < box.bottom;
      return isVisible && (cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight + 1);
    };
    return cells.filter(isCut).map((cell) => cell.textContent.trim());
  });
}

/** Returns the cut texts of a column in a list that is not a grid and has its headings above the rows. */
export const cutInRows = (page: Page, list: string | RegExp, label: string): Promise<string[]> =>
  page.getByRole('listbox', { name: list }).evaluate((box, heading) => {
    const [heads, ...lines] = [...box.querySelectorAll('.cells')].map((line) => [...line.children]);
    const index = heads?.findIndex((cell) => cell.textContent.trim() === heading) ?? -1;
    if (index < 0) return [`no column ${heading}`];
    const cells = lines.flatMap((line) => line[index] ?? []);
    return cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent.trim());
  }, label);

/** Sets the size of the page in pixels, and waits for it. */
export async function resizeTo(
  { app, page }: { readonly app: ElectronApplication; readonly page: Page },
  width: number,
  height = 900,
): Promise<void> {
  await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as [number, number]);
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
}

/** Returns the table on the clipboard, which a spreadsheet uses instead of the text. */
export const clipboardHtml = (app: ElectronApplication): Promise<string> =>
  app.evaluate(async ({ clipboard }) => {
    const board = clipboard as unknown as {
      readHTML?: () => string;
      read: () => Promise<{ getType(type: string): Promise<Blob> }[]>;
    };
    if (board.readHTML) return board.readHTML(); // Electron before its asynchronous clipboard: the fallback runtime
    return (await (await board.read())[0]?.getType('text/html'))?.text() ?? '';
  });

/** Selects the first fee upload file, and no other. */
export async function selectFirstFile(page: Page): Promise<void> {
  await rows(page, 'Fee upload files').first().click();
}

/** Makes the system's dialog for opening, which no test can reach, return this file or folder. */
export const chooseInDialog = (app: ElectronApplication, file: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);

/** Opens the fee upload files, which will be saved to `folder`. */
export async function openFeeFiles(
  { app, page }: { app: ElectronApplication; page: Page },
  folder: string,
): Promise<void> {
  await goTo(page, 'Fee upload files');
  await expect(grid(page, 'Fee upload files')).toHaveAttribute('aria-rowcount', '10'); // nine files and the heading
  await chooseInDialog(app, folder);
}

/** Returns the cell of a column in a row of the list; the first row is 0. */
export async function listCell(page: Page, row: number, label: string): Promise<Locator> {
  const heading = page.getByRole('columnheader', { name: new RegExp(`^${label}`) });
  const column = await heading.getAttribute('aria-colindex');
  return grid(page).locator(`[role=row][aria-rowindex="${row + 2}"] [aria-colindex="${column}"]`);
}
