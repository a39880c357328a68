import { render, screen } from '@testing-library/svelte';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { DailyBackup } from '#contract/calls/backups';
import type { Policies, PolicyState } from '#contract/policies';
import BackupSettings from '../../../renderer/app/backup/BackupSettings.svelte';
import { connectionOf, fakeDesktop, type Answers } from '../fakes';

const connection = connectionOf({ id: 'harbor', name: 'Harbor Wealth' });
const snapshot = (policies: Policies, unusableFolders: PolicyState['unusableFolders'] = []): PolicyState => ({
  policies,
  invalid: [],
  unknown: [],
  isUnreadable: false,
  unusableFolders,
  source: '/etc/firm-desk/policy.json',
});

it('offers no daily backup, and says that one is paused, while a policy allows none', async () => {
  let daily: DailyBackup | null = null;
  const { desktop } = fakeDesktop({ 'backups.daily': () => daily });
  const policies = snapshot({ BackupFolder: 'none' });
  const props = { desktop, connection, ondone: vi.fn() };
  const { rerender } = render(BackupSettings, { ...props, policies });
  const button = await screen.findByRole('button', {
    name: 'Back up daily…',
    description: 'Managed by your organization. No daily backups are allowed.',
  });
  expect(button).toHaveProperty('disabled', true);
  daily = { folder: '/home/ann', last: null };
  await rerender({ ...props, policies: { ...policies } });
  await screen.findByText(/The daily backup is paused\./);
  screen.getByRole('button', { name: 'Turn off daily backup' });
  expect(screen.queryByText('/home/ann')).toBeNull();
});

/** Opens the dialog of daily backups under these policies. */
async function openDailyDialog(policies: PolicyState | null, answers: Answers = {}) {
  const { desktop } = fakeDesktop({ 'backups.daily': () => null, ...answers });
  const ondone = vi.fn();
  render(BackupSettings, { desktop, connection, policies, ondone });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Back up daily…' }));
  return { dialog: await screen.findByRole('dialog'), user, ondone };
}

it('lets the user choose the folder of daily backups, of which it keeps 14', async () => {
  const { dialog } = await openDailyDialog(null);
  screen.getByRole('button', { name: 'Choose folder…' });
  expect(dialog.textContent).toContain('The latest 14 backups are kept.');
  expect(dialog.textContent).not.toContain('Managed by your organization');
});

it('names the folder and the number that the organization fixed, and offers no choice', async () => {
  const { dialog } = await openDailyDialog(snapshot({ BackupFolder: '/srv/backups', BackupDays: 30 }));
  screen.getByRole('button', { name: 'Turn on daily backup' });
  expect(screen.queryByRole('button', { name: 'Choose folder…' })).toBeNull();
  expect(dialog.textContent).toContain(
    'Managed by your organization. Daily backups go to /srv/backups. 30 daily backups are kept.',
  );
  expect(dialog.textContent).not.toContain('14');
});

it('leaves the folder to the user if only the number is fixed', async () => {
  const { dialog } = await openDailyDialog(snapshot({ BackupDays: 1 }));
  screen.getByRole('button', { name: 'Choose folder…' });
  expect(dialog.textContent).toContain('Managed by your organization. 1 daily backup is kept.');
});

it('keeps 14 backups if only the folder is fixed', async () => {
  const { dialog } = await openDailyDialog(snapshot({ BackupFolder: '/srv/backups' }));
  expect(dialog.textContent).toContain('The latest 14 backups are kept.');
});

it('reports a finished backup, so that the policies are read again', async () => {
  const { user, ondone } = await openDailyDialog(
    snapshot({ BackupFolder: '/srv/backups' }, ['BackupFolder']),
    {
      'backups.isGuessable': () => false,
      choose: () => [{ grant: 'grant-1', path: '/srv/backups', name: 'backups' }],
      'backups.start': () => ({ folder: '/srv/backups', last: '2026-11-23T09:00:00.000Z' }),
    },
  );
  for (const label of ['Passphrase', 'Confirm passphrase'])
    await user.type(await screen.findByLabelText(label), 'correct horse battery');
  expect(ondone).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Turn on daily backup' }));
  await vi.waitFor(() => expect(ondone).toHaveBeenCalledOnce());
});

it('shows a backup that was made while Settings was open', async () => {
  let daily: DailyBackup = { folder: '/srv/backups', last: null };
  const { desktop } = fakeDesktop({ 'backups.daily': () => daily });
  const props = { desktop, connection, ondone: vi.fn() };
  const { rerender } = render(BackupSettings, { ...props, policies: snapshot({}, ['BackupFolder']) });
  await screen.findByText(/No backup yet/);
  daily = { ...daily, last: '2026-11-23T09:00:00.000Z' };
  await rerender({ ...props, policies: snapshot({}) });
  await screen.findByText(/Last backup: /);
});

it('rejects a passphrase that is too long', async () => {
  const isGuessable = vi.fn(() => false);
  const { user } = await openDailyDialog(null, { 'backups.isGuessable': isGuessable });
  for (const label of ['Passphrase', 'Confirm passphrase']) {
    await user.click(await screen.findByLabelText(label));
    await user.paste('long passphrase '.repeat(13));
  }
  await user.click(screen.getByRole('button', { name: 'Choose folder…' }));
  await screen.findByText('Enter at most 200 characters.');
  expect(isGuessable).not.toHaveBeenCalled();
});
