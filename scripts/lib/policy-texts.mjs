// What an administrator reads about each policy, in the templates and on the administration page.
export const policyTexts = {
  ServiceAddresses: {
    title: 'Service addresses',
    form: 'up to 50 https origins',
    effect: 'Only these are contacted. Another stored connection opens its data and sends nothing.',
  },
  ReadOnly: {
    title: 'Read-only',
    form: '`true` or `false`',
    effect: '`true`: no request that changes something is sent, over any connection.',
  },
  ExportFiles: {
    title: 'Exports, fee files and printing',
    form: '`true` or `false`',
    effect:
      '`false`: nothing is exported, saved as a fee file or printed. Encrypted backups and copying remain.',
  },
  ExportTaxIds: {
    title: 'Export of unmasked tax IDs',
    form: '`true` or `false`',
    effect: '`false`: no file of plain tax IDs is written.',
  },
  RevealTaxIds: {
    title: 'Showing and copying tax IDs',
    form: '`true` or `false`',
    effect: '`false`: no plain tax ID is shown or copied.',
  },
  AutoLockMinutes: {
    title: 'Longest inactivity, in minutes',
    form: 'whole number from 1 to 120',
    effect: 'Longest idle time before tax IDs are hidden and, if the app lock is on, Firm Desk locks.',
  },
  DemoFirm: {
    title: 'Demo firm',
    form: '`true` or `false`',
    effect: '`false`: the demo firm does not open.',
  },
  BackupFolder: {
    title: 'Folder of daily backups',
    form: 'absolute path, or empty for the choice of the user',
    effect: 'Daily backups go to this folder, also those that were set up for another one.',
  },
  BackupDays: {
    title: 'Number of daily backups',
    form: 'whole number from 1 to 365',
    effect: 'So many daily backups of a connection are kept; without it 14.',
  },
  Proxy: {
    title: 'Proxy',
    form: '`system`, `none`, `pac https://…` or `fixed host:port`',
    effect:
      'How the service is reached. The strictest value is a proxy that does not exist: nothing is sent.',
  },
  Updates: {
    title: 'Updates',
    form: '`off` or `notify`',
    effect:
      '`notify`: Firm Desk looks for a newer version every day, and Settings tells of it. Without it, `off`.',
  },
  UpdateAddress: {
    title: 'Update server',
    form: 'https address of a folder, or empty for none',
    effect: 'Where updates are looked for: a folder with `latest.json` and the installers.',
  },
  HoldAtVersion: {
    title: 'Newest version allowed',
    form: 'version of three numbers',
    effect: 'A newer version than this one is not offered.',
  },
  LogFolder: {
    title: 'Folder of the log',
    form: 'absolute path, or empty for the usual folder',
    effect:
      'The log is in a folder with the name of the user in this one, from the next start. The strictest value, or a folder that cannot be written, is the usual folder.',
  },
};
