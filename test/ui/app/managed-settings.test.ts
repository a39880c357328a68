import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Policies, PolicyState } from '#contract/policies';
import {
  allowedIdleLocks,
  chooseTheme,
  Preferences,
} from '../../../renderer/app/settings/preferences.svelte';
import ManagedSettings from '../../../renderer/app/settings/ManagedSettings.svelte';
import SettingsView from '../../../renderer/app/settings/SettingsView.svelte';
import { managedBackupsText, policyRows } from '../../../renderer/app/settings/policy-messages';
import { declaredFailure, fakeDesktop } from '../fakes';

const snapshot = (overrides: Partial<PolicyState> = {}): PolicyState => ({
  policies: {},
  invalid: [],
  unknown: [],
  isUnreadable: false,
  unusableFolders: [],
  source: '/etc/firm-desk/policy.json',
  ...overrides,
});

it('says what each policy does', () => {
  const policies = {
    ServiceAddresses: ['https://api.harbor.example', 'https://auth.harbor.example'],
    ReadOnly: true,
    ExportFiles: false,
    ExportTaxIds: false,
    RevealTaxIds: true,
    AutoLockMinutes: 1,
    DemoFirm: false,
    BackupFolder: '/srv/backups',
    BackupDays: 30,
    Proxy: 'fixed proxy.harbor.example:8080',
    Updates: 'notify' as const,
    UpdateAddress: 'https://updates.harbor.example/',
    HoldAtVersion: '1.4.0',
    LogFolder: '/var/log/firm-desk',
  };
  expect(policyRows(snapshot({ policies })).map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Service addresses: Only https://api.harbor.example and https://auth.harbor.example',
    'Making changes in the service: Not allowed: all connections are read-only',
    'Exports, fee files and printing: Not allowed',
    'Export of unmasked tax IDs: Not allowed',
    'Showing and copying tax IDs: Allowed',
    'Auto-lock when inactive: After at most 1 minute',
    'Demo firm: Not allowed',
    'Daily backups: In /srv/backups',
    'Daily backups kept: 30',
    'Proxy: proxy.harbor.example:8080',
    'Updates: You are notified of new versions',
    'Update server: https://updates.harbor.example/',
    'Newest version allowed: 1.4.0',
    'Log: In /var/log/firm-desk, one subfolder per user',
  ]);
  const modes = ['off', 'notify', 'install'] as const;
  expect(modes.map((Updates) => policyRows(snapshot({ policies: { Updates } }))[0]?.value)).toEqual([
    'Off',
    'You are notified of new versions',
    'New versions are installed when you quit, if this computer allows it',
  ]);
  const proxies = ['system', 'none', 'pac https://harbor.example/p.pac', 'fixed 127.0.0.1:9'];
  expect(proxies.map((Proxy) => policyRows(snapshot({ policies: { Proxy } }))[0]?.value)).toEqual([
    'Uses the system’s proxy settings',
    'None',
    'Proxy script https://harbor.example/p.pac',
    'All traffic is blocked',
  ]);
});

it('says which backup settings are managed', () => {
  const textOf = (
    policies: Policies,
    unusableFolders: PolicyState['unusableFolders'] = [],
    invalid: PolicyState['invalid'] = [],
  ) => managedBackupsText({ policies, invalid, unusableFolders });
  expect(textOf({})).toBeNull();
  expect(textOf({ BackupFolder: '', BackupDays: 1 })).toBe(
    'Managed by your organization. 1 daily backup is kept.',
  );
  expect(textOf({ BackupFolder: '/srv/backups', BackupDays: 30 })).toBe(
    'Managed by your organization. Daily backups go to /srv/backups. 30 daily backups are kept.',
  );
  expect(textOf({ BackupFolder: '/srv/backups' }, ['BackupFolder'])).toBe(
    'Managed by your organization. Daily backups go to /srv/backups. This folder can’t be reached or written to, so no daily backups are made. Tell your IT department.',
  );
  expect(textOf({ BackupFolder: 'none', BackupDays: 30 })).toBe(
    'Managed by your organization. No daily backups are allowed.',
  );
  expect(textOf({ BackupFolder: 'none' }, [], ['BackupFolder'])).toBe(
    'Managed by your organization. The value of BackupFolder could not be read, so no daily backups are made. Tell your IT department.',
  );
});

it.each([
  ['BackupFolder', 'none', 'Not allowed', 'no daily backups are made. Tell your IT department.'],
  ['BackupDays', 365, '365', 'the largest number of backups is kept, and none is deleted too early.'],
  [
    'LogFolder',
    '',
    'In the default folder',
    'the log is in the default folder, which no other user can read.',
  ],
] as const)(
  'says what follows from an unreadable %s, even if the whole source is unreadable',
  (name, strictest, value, effect) => {
    for (const isUnreadable of [false, true]) {
      const [row] = policyRows(snapshot({ policies: { [name]: strictest }, invalid: [name], isUnreadable }));
      expect(row?.value).toBe(value);
      expect(row?.problem).toBe(`The value of ${name} could not be read, so ${effect}`);
    }
  },
);

it('names an invalid policy and the names that this version ignores', () => {
  const policies = { AutoLockMinutes: 1, ServiceAddresses: [] };
  render(ManagedSettings, {
    snapshot: snapshot({ policies, invalid: ['AutoLockMinutes'], unknown: ['Color', 'Logo'] }),
  });
  screen.getByText('The value of AutoLockMinutes could not be read, so the strictest value applies.');
  screen.getByText('This version of Firm Desk ignores policies that it doesn’t know: Color, Logo.');
  screen.getByText('None: nothing is sent');
  expect(screen.queryByText(/could not be read or trusted/)).toBeNull();
});

it('says which folder of a policy cannot be used, and what happens instead', () => {
  const policies = { BackupFolder: '/srv/backups', LogFolder: '/srv/logs' };
  const { unmount } = render(ManagedSettings, {
    snapshot: snapshot({ policies, unusableFolders: ['BackupFolder', 'LogFolder'] }),
  });
  screen.getByText(/^This folder can’t be reached or written to, so no daily backups are made/);
  screen.getByText('This folder can’t be reached or written to, so the log is in the default folder.');
  unmount();
  render(ManagedSettings, { snapshot: snapshot({ policies }) });
  expect(screen.queryByText(/can’t be reached/)).toBeNull();
});

it('says that nothing is managed, or that the file cannot be trusted', async () => {
  const { rerender } = render(ManagedSettings, { snapshot: snapshot() });
  screen.getByText('Your organization doesn’t manage any Firm Desk settings on this computer.');
  await rerender({ snapshot: snapshot({ isUnreadable: true, policies: { ReadOnly: true } }) });
  screen.getByText(/^The policies in .+ could not be read or trusted/);
  expect(screen.queryByText(/which only an administrator/)).toBeNull();
});

it.each([
  [undefined, ['never', '5', '15', '30']],
  [15, ['5', '15']],
  [1, []],
  [10, ['5', 'never']],
])('offers only inactivity times up to AutoLockMinutes %s', (AutoLockMinutes, values) => {
  expect(allowedIdleLocks(snapshot({ policies: { AutoLockMinutes } })).map(({ value }) => value)).toEqual(
    values,
  );
});

it('shows the inactivity time of the policy if the user chose a longer one', async () => {
  const { desktop } = fakeDesktop({
    policies: () => snapshot({ policies: { AutoLockMinutes: 10 } }),
    'idleLock.get': () => '30',
  });
  render(SettingsView, { desktop, lock: null, go: () => undefined });
  const choice = await screen.findByRole('radio', { name: '10 min' });
  expect(choice.matches(':checked')).toBe(true);
  screen.getByRole('radio', { name: '5 min' });
});

it('reads the policies again without hiding the failure of another action', async () => {
  let answer: () => PolicyState = () => snapshot({ unusableFolders: ['BackupFolder'] });
  const { desktop } = fakeDesktop({
    policies: () => answer(),
    openLog: () => {
      throw declaredFailure('not-found');
    },
  });
  const preferences = new Preferences(desktop);
  await preferences.reloadPolicies();
  expect(preferences.policies?.unusableFolders).toEqual(['BackupFolder']);
  await preferences.showLog();
  answer = () => snapshot();
  await preferences.reloadPolicies();
  expect(preferences.policies?.unusableFolders).toEqual([]);
  expect(preferences.failure?.kind).toBe('not-found');
});

it('shows that the app ends with its window if the other choice could not be saved', async () => {
  const { desktop } = fakeDesktop({
    'theme.get': () => 'system',
    'idleLock.get': () => 'never',
    'background.set': () => Promise.reject(declaredFailure('disk-full')),
    policies: () => snapshot(),
  });
  render(SettingsView, { desktop, lock: null, engine: null, connection: null, go: () => undefined });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: /^Keep running when the window/,
  });
  await userEvent.click(box);
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  expect(box.checked).toBe(false);
});

it('shows the theme chosen in the command palette, or the previous one if it was not saved', async () => {
  let fails = false;
  const { desktop } = fakeDesktop({
    'theme.get': () => 'system',
    'theme.set': () => (fails ? Promise.reject(declaredFailure('disk-full')) : undefined),
    'idleLock.get': () => 'never',
    policies: () => snapshot(),
  });
  render(SettingsView, { desktop, lock: null, engine: null, connection: null, go: () => undefined });
  await screen.findByText('0.1.0', { exact: false });
  const isDark = () => screen.getByRole('radio', { name: 'Dark' }).matches(':checked');
  expect(isDark()).toBe(false);
  await chooseTheme(desktop, 'dark');
  await expect.poll(isDark).toBe(true);
  fails = true;
  await expect(chooseTheme(desktop, 'light')).rejects.toBeTruthy();
  await expect.poll(isDark).toBe(true);
});
