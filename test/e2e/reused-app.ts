import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import path from 'node:path';
import {
  closeApp,
  endWaiting,
  expect,
  letWait,
  RUN_FOLDER,
  takeWaiting,
  type RunningApp,
} from './running-app';

/** What an app keeps of its connections. */
const KEPT = ['connections', 'workspace-notes'];

const today = ({ page }: RunningApp): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Today' })).toBeVisible({ timeout: 20_000 });

/** The app that waits, with its connection open again as `from` has it; undefined where none waits for that. */
export async function anew(from: string): Promise<RunningApp | undefined> {
  const running = await takeWaiting(from);
  if (!running) {
    await endWaiting();
    return undefined;
  }
  await running.page.getByRole('button', { name: /^Test firm/ }).click();
  await today(running);
  return running;
}

/** Notes the app's own questions, which tests answer instead of a person, and where its window is. */
export const noteOwn = ({ app }: RunningApp): Promise<void> =>
  app.evaluate(({ BrowserWindow, dialog }) => {
    const bounds = BrowserWindow.getAllWindows()[0]?.getBounds();
    Object.assign(globalThis, { own: { dialog: { ...dialog }, bounds } });
  });

/** Closes the connection, takes away what the test left, and lets the app wait for the next test that began with `from`. */
export async function forNext(running: RunningApp, from: string): Promise<void> {
  const { app, page } = running;
  try {
    await app.evaluate(({ BrowserWindow, dialog, Menu }) => {
      const own = Reflect.get(globalThis, 'own') as { dialog: object; bounds: Electron.Rectangle };
      Object.assign(dialog, own.dialog);
      BrowserWindow.getAllWindows()[0]?.setBounds(own.bounds);
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
  const used = mkdtempSync(path.join(RUN_FOLDER, 'used-')); // what the whole run left is looked into at its end
  for (const name of KEPT) {
    if (existsSync(path.join(data, name))) renameSync(path.join(data, name), path.join(used, name));
    if (existsSync(path.join(from, name)))
      cpSync(path.join(from, name), path.join(data, name), { recursive: true });
  }
  letWait(running, from);
}
