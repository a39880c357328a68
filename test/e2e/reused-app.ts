import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import path from 'node:path';
import {
  closeApp,
  closeWaitingApp,
  expect,
  setWaitingApp,
  RUN_FOLDER,
  takeWaitingApp,
  type RunningApp,
} from './running-app';

/** The folders in which an app stores its connections. */
const CONNECTION_FOLDERS = ['connections', 'workspace-notes'];

const waitForToday = ({ page }: RunningApp): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });

/** Returns the waiting app with its connection reopened as in `from`; undefined if no app waits for that. */
export async function reopenWaitingApp(from: string): Promise<RunningApp | undefined> {
  const running = await takeWaitingApp(from);
  if (!running) {
    await closeWaitingApp();
    return undefined;
  }
  await running.page.getByRole('button', { name: /^Test firm/ }).click();
  await waitForToday(running);
  return running;
}

/** Records the app's original dialogs, which tests stub, and its window bounds. */
export const recordOriginals = ({ app }: RunningApp): Promise<void> =>
  app.evaluate(({ BrowserWindow, dialog }) => {
    const bounds = BrowserWindow.getAllWindows()[0]?.getBounds();
    Object.assign(globalThis, { originals: { dialog: { ...dialog }, bounds } });
  });

/**
 * Closes the connection, removes the test's changes, and keeps the app for the next test that starts from
 * `from`.
 */
export async function keepForNextTest(running: RunningApp, from: string): Promise<void> {
  const { app, page } = running;
  try {
    await app.evaluate(({ BrowserWindow, dialog, Menu }) => {
      const originals = Reflect.get(globalThis, 'originals') as {
        dialog: object;
        bounds: Electron.Rectangle;
      };
      Object.assign(dialog, originals.dialog);
      BrowserWindow.getAllWindows()[0]?.setBounds(originals.bounds);
      Menu.getApplicationMenu()?.getMenuItemById('close-connection')?.click();
    });
    // By its element: a dialog that the test left open hides the names of what is behind it.
    await expect(page.locator('#connect-title')).toHaveText('Connections', { timeout: 20_000 });
    await page.evaluate(() => localStorage.clear());
    await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: 'reduce' });
    await page.reload();
  } catch (error) {
    await closeApp(running);
    throw error;
  }
  const data = await app.evaluate(({ app: electronApp }) => electronApp.getPath('userData'));
  const usedData = mkdtempSync(path.join(RUN_FOLDER, 'used-')); // the canary scan reads all remaining data at the end of the run
  for (const name of CONNECTION_FOLDERS) {
    if (existsSync(path.join(data, name))) renameSync(path.join(data, name), path.join(usedData, name));
    if (existsSync(path.join(from, name)))
      cpSync(path.join(from, name), path.join(data, name), { recursive: true });
  }
  setWaitingApp(running, from);
}
