import { app, powerMonitor, systemPreferences, type BrowserWindow } from 'electron';
import { COMMANDS } from '../../preload/contract/calls/desktop';
import { freshPage } from '../window/fresh-page';
import { showIdle } from '../window/menu';
import { AppLock } from './app-lock';
import type { Log } from './log-line';
import type { Recovery } from './recovery';

interface SystemAppLockOptions {
  readonly file: string;
  readonly phrases: Recovery;
  readonly log: Log;
  readonly window: () => BrowserWindow | undefined;
  /** Takes copied tax IDs off the clipboard. */
  readonly clearSecrets: () => void;
  /** The engine gives the window nothing more. */
  readonly shut: () => void;
  readonly reopen: () => void;
}

/** The app's lock on this operating system: what it does to the window, and what of the system unlocks it. */
export function systemAppLock(options: SystemAppLockOptions): AppLock {
  const { file, phrases, log, window, clearSecrets, shut, reopen } = options;
  const mac = process.platform === 'darwin';
  const lock: AppLock = new AppLock({
    file,
    phrases,
    system: {
      offered: () => mac && systemPreferences.canPromptTouchID(),
      ask: () => systemPreferences.promptTouchID('unlock Firm Desk'),
    },
    systemUnlocks: mac || process.platform === 'win32',
    log,
    onLock: () => {
      clearSecrets();
      showIdle(COMMANDS);
      const shown = window();
      shown?.setTitle(app.name);
      // The engine a little later: what was being typed is kept while the page goes.
      void (shown ? freshPage(shown.webContents) : Promise.resolve()).then(() => {
        if (lock.isLocked) shut();
      });
    },
    onUnlock: reopen,
  });
  powerMonitor.on('unlock-screen', () => lock.systemUnlocked());
  return lock;
}
