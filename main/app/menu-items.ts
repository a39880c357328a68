import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '#contract/calls/desktop';
import { placeNamed, PLACES, type Place, type PlaceCommand } from '#contract/places';

interface MenuDeps {
  readonly run: (command: Command) => void;
  readonly openLog: () => void;
  readonly mac: boolean;
  readonly packaged: boolean;
  readonly name: string;
}

/** Menus use title case: "Related Persons". */
const menuTitle = (title: string): string => title.replace(/(^|\s)\p{Ll}/gu, (first) => first.toUpperCase());

/** Builds the native menu: every command, with its name as ID, and the platform's own items. */
export function menuItems({ run, openLog, mac, packaged, name }: MenuDeps): MenuItemConstructorOptions[] {
  const item = (label: string, command: Command, accelerator?: string): MenuItemConstructorOptions => ({
    id: command,
    label,
    click: () => run(command),
    ...(accelerator ? { accelerator } : {}),
  });
  const goTo = ({ title, command, shortcut }: Place, more = '') =>
    item(`${menuTitle(title)}${more}`, command, shortcut?.replace('Ctrl', 'CmdOrCtrl'));
  const opens = (command: PlaceCommand) => goTo(placeNamed(command), '…');
  const places = (group: Place['group']) =>
    PLACES.filter((place) => place.group === group).map((place) => goTo(place));
  return [
    ...(mac
      ? [
          {
            label: name,
            submenu: [
              item('About Firm Desk', 'about'),
              { type: 'separator' },
              opens('settings'),
              { type: 'separator' },
              { role: 'services' },
              { type: 'separator' },
              { role: 'hide' },
              { role: 'hideOthers' },
              { role: 'unhide' },
              { type: 'separator' },
              { role: 'quit' },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: '&File',
      submenu: [
        opens('connections'),
        item('Close This Connection', 'close-connection'),
        item('Lock Now', 'lock', 'CmdOrCtrl+Shift+L'),
        { type: 'separator' },
        item('Refresh', 'refresh', 'CmdOrCtrl+R'),
        item('Stop Refreshing', 'cancel-refresh', 'CmdOrCtrl+.'),
        { type: 'separator' },
        ...(mac ? [] : [opens('settings'), { type: 'separator' } as const]),
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        { type: 'separator' },
        item('Find', 'find', 'CmdOrCtrl+F'),
      ],
    },
    {
      label: '&Go',
      submenu: [
        item('Go To…', 'palette', 'CmdOrCtrl+K'),
        { type: 'separator' },
        item('Back', 'back', mac ? 'Cmd+[' : 'Alt+Left'),
        item('Forward', 'forward', mac ? 'Cmd+]' : 'Alt+Right'),
        { type: 'separator' },
        ...places('today'),
        { type: 'separator' },
        ...places('lists'),
        { type: 'separator' },
        ...places('tasks'),
        { type: 'separator' },
        ...places('history'),
      ],
    },
    {
      label: '&View',
      submenu: [
        item('Sidebar', 'toggle-sidebar', 'CmdOrCtrl+B'),
        item('Record Panel', 'record-panel', 'CmdOrCtrl+I'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(packaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    ...(mac ? [{ role: 'windowMenu' } as const] : []),
    {
      label: '&Help',
      submenu: [
        goTo(placeNamed('guide')),
        item('Keyboard Shortcuts', 'shortcuts'),
        { label: 'Show the Log File', click: openLog },
        ...(mac ? [] : [{ type: 'separator' } as const, item('About Firm Desk', 'about')]),
      ],
    },
  ];
}
