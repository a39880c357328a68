import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { RunningApp } from './running-app';

/** Returns the frame of plain values, a separate process; call `detachDebugger` before it is created. */
export const valuesIn = (container: Locator | Page): FrameLocator => container.frameLocator('iframe');

/**
 * Detaches the app's developer-tools session: the test runner can follow a frame of another process only if
 * no other client is attached.
 */
export const detachDebugger = ({ app }: RunningApp): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.debugger.detach());
