import type { MenuItemConstructorOptions } from 'electron';
import type { Command } from '../../preload/contract/calls/desktop';

interface MenuMeans {
  readonly run: (command: Command) => void;
  readonly openLog: () => void;
  readonly mac: boolean;
  readonly packaged: boolean;
  readonly name: string;
}

/** What stands in the native menu: every command, found by its name as id, and what the platform itself does. */
export function menuItems({ run, openLog, mac, packaged, name }: MenuMeans): MenuItemConstructorOptions[] {
  const item = (label: string, command: Command, accelerator?: string): MenuItemConstructorOptions => ({
    id: command,
    label,
    click: () => run(command),
    ...(accelerator ? { accelerator } : {}),
  });
  return [
    ...(mac
      ? [
          {
            label: name,
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
        item('Close This Connection', 'close-connection'),
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
        item('Back', 'back', mac ? 'Cmd+[' : 'Alt+Left'),
        item('Forward', 'forward', mac ? 'Cmd+]' : 'Alt+Right'),
        { type: 'separator' },
        item('Today', 'go-today', 'CmdOrCtrl+1'),
        { type: 'separator' },
        item('Accounts', 'go-accounts', 'CmdOrCtrl+2'),
        item('Related Persons', 'go-related-persons'),
        item('Billing Groups', 'go-billing-groups'),
        item('Asset Adjustments', 'go-asset-adjustments'),
        item('Fee Structures', 'go-fee-structures'),
        { type: 'separator' },
        item('Tax Ids', 'go-tax-ids'),
        item('ROI Requests', 'go-roi'),
        item('Advisor Codes', 'go-advisor-codes'),
        item('Fee Upload Files', 'go-fee-files'),
        { type: 'separator' },
        item('Changes', 'go-changes'),
        item('Activity', 'go-activity'),
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
        item('Keyboard Shortcuts', 'shortcuts'),
        { label: 'Show the Log File', click: openLog },
        ...(mac ? [] : [{ type: 'separator' } as const, item('About Firm Desk', 'about')]),
      ],
    },
  ];
}
