import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { Command } from '../../preload/contract/desktop';

/** The native menu: every action of the app, with the shortcuts the platform expects. */
export function installMenu(run: (command: Command) => void, openLog: () => void): void {
  const item = (label: string, command: Command, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => run(command),
    ...(accelerator ? { accelerator } : {}),
  });
  const mac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac
      ? [
          {
            label: app.name,
            submenu: [
              item('About Firm Desk', 'about'),
              { type: 'separator' },
              item('Settings…', 'settings', 'Cmd+,'),
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
        item('Connections…', 'connections', 'CmdOrCtrl+Shift+O'),
        { type: 'separator' },
        item('Refresh', 'refresh', 'CmdOrCtrl+R'),
        item('Stop Refreshing', 'cancel-refresh', 'CmdOrCtrl+.'),
        { type: 'separator' },
        ...(mac ? [] : [item('Settings…', 'settings', 'Ctrl+,'), { type: 'separator' } as const]),
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
        item('To Anything…', 'palette', 'CmdOrCtrl+K'),
        { type: 'separator' },
        item('Today', 'go-today', 'CmdOrCtrl+1'),
        item('Accounts', 'go-accounts', 'CmdOrCtrl+2'),
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
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    ...(mac ? [{ role: 'windowMenu' } as const] : []),
    {
      label: '&Help',
      submenu: [
        item('Keyboard Shortcuts', 'shortcuts'),
        { label: 'Show the Log File', click: openLog },
        ...(mac ? [] : [{ type: 'separator' } as const, item('About Firm Desk', 'about')]),
      ],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
