import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { RunningApp } from './running-app';

/** The page of plain values, in its own process; `followed` has to be called before it is there. */
export const valuesIn = (place: Locator | Page): FrameLocator => place.frameLocator('iframe');

/** The test runner follows a frame of another process only where nobody else has attached the developer tools. */
export const followed = ({ app }: RunningApp): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.debugger.detach());
