import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Observable } from '#common/observable';
import { Backups } from '#main/desktop/backups';
import { fail } from '#contract/failure';
import type { Policies } from '#contract/policies';
import type { ConnectionSession } from '#contract/calls/live';
import { connectionOf } from '../../support/connection';

const harbor = connectionOf({ id: 'harbor' });
const PASSPHRASE = 'correct horse battery';
const about = { connection: harbor, createdAt: '2026-11-20T09:00:00.000Z', lines: 3 };

let folder: string;
let now: Date;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-backups-'));
  now = new Date(2026, 10, 20, 9, 30);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function createBackups(policies: Policies = {}) {
  const session = new Observable<ConnectionSession>({
    connections: [harbor],
    open: null,
    engineRestarts: 0,
    leftoverKeys: 0,
  });
  const secrets = new Map<string, string>();
  const control = {
    backUp: vi.fn((_request: { to: string; isDaily: boolean; passphrase: string }) => Promise.resolve(about)),
    previewBackup: vi.fn(() => Promise.resolve(about)),
    prepareRestore: vi.fn((_request: unknown) => Promise.resolve({ staging: 'restore-abcdef', about })),
    noteFailedRestore: vi.fn((_request: unknown) => Promise.resolve()),
    rescue: vi.fn((_location: unknown) => Promise.resolve({ rows: 7, incomplete: ['view'] })),
    reportFailure: vi.fn((_failure: unknown) => Promise.resolve()),
  };
  const calls: string[] = [];
  const connections = {
    session,
    control,
    find: () => harbor,
    savedWorkOf: () =>
      Promise.resolve({ id: harbor.id, name: harbor.name, folder, databaseKey: 'aa'.repeat(32) }),
    openRestored: vi.fn(() => Promise.resolve(void calls.push('opened'))),
    replaceWork: vi.fn((_connection: unknown, _prepared: unknown) =>
      Promise.resolve(void calls.push('replaced')),
    ),
    whileClosed: (_id: string, work: () => unknown) => {
      calls.push('closed');
      return Promise.resolve(work());
    },
    finishRemovalOf: vi.fn(() => Promise.resolve()),
  };
  const keys = {
    backupPassphrase: (id: string) => Promise.resolve(secrets.get(id) ?? null),
    setBackupPassphrase: (id: string, value: string | null) =>
      Promise.resolve(void (value === null ? secrets.delete(id) : secrets.set(id, value))),
    keyForRestore: () => Promise.resolve({ databaseKey: 'bb'.repeat(32), isNew: false }),
    forgetCredential: vi.fn((_id: string) => Promise.resolve()),
  };
  const log = vi.fn();
  const backups = new Backups({
    connections: connections as never,
    keys: keys as never,
    folderOf: () => folder,
    noteOf: () => path.join(folder, 'note.json'),
    pathOf: (grant, purpose) => {
      if (grant !== purpose) throw fail('not-found', { cause: 'chosen for something else' });
      return `/chosen/${purpose}`;
    },
    policies: () => policies,
    log,
    now: () => now,
  });
  const open = (connection = harbor) =>
    session.update((previous) => ({ ...previous, open: { connection, state: 'open' } }));
  return { backups, session, secrets, keys, control, connections, calls, log, open };
}

describe('a passphrase that is easy to guess', () => {
  it.each(['password1234', 'qwertyuiop123', 'aaaaaaaaaaaa', 'iloveyou1234567', 'Summer2026!!'])(
    'is refused for a backup, and no file is written: %s',
    async (passphrase) => {
      const { backups, control, open } = createBackups();
      open();
      expect(await backups.isGuessable(passphrase)).toBe(true);
      for (const work of [
        backups.make('backup-file', passphrase),
        backups.startDaily('backup-folder', passphrase),
      ])
        await expect(work).rejects.toMatchObject({ failure: { kind: 'weak-passphrase' } });
      expect(control.backUp).not.toHaveBeenCalled();
    },
  );

  it('does not include unrelated words, but includes the connection name with a year', async () => {
    const { backups, open } = createBackups();
    open();
    expect(await backups.isGuessable(PASSPHRASE)).toBe(false);
    expect(await backups.isGuessable(`${harbor.name}2026`)).toBe(true);
  });
});

describe('a daily backup', () => {
  it('is set up only after the first one is written', async () => {
    const { backups, control, secrets, open } = createBackups();
    open();
    control.backUp.mockRejectedValueOnce(fail('disk-full'));
    await expect(backups.startDaily('backup-folder', PASSPHRASE)).rejects.toMatchObject({
      failure: { kind: 'disk-full' },
    });
    expect(backups.dailySetting(harbor.id)).toBeNull();
    expect(secrets.size).toBe(0);
    await backups.startDaily('backup-folder', PASSPHRASE);
    expect(backups.dailySetting(harbor.id)).toEqual({
      folder: '/chosen/backup-folder',
      last: about.createdAt,
    });
    expect(secrets.get(harbor.id)).toBe(PASSPHRASE);
  });

  it('runs once on each later day with an open connection, using the stored passphrase', async () => {
    const { backups, control, open } = createBackups();
    open();
    await backups.startDaily('backup-folder', PASSPHRASE);
    control.backUp.mockClear();
    await backups.makeIfDue();
    expect(control.backUp).not.toHaveBeenCalled();
    now = new Date(2026, 10, 21, 0, 1);
    await backups.makeIfDue();
    await backups.makeIfDue();
    expect(control.backUp).toHaveBeenCalledTimes(1);
    expect(control.backUp.mock.calls[0]?.[0]).toMatchObject({
      to: '/chosen/backup-folder',
      isDaily: true,
      passphrase: PASSPHRASE,
    });
  });

  it('uses the folder and the number of backups that the policies set', async () => {
    const policies: { BackupFolder?: string; BackupDays?: number } = {};
    const { backups, control, open } = createBackups(policies);
    open();
    await backups.startDaily('backup-folder', PASSPHRASE);
    Object.assign(policies, { BackupFolder: '/srv/backups', BackupDays: 30 });
    expect(backups.dailySetting(harbor.id)?.folder).toBe('/srv/backups');
    control.backUp.mockClear();
    now = new Date(2026, 10, 22, 0, 1);
    await backups.makeIfDue();
    expect(control.backUp.mock.calls[0]?.[0]).toMatchObject({ to: '/srv/backups', isDaily: true, keep: 30 });
  });

  it("goes to the user's folder again once no policy sets one", async () => {
    const policies: { BackupFolder?: string } = {};
    const { backups, control, open } = createBackups(policies);
    open();
    await backups.startDaily('backup-folder', PASSPHRASE);
    policies.BackupFolder = '/srv/backups';
    now = new Date(2026, 10, 22, 0, 1);
    await backups.makeIfDue();
    delete policies.BackupFolder;
    now = new Date(2026, 10, 23, 0, 1);
    await backups.makeIfDue();
    expect(control.backUp.mock.calls.map(([{ to }]) => to)).toEqual([
      '/chosen/backup-folder',
      '/srv/backups',
      '/chosen/backup-folder',
    ]);
  });

  it('stays off if it is turned off while one is being made', async () => {
    const { backups, control, open } = createBackups();
    open();
    await backups.startDaily('backup-folder', PASSPHRASE);
    now = new Date(2026, 10, 21, 0, 1);
    control.backUp.mockImplementationOnce(async () => {
      await backups.stopDaily(harbor.id);
      return about;
    });
    await backups.makeIfDue();
    expect(backups.dailySetting(harbor.id)).toBeNull();
  });

  it('is neither set up nor made while a policy allows none, and is made once it does again', async () => {
    const policies: { BackupFolder?: string } = {};
    const { backups, control, secrets, log, open } = createBackups(policies);
    open();
    await backups.startDaily('backup-folder', PASSPHRASE);
    control.backUp.mockClear();
    policies.BackupFolder = 'none';
    await expect(backups.startDaily('backup-folder', PASSPHRASE)).rejects.toMatchObject({
      failure: { kind: 'by-policy' },
    });
    now = new Date(2026, 10, 22, 0, 1);
    await backups.makeIfDue();
    await backups.makeIfDue(); // reported once a day
    secrets.set('summit', PASSPHRASE);
    open(connectionOf({ id: 'summit' }));
    await backups.makeIfDue(); // and for each connection
    open();
    expect(control.backUp).not.toHaveBeenCalled();
    const report = { kind: 'backup-failed', cause: 'by-policy' };
    expect(control.reportFailure.mock.calls).toEqual([[report], [report]]);
    expect(log).toHaveBeenCalledTimes(2);
    expect(log).toHaveBeenCalledWith('backup.failed', { kind: 'by-policy' });
    await backups.make('backup-file', PASSPHRASE); // the user's own backup stays possible
    delete policies.BackupFolder;
    await backups.makeIfDue();
    expect(control.backUp.mock.calls.map(([{ isDaily }]) => isDaily)).toEqual([false, true]);
  });

  it('runs when a connection opens, and is not requested while none is open', async () => {
    const { backups, control, session, open } = createBackups();
    open();
    await backups.startDaily('backup-folder', PASSPHRASE);
    session.update((previous) => ({ ...previous, open: null }));
    control.backUp.mockClear();
    now = new Date(2026, 10, 21, 9, 0);
    const ended = new AbortController();
    const watching = backups.watch(ended.signal);
    await backups.makeIfDue();
    expect(control.backUp).not.toHaveBeenCalled();
    open();
    await vi.waitFor(() => expect(control.backUp).toHaveBeenCalledTimes(1));
    ended.abort();
    await watching.catch(() => undefined);
  });

  it.each([
    ['the disk is full', 'disk-full'],
    ['the folder is missing', 'file-not-saved'],
  ] as const)('that fails because %s is reported, logged and retried', async (_why, kind) => {
    const { backups, control, log, open } = createBackups();
    open();
    await backups.startDaily('backup-folder', PASSPHRASE);
    now = new Date(2026, 10, 21, 9, 0);
    control.backUp.mockRejectedValueOnce(fail(kind));
    await backups.makeIfDue();
    expect(control.reportFailure).toHaveBeenCalledWith({ kind: 'backup-failed', cause: kind });
    expect(log).toHaveBeenCalledWith('backup.failed', { kind });
    control.backUp.mockClear();
    await backups.makeIfDue();
    expect(control.backUp).toHaveBeenCalledTimes(1);
  });

  it('reports that the keychain has lost its passphrase', async () => {
    const { backups, control, secrets, open } = createBackups();
    open();
    await backups.startDaily('backup-folder', PASSPHRASE);
    secrets.clear();
    now = new Date(2026, 10, 21, 9, 0);
    await backups.makeIfDue();
    expect(control.reportFailure).toHaveBeenCalledWith({ kind: 'backup-failed', cause: 'keychain-absent' });
  });

  it('forgets its folder and passphrase when it is turned off', async () => {
    const { backups, secrets, open } = createBackups();
    open();
    await backups.startDaily('backup-folder', PASSPHRASE);
    await backups.stopDaily(harbor.id);
    expect(backups.dailySetting(harbor.id)).toBeNull();
    expect(secrets.size).toBe(0);
  });

  it('counts as off if its setting is unreadable', () => {
    const { backups } = createBackups();
    fs.writeFileSync(path.join(folder, 'backup.json'), '{"folder":');
    expect(backups.dailySetting(harbor.id)).toBeNull();
  });
});

describe('restoring', () => {
  it('prepares the work before the connection is closed', async () => {
    const { backups, control, connections, calls, open } = createBackups();
    open();
    control.prepareRestore.mockImplementationOnce(() => {
      calls.push('prepared');
      return Promise.resolve({ staging: 'restore-abcdef', about });
    });
    await backups.restore('backup-restore', PASSPHRASE);
    expect(calls).toEqual(['prepared', 'replaced']);
    expect(control.prepareRestore.mock.calls[0]?.[0]).toMatchObject({
      folder,
      databaseKey: 'bb'.repeat(32),
    });
    expect(connections.replaceWork.mock.calls[0]?.[1]).toMatchObject({
      staging: 'restore-abcdef',
      madeAt: about.createdAt,
    });
  });

  it('leaves the connection open if it is refused, and logs the failure', async () => {
    const { backups, control, calls, open } = createBackups();
    open();
    fs.writeFileSync(path.join(folder, 'workspace.db'), '');
    control.prepareRestore.mockRejectedValueOnce(fail('newer-data'));
    await expect(backups.restore('backup-restore', PASSPHRASE)).rejects.toMatchObject({
      failure: { kind: 'newer-data' },
    });
    expect(calls).toEqual([]);
    expect(control.noteFailedRestore.mock.calls[0]?.[0]).toMatchObject({
      madeAt: about.createdAt,
      cause: 'newer-data',
    });
  });

  it('is refused while keys of a removed connection are still to be deleted', async () => {
    const { backups, control, connections } = createBackups();
    connections.finishRemovalOf.mockRejectedValueOnce(fail('keychain-locked'));
    await expect(backups.restore('backup-restore', PASSPHRASE)).rejects.toMatchObject({
      failure: { kind: 'keychain-locked' },
    });
    expect(control.prepareRestore).not.toHaveBeenCalled();
  });

  it('keeps the credential of a connection on this computer, and shows its addresses', async () => {
    const { backups, keys, control } = createBackups();
    const planted = { ...harbor, baseUrl: 'https://planted.example/v2' };
    control.previewBackup.mockResolvedValue({ ...about, connection: planted });
    expect(await backups.inspect('backup-restore', PASSPHRASE)).toMatchObject({
      connection: { baseUrl: 'https://planted.example/v2' },
      existing: { baseUrl: harbor.baseUrl, authUrl: harbor.authUrl },
    });
    await backups.restore('backup-restore', PASSPHRASE);
    expect(keys.forgetCredential).not.toHaveBeenCalled();
  });

  it('forgets a credential of an earlier installation before anything opens', async () => {
    const { backups, keys, session, calls } = createBackups();
    session.update((previous) => ({ ...previous, connections: [] }));
    keys.forgetCredential.mockImplementation(() => Promise.resolve(void calls.push('forgotten')));
    expect(await backups.inspect('backup-restore', PASSPHRASE)).toMatchObject({ existing: null });
    await backups.restore('backup-restore', PASSPHRASE);
    expect(keys.forgetCredential).toHaveBeenCalledWith(harbor.id);
    expect(calls).toEqual(['forgotten', 'replaced']);
  });

  it('rejects a file that was chosen for another purpose', async () => {
    const { backups } = createBackups();
    await expect(backups.restore('backup-file', PASSPHRASE)).rejects.toMatchObject({
      failure: { kind: 'not-found' },
    });
  });
});

it('closes the connection for a rescue, returns what was read, and reopens it', async () => {
  const { backups, control, calls, open } = createBackups();
  open();
  control.rescue.mockImplementationOnce(() => {
    calls.push('rescued');
    return Promise.resolve({ rows: 7, incomplete: ['view'] });
  });
  expect(await backups.rescue(harbor.id)).toEqual({ rows: 7, incomplete: ['view'] });
  expect(calls).toEqual(['closed', 'rescued', 'opened']);
});

it('backs up nothing while no connection is open', async () => {
  const { backups } = createBackups();
  await expect(async () => backups.make('backup-file', PASSPHRASE)).rejects.toMatchObject({
    failure: { kind: 'no-connection' },
  });
});
