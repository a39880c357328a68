import { app, Menu } from 'electron';
import { COMMANDS, type Command } from '../../preload/contract/calls/desktop';
import { menuItems } from './menu-items';

/** The native menu: every action of the app, with the shortcuts the platform expects. */
export function installMenu(run: (command: Command) => void, openLog: () => void): void {
  const mac = process.platform === 'darwin';
  const items = menuItems({ run, openLog, mac, name: app.name, packaged: app.isPackaged });
  Menu.setApplicationMenu(Menu.buildFromTemplate(items));
}

/** Grays these commands in the native menu, and no others: an item can be told on every platform, without a new menu. */
export function showIdle(commands: readonly Command[]): void {
  const menu = Menu.getApplicationMenu();
  for (const command of COMMANDS) {
    const item = menu?.getMenuItemById(command);
    if (item) item.enabled = !commands.includes(command);
  }
}
