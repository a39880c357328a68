import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { HIDDEN_SWITCH } from '../app/hidden-start';
import { writeFileAtomic } from '../common/write-file-atomic';

/** Whether the app keeps running without its window, and starts with the computer. Both are off by default. */
const background = z.object({ tray: z.boolean(), atLogin: z.boolean() });
export type Background = z.output<typeof background>;
const OFF: Background = { tray: false, atLogin: false };

interface LoginItems {
  /** False if this build cannot register itself, such as one that is not installed. */
  readonly isAvailable: boolean;
  readonly set: (on: boolean) => void;
}

/** The stored setting. Starting with the computer needs the tray, since the app then starts without a window. */
export class BackgroundSetting {
  readonly #file: string;
  readonly #loginItems: LoginItems;
  readonly #onChange: (setting: Background) => void;

  constructor(file: string, loginItems: LoginItems, onChange: (setting: Background) => void) {
    this.#file = file;
    this.#loginItems = loginItems;
    this.#onChange = onChange;
  }

  get(): Background {
    try {
      return background.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
    } catch {
      return OFF; // never chosen, or unreadable
    }
  }

  get canStartAtLogin(): boolean {
    return this.#loginItems.isAvailable;
  }

  set({ tray, atLogin }: Background): void {
    const next = { tray, atLogin: tray && atLogin && this.canStartAtLogin };
    if (this.canStartAtLogin && next.atLogin !== this.get().atLogin) this.#loginItems.set(next.atLogin);
    writeFileAtomic(this.#file, JSON.stringify(next));
    this.#onChange(next);
  }
}

/**
 * Quotes an argument of a desktop file's Exec line. Each backslash of the quoting is doubled, because the file's own
 * escapes are read first, and `\$` and `\"` are not among them.
 */
const quoted = (text: string): string =>
  `"${text
    .replace(/["`$\\]/g, String.raw`\$&`)
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('%', '%%')}"`;

/** Returns the desktop file that starts the app at login (Linux), without a window. */
export const autostartEntry = (program: string): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Firm Desk',
    `Exec=${quoted(program)} --${HIDDEN_SWITCH}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

/** Returns access to the app's entry in the system's list of programs that start at login. */
export function systemLoginItems(app: {
  readonly isPackaged: boolean;
  getPath(name: 'appData'): string;
  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[] }): void;
}): LoginItems {
  return {
    isAvailable: app.isPackaged,
    set: (on) => {
      if (process.platform !== 'linux') {
        // The switch is for Windows: macOS starts login items without arguments (app/hidden-start.ts).
        app.setLoginItemSettings({ openAtLogin: on, args: [`--${HIDDEN_SWITCH}`] });
        return;
      }
      const folder = path.join(app.getPath('appData'), 'autostart');
      const file = path.join(folder, 'firm-desk.desktop');
      fs.mkdirSync(folder, { recursive: true });
      // An AppImage runs from a path that changes with every start.
      if (on) writeFileAtomic(file, autostartEntry(process.env['APPIMAGE'] ?? process.execPath));
      else fs.rmSync(file, { force: true });
    },
  };
}
