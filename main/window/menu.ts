import { app, Menu } from 'electron';
import type { Command } from '../../preload/contract/desktop';
import { menuItems } from './menu-items';

/** The native menu: every action of the app, with the shortcuts the platform expects. */
export function installMenu(run: (command: Command) => void, openLog: () => void): void {
  const mac = process.platform === 'darwin';
  const items = menuItems({ run, openLog, mac, name: app.name, packaged: app.isPackaged });
  Menu.setApplicationMenu(Menu.buildFromTemplate(items));
}
