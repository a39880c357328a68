import { countOf, listText } from '#contract/format-value';
import {
  POLICIES,
  forbidsDailyBackups,
  proxyConfig,
  type FolderPolicy,
  type Policies,
  type PolicyName,
  type PolicyState,
} from '#contract/policies';

/** Shown next to a control that a policy manages. */
export const MANAGED = 'Managed by your organization.';

const allowed = (value: boolean | undefined): string => (value === true ? 'Allowed' : 'Not allowed');

function proxyText({ Proxy: value = '' }: Policies): string {
  if (value === POLICIES.Proxy.strictest) return 'All traffic is blocked';
  const config = proxyConfig(value);
  if (config?.mode === 'direct') return 'None';
  if (config?.mode === 'pac_script') return `Proxy script ${config.pacScript}`;
  return config?.mode === 'fixed_servers' ? config.proxyRules : 'Uses the system’s proxy settings';
}

const UPDATE_MODES: Readonly<Record<NonNullable<Policies['Updates']>, string>> = {
  off: 'Off',
  notify: 'You are notified of new versions',
  install: 'New versions are installed when you quit, if this computer allows it',
};

/** The label of each policy, and its value if it is set. */
const TEXTS: Readonly<Record<PolicyName, readonly [string, (policies: Policies) => string]>> = {
  ServiceAddresses: [
    'Service addresses',
    ({ ServiceAddresses: origins = [] }) =>
      origins.length === 0 ? 'None: nothing is sent' : `Only ${listText(origins)}`,
  ],
  ReadOnly: [
    'Making changes in the service',
    ({ ReadOnly }) => (ReadOnly === true ? 'Not allowed: all connections are read-only' : 'Allowed'),
  ],
  ExportFiles: ['Exports, fee files and printing', ({ ExportFiles }) => allowed(ExportFiles)],
  ExportTaxIds: ['Export of unmasked tax IDs', ({ ExportTaxIds }) => allowed(ExportTaxIds)],
  RevealTaxIds: ['Showing and copying tax IDs', ({ RevealTaxIds }) => allowed(RevealTaxIds)],
  AutoLockMinutes: [
    'Auto-lock when inactive',
    ({ AutoLockMinutes: minutes = 0 }) => `After at most ${countOf(minutes, 'minute', 'minutes')}`,
  ],
  DemoFirm: ['Demo firm', ({ DemoFirm }) => allowed(DemoFirm)],
  BackupFolder: [
    'Daily backups',
    (policies) =>
      forbidsDailyBackups(policies)
        ? 'Not allowed'
        : policies.BackupFolder
          ? `In ${policies.BackupFolder}`
          : 'In the folder that you choose',
  ],
  BackupDays: ['Daily backups kept', ({ BackupDays: days = 0 }) => String(days)],
  Proxy: ['Proxy', proxyText],
  Updates: ['Updates', ({ Updates = 'off' }) => UPDATE_MODES[Updates]],
  UpdateAddress: ['Update server', ({ UpdateAddress: address = '' }) => (address === '' ? 'None' : address)],
  HoldAtVersion: ['Newest version allowed', ({ HoldAtVersion: version = '' }) => version],
  LogFolder: [
    'Log',
    ({ LogFolder: folder = '' }) =>
      folder === '' ? 'In the default folder' : `In ${folder}, one subfolder per user`,
  ],
};

/** Shown with a folder that is missing or cannot be written. */
const UNUSABLE: Readonly<Record<FolderPolicy, string>> = {
  BackupFolder:
    'This folder can’t be reached or written to, so no daily backups are made. Tell your IT department.',
  LogFolder: 'This folder can’t be reached or written to, so the log is in the default folder.',
};

/** What follows from a value that could not be read, for policies whose strictest value does not make it plain. */
const UNREAD_EFFECTS: Partial<Record<PolicyName, string>> = {
  BackupFolder: 'no daily backups are made. Tell your IT department.',
  BackupDays: 'the largest number of backups is kept, and none is deleted too early.',
  LogFolder: 'the log is in the default folder, which no other user can read.',
};
const unreadText = (name: PolicyName): string =>
  `The value of ${name} could not be read, so ${UNREAD_EFFECTS[name] ?? 'the strictest value applies.'}`;

/** Returns which settings of daily backups are managed, as text; null if none are. */
export function managedBackupsText({ policies, invalid, unusableFolders }: ManagedBackups): string | null {
  const { BackupFolder: folder, BackupDays: days } = policies;
  if (forbidsDailyBackups(policies))
    return `${MANAGED} ${invalid.includes('BackupFolder') ? unreadText('BackupFolder') : 'No daily backups are allowed.'}`;
  const parts = [
    ...(folder ? [`Daily backups go to ${folder}.`] : []),
    ...(unusableFolders.includes('BackupFolder') ? [UNUSABLE.BackupFolder] : []),
    ...(days === undefined ? [] : [`${countOf(days, 'daily backup is', 'daily backups are')} kept.`]),
  ];
  return parts.length === 0 ? null : [MANAGED, ...parts].join(' ');
}

type ManagedBackups = Pick<PolicyState, 'policies' | 'invalid' | 'unusableFolders'>;

interface PolicyRow {
  readonly name: PolicyName;
  readonly label: string;
  readonly value: string;
  /** What is wrong with the value, or with the folder that it names; null if nothing is. */
  readonly problem: string | null;
}

/** Returns the policies that are set, in a fixed order. */
export const policyRows = ({ policies, invalid, isUnreadable, unusableFolders }: PolicyState): PolicyRow[] =>
  (Object.keys(TEXTS) as PolicyName[])
    .filter((name) => policies[name] !== undefined)
    .map((name) => {
      const [label, textOf] = TEXTS[name];
      const unusable = unusableFolders.find((folder) => folder === name);
      // One text above the list covers the policies of an unreadable source.
      const isUnreadHere = invalid.includes(name) && (!isUnreadable || Object.hasOwn(UNREAD_EFFECTS, name));
      return {
        name,
        label,
        value: textOf(policies),
        problem: isUnreadHere ? unreadText(name) : unusable ? UNUSABLE[unusable] : null,
      };
    });
