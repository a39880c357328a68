import { app, Menu } from 'electron';
import { COMMANDS, type Command } from '#contract/calls/desktop';
import { menuItems } from './menu-items';

/** Installs the native menu: every command of the app, with the platform's shortcuts. */
export function installMenu(run: (command: Command) => void, openLog: () => void): void {
  const isMac = process.platform === 'darwin';
  const items = menuItems({ run, openLog, isMac, name: app.name, isPackaged: app.isPackaged });
  Menu.setApplicationMenu(Menu.buildFromTemplate(items));
}

/** Disables these commands in the native menu, and enables all others. */
export function disableMenuCommands(commands: readonly Command[]): void {
  const menu = Menu.getApplicationMenu();
  for (const command of COMMANDS) {
    const item = menu?.getMenuItemById(command);
    if (item) item.enabled = !commands.includes(command);
  }
}
