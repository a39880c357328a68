import { app, powerMonitor, systemPreferences, type BrowserWindow } from 'electron';
import { COMMANDS } from '#contract/calls/desktop';
import { reloadPage } from '../app/reload-page';
import { disableMenuCommands } from '../app/menu';
import { AppLock } from './app-lock';
import type { AppPin } from './app-pin';
import type { Log } from './log-line';
import type { Recovery } from './recovery';

interface SystemAppLockOptions {
  readonly file: string;
  readonly codes: Recovery;
  readonly pin: AppPin;
  readonly log: Log;
  readonly window: () => BrowserWindow | undefined;
  /** Removes copied tax IDs from the clipboard. */
  readonly clearSecrets: () => void;
  /** Called once the page was replaced for the lock. The app may have been unlocked since. */
  readonly onPageReplaced: () => void;
  readonly connectWindow: () => void;
}

/** Builds the app lock for this operating system: its effect on the window, and how the system unlocks it. */
export function systemAppLock(options: SystemAppLockOptions): AppLock {
  const { file, codes, pin, log, window, clearSecrets, onPageReplaced, connectWindow } = options;
  const isMac = process.platform === 'darwin';
  const lock = new AppLock({
    file,
    codes,
    pin,
    system: {
      isOffered: () => isMac && systemPreferences.canPromptTouchID(),
      // macOS shows: “Firm Desk is trying to unlock Firm Desk.”
      promptUser: () => systemPreferences.promptTouchID('unlock Firm Desk'),
    },
    systemUnlocks: isMac || process.platform === 'win32',
    log,
    onLock: () => {
      clearSecrets();
      disableMenuCommands(COMMANDS);
      const openWindow = window();
      openWindow?.setTitle(app.name); // the page's title names the firm
      // The engine is disconnected a little later, so that unsaved input is saved while the page unloads.
      void (openWindow ? reloadPage(openWindow.webContents) : Promise.resolve()).then(onPageReplaced);
    },
    onUnlock: connectWindow,
  });
  powerMonitor.on('unlock-screen', () => lock.handleSystemUnlock());
  return lock;
}
