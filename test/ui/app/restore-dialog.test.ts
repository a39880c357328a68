import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { backupsContract, type BackupPreview } from '#contract/calls/backups';
import RestoreDialog from '../../../renderer/app/backup/RestoreDialog.svelte';
import { connectionOf, fakeDesktop } from '../fakes';

const localConnection = connectionOf();
const backupConnection = connectionOf({
  baseUrl: 'https://api.elsewhere.example/v2',
  authUrl: 'https://auth.elsewhere.example/v2',
});
const { baseUrl, authUrl } = localConnection;

/** Opens a backup in the dialog and returns the addresses that it shows, by label. */
async function addressesOf(
  backup: Pick<BackupPreview, 'connection' | 'existing'>,
): Promise<Record<string, string>> {
  const { desktop } = fakeDesktop({
    choose: () => [{ grant: 'grant-1', path: '/x/firm.fdbackup', name: 'firm.fdbackup' }],
    'backups.inspect': () => ({
      ...backup,
      createdAt: '2026-11-20T09:00:00.000Z',
      lines: 3,
      hasSavedWork: backup.existing !== null,
    }),
  });
  render(RestoreDialog, { desktop, onclose: vi.fn(), ondone: vi.fn() });
  const dialog = within(await screen.findByRole('dialog'));
  await fireEvent.click(dialog.getByRole('button', { name: 'Choose backup…' }));
  await dialog.findByText('firm.fdbackup');
  await fireEvent.input(dialog.getByLabelText('Passphrase of the backup'), {
    target: { value: 'correct horse battery' },
  });
  await fireEvent.click(dialog.getByRole('button', { name: 'Open backup' }));
  const labels = await dialog.findAllByText(/address( in the backup| on this computer)?$/, {
    selector: 'dt',
  });
  return Object.fromEntries(
    labels.map((label) => [label.textContent, label.nextElementSibling?.textContent ?? '']),
  );
}

it('shows the addresses of the backup and of this computer if they differ', async () => {
  expect(await addressesOf({ connection: backupConnection, existing: { baseUrl, authUrl } })).toEqual({
    'Service address in the backup': backupConnection.baseUrl,
    'Sign-in address in the backup': backupConnection.authUrl,
    'Service address on this computer': baseUrl,
    'Sign-in address on this computer': authUrl,
  });
  expect(screen.getByText(/This computer keeps its own addresses/)).toBeTruthy();
});

it('shows both addresses even if only the sign-in address differs', async () => {
  const connection = { ...localConnection, authUrl: backupConnection.authUrl };
  expect(await addressesOf({ connection, existing: { baseUrl, authUrl } })).toMatchObject({
    'Sign-in address in the backup': backupConnection.authUrl,
    'Sign-in address on this computer': authUrl,
  });
});

it.each([
  ['equal to those of this computer', { baseUrl, authUrl }],
  ['of a connection that is not on this computer', null],
])('shows addresses once if they are %s', async (_what, addresses) => {
  expect(await addressesOf({ connection: localConnection, existing: addresses })).toEqual({
    'Service address': baseUrl,
    'Sign-in address': authUrl,
  });
});

it.each(['inspect', 'restore'] as const)(
  'lets the file decide about any passphrase typed for it: %s',
  (name) => {
    const { inputSchema } = backupsContract[name]['~orpc'];
    for (const passphrase of ['mistyped', 'long passphrase '.repeat(13)])
      expect(inputSchema?.safeParse({ grant: 'grant-1', passphrase }).success).toBe(true);
  },
);
