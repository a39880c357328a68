import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '#contract/calls/desktop';
import { screenOfCommand, SCREENS, type AppScreen, type ScreenCommand } from '#contract/screens';

interface MenuDeps {
  readonly run: (command: Command) => void;
  readonly openLog: () => void;
  readonly isMac: boolean;
  readonly isPackaged: boolean;
  readonly name: string;
}

/** Menus use title case: "Related People". */
const menuTitle = (title: string): string => title.replace(/(^|\s)\p{Ll}/gu, (first) => first.toUpperCase());

const SEPARATOR = { type: 'separator' } as const;

/** Builds the menu items of one platform. The item of a command has the command's name as its ID. */
class MenuItems {
  readonly #deps: MenuDeps;

  constructor(deps: MenuDeps) {
    this.#deps = deps;
  }

  #item(label: string, command: Command, accelerator?: string): MenuItemConstructorOptions {
    return {
      id: command,
      label,
      click: () => this.#deps.run(command),
      ...(accelerator ? { accelerator } : {}),
    };
  }

  #screenItem({ title, command, shortcut }: AppScreen, suffix = ''): MenuItemConstructorOptions {
    return this.#item(`${menuTitle(title)}${suffix}`, command, shortcut?.replace('Ctrl', 'CmdOrCtrl'));
  }

  #screenItemWithEllipsis(command: ScreenCommand): MenuItemConstructorOptions {
    return this.#screenItem(screenOfCommand(command), '…');
  }

  #screenItems(group: AppScreen['group']): MenuItemConstructorOptions[] {
    return SCREENS.filter((screen) => screen.group === group).map((screen) => this.#screenItem(screen));
  }

  app(): MenuItemConstructorOptions {
    return {
      label: this.#deps.name,
      submenu: [
        this.#item('About Firm Desk', 'about'),
        SEPARATOR,
        this.#screenItemWithEllipsis('settings'),
        SEPARATOR,
        { role: 'services' },
        SEPARATOR,
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        SEPARATOR,
        { role: 'quit' },
      ],
    };
  }

  file(): MenuItemConstructorOptions {
    const { isMac } = this.#deps;
    return {
      label: '&File',
      submenu: [
        this.#screenItemWithEllipsis('connections'),
        this.#item('Close This Connection', 'close-connection'),
        this.#item('Lock Now', 'lock', 'CmdOrCtrl+Shift+L'),
        SEPARATOR,
        this.#item('Refresh', 'refresh', 'CmdOrCtrl+R'),
        this.#item('Refresh Everything', 'refresh-all', 'CmdOrCtrl+Shift+R'),
        this.#item('Stop Refreshing', 'cancel-refresh', 'CmdOrCtrl+.'),
        SEPARATOR,
        ...(isMac ? [] : [this.#screenItemWithEllipsis('settings'), SEPARATOR]),
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    };
  }

  edit(): MenuItemConstructorOptions {
    return {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        SEPARATOR,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        SEPARATOR,
        this.#item('Find', 'find', 'CmdOrCtrl+F'),
      ],
    };
  }

  go(): MenuItemConstructorOptions {
    const { isMac } = this.#deps;
    return {
      label: '&Go',
      submenu: [
        this.#item('Go To…', 'palette', 'CmdOrCtrl+K'),
        SEPARATOR,
        this.#item('Back', 'back', isMac ? 'Cmd+[' : 'Alt+Left'),
        this.#item('Forward', 'forward', isMac ? 'Cmd+]' : 'Alt+Right'),
        this.#item('Copy Link to This Screen', 'copy-link'),
        SEPARATOR,
        ...this.#screenItems('today'),
        SEPARATOR,
        ...this.#screenItems('lists'),
        SEPARATOR,
        ...this.#screenItems('tasks'),
        SEPARATOR,
        ...this.#screenItems('history'),
      ],
    };
  }

  view(): MenuItemConstructorOptions {
    return {
      label: '&View',
      submenu: [
        this.#item('Sidebar', 'toggle-sidebar', 'CmdOrCtrl+B'),
        this.#item('Record Panel', 'record-panel', 'CmdOrCtrl+I'),
        SEPARATOR,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        SEPARATOR,
        { role: 'togglefullscreen' },
        ...(this.#deps.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    };
  }

  help(): MenuItemConstructorOptions {
    return {
      label: '&Help',
      submenu: [
        this.#screenItem(screenOfCommand('guide')),
        this.#item('Keyboard Shortcuts', 'shortcuts'),
        { label: 'Show the Log File', click: this.#deps.openLog },
        ...(this.#deps.isMac ? [] : [SEPARATOR, this.#item('About Firm Desk', 'about')]),
      ],
    };
  }
}

/** Builds the native menu: every command, and the platform's own items. */
export function menuItems(deps: MenuDeps): MenuItemConstructorOptions[] {
  const items = new MenuItems(deps);
  const common = [items.file(), items.edit(), items.go(), items.view()];
  return deps.isMac
    ? [items.app(), ...common, { role: 'windowMenu' }, items.help()]
    : [...common, items.help()];
}
