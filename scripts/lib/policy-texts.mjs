// The description of each policy in the administrators' templates and on the administration page.
export const policyTexts = {
  ServiceAddresses: {
    title: 'Service addresses',
    form: 'up to 50 https origins',
    effect:
      'Only these are contacted. Name the origins of a connection’s service address and of its sign-in address, if that differs. Another stored connection opens its data and sends nothing, not even to its team’s database. The hosts of the databases of allowed connections are not limited.',
  },
  ReadOnly: {
    title: 'Read-only',
    form: '`true` or `false`',
    effect: '`true`: every connection is read-only; no request that changes data is sent.',
  },
  ExportFiles: {
    title: 'Exports, fee files and printing',
    form: '`true` or `false`',
    effect:
      '`false`: nothing is exported, saved as a fee file or printed. Encrypted backups, invitations to a team (no client data) and copying remain.',
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
    title: 'Maximum idle time, in minutes',
    form: 'whole number from 1 to 120',
    effect: 'Maximum idle time before tax IDs are hidden and, if the app lock is on, Firm Desk locks.',
  },
  DemoFirm: {
    title: 'Demo firm',
    form: '`true` or `false`',
    effect: '`false`: the demo firm does not open.',
  },
  BackupFolder: {
    title: 'Folder of daily backups',
    form: 'absolute path, `none`, or empty to let the user choose',
    effect:
      'Daily backups that users turn on go to this folder, including those set up for another one. It must exist: if it is missing or cannot be written, no backup is made, and a message, Settings and the log (`policies.folder-unusable`, `backup.failed`) say so. With `none`, the strictest value, no daily backup is made or can be turned on; a message and Settings say so.',
  },
  BackupDays: {
    title: 'Number of daily backups',
    form: 'whole number from 1 to 365',
    effect:
      'Number of daily backups kept for each connection on each computer; older ones are deleted. If not set: 14. The strictest value keeps the most: a backup that was deleted cannot be brought back.',
  },
  Proxy: {
    title: 'Proxy',
    form: '`system`, `none`, `pac https://…` or `fixed host:port`',
    effect:
      'How the service is reached. The strictest value is a proxy that does not exist, so nothing reaches the service. A team’s database is reached without a proxy.',
  },
  Updates: {
    title: 'Updates',
    form: '`off`, `notify` or `install`',
    effect:
      '`notify`: Firm Desk looks for a newer version every day, and Settings shows it. `install`: it also downloads that version, and installs it when the user quits; where it can’t, the same as `notify`. If not set, each user chooses; at first, updates are off.',
  },
  UpdateAddress: {
    title: 'Update server',
    form: 'https address of a folder, or empty for none',
    effect:
      'Where Firm Desk looks for updates: a folder with `latest.json` and the installers. If not set, a user who turns updates on enters it.',
  },
  HoldAtVersion: {
    title: 'Newest version allowed',
    form: 'three-part version number',
    effect: 'Versions newer than this one are not offered.',
  },
  LogFolder: {
    title: 'Folder of the log',
    form: 'absolute path, or empty for the default folder',
    effect:
      'From the next start, the log is in a subfolder of this folder that has the user’s name. Use a local folder: Firm Desk waits for a network share that does not respond. It must exist, and users must be able to create folders in it. If the folder is missing or cannot be written, the log is in the default folder; Settings and the log (`policies.folder-unusable`) say so. The strictest value also means the default folder, because no other user can read it.',
  },
};
