import type { App } from 'electron';
import { readFileSync } from 'node:fs';

/** Command-line switch that starts the app without a window, as when it starts with the computer. */
export const HIDDEN_SWITCH = 'hidden';

/**
 * Returns whether the app was started with the computer: the window stays hidden until the user opens it. macOS starts
 * login items without the switch; there, the user's setting counts (`settingFile`, desktop/background.ts), because
 * macOS also reopens apps that were open before. Call it once the app is ready.
 */
export function isStartedHidden(
  app: Pick<App, 'commandLine' | 'getLoginItemSettings'>,
  settingFile: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (app.commandLine.hasSwitch(HIDDEN_SWITCH)) return true;
  return platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin && startsAtLogin(settingFile);
}

function startsAtLogin(settingFile: string): boolean {
  try {
    const { atLogin } = JSON.parse(readFileSync(settingFile, 'utf8')) as { atLogin?: unknown };
    return atLogin === true;
  } catch {
    return false; // never chosen, or unreadable
  }
}
