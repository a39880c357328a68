import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fail } from '#contract/failure';
import { swapFiles, workFiles } from '#common/work-swap';
import { QuarantineStore } from '#main/desktop/quarantined-work';
import { backUp } from '#engine/backup/back-up';
import { countWork } from '#engine/backup/count-work';
import { previewBackup } from '#engine/backup/restore';
import { openTestWorkspace, prepareQuarantined } from '#test/support/saved-work';
import { connectionOf } from '../../support/connection';

const KEY = '5a'.repeat(32);
const PASSPHRASE = 'correct horse battery';
const connection = connectionOf({ id: 'firm', name: 'Firm' });
let root: string;
let folder: string;
let quarantined: QuarantineStore;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-set-aside-'));
  folder = path.join(root, 'firm');
  fs.mkdirSync(folder);
  const location = { id: 'firm', name: 'Firm', folder, databaseKey: KEY };
  const connections = {
    find: () => connection,
    savedWorkOf: () => Promise.resolve(location),
    replaceWork: (_connection: unknown, { staging }: { staging: string }) => {
      swapFiles({ folder, staging, out: workFiles() });
      return Promise.resolve();
    },
    control: {
      countWork: (workLocation: { folder: string; databaseKey: string }) =>
        Promise.resolve().then(() => countWork(workLocation.folder, workLocation.databaseKey)),
      prepareQuarantined,
      backUp: ({
        location: workLocation,
        passphrase,
        to,
      }: {
        location: typeof location;
        passphrase: string;
        to: string;
      }) => backUp({ ...workLocation, connection }, passphrase, to),
    },
  };
  quarantined = new QuarantineStore({
    connections: connections as never,
    folderOf: () => folder,
    pathOf: (grant) => path.join(root, grant),
    requireStrong: (passphrase) =>
      passphrase === PASSPHRASE ? Promise.resolve() : Promise.reject(fail('weak-passphrase')),
    log: () => undefined,
  });
  write('Earlier', KEY);
  swapFiles({ folder, staging: null, out: workFiles() });
  write('Present', KEY);
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(view: string, key: string): void {
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), key);
  workspace.views.save({
    resource: 'accounts',
    name: view,
    query: { search: '', filters: [], sort: { field: 'name', descending: false } },
  });
  workspace.close();
}
function views(): string[] {
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), KEY);
  try {
    return workspace.views.list('accounts').map(({ name }) => name);
  } finally {
    workspace.close();
  }
}
const newest = () => quarantined.list('firm')[0]?.name ?? '';

it('lists work that a restore replaced, with its date and size', () => {
  const [work, ...others] = quarantined.list('firm');
  expect(others).toEqual([]);
  expect(Math.abs(Date.parse(work?.at ?? '') - Date.now())).toBeLessThan(60_000);
  const bytes = ['workspace.db', 'workspace.db.tables']
    .map((name) => fs.statSync(path.join(folder, work?.name ?? '', name)).size)
    .reduce((total, size) => total + size, 0);
  expect(work?.bytes).toBe(bytes);
});

it('compares quarantined work with the current work', async () => {
  write('Another', KEY);
  const { here, quarantined: old } = await quarantined.compare('firm', newest());
  expect([here.rows['view'], old.rows['view']]).toEqual([2, 1]);
});

it(
  'opens quarantined work, keeps a copy, and quarantines the current work',
  { timeout: 20_000 },
  async () => {
    await quarantined.open('firm', newest());
    expect(views()).toEqual(['Earlier']);
    expect(quarantined.list('firm')).toHaveLength(2);
    await quarantined.open('firm', newest());
    expect(views()).toEqual(['Present']);
  },
);

it('exports quarantined work as a backup', { timeout: 20_000 }, async () => {
  await quarantined.export('firm', newest(), 'out.fdbackup', PASSPHRASE);
  expect(await previewBackup(path.join(root, 'out.fdbackup'), PASSPHRASE)).toMatchObject({ connection });
  expect(fs.readdirSync(path.join(folder, newest())).filter((name) => name.startsWith('backup-'))).toEqual(
    [],
  );
});

it('exports nothing under a passphrase that is easy to guess', async () => {
  await expect(quarantined.export('firm', newest(), 'out.fdbackup', 'password1234')).rejects.toMatchObject({
    failure: { kind: 'weak-passphrase' },
  });
  expect(fs.existsSync(path.join(root, 'out.fdbackup'))).toBe(false);
});

it('deletes the chosen quarantined work, and nothing else', () => {
  quarantined.remove('firm', newest());
  expect(quarantined.list('firm')).toEqual([]);
  expect(views()).toEqual(['Present']);
  fs.mkdirSync(path.join(root, 'other'));
  expect(() => quarantined.remove('firm', '../other')).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ kind: 'not-found' }) as unknown }),
  );
  expect(fs.existsSync(path.join(root, 'other'))).toBe(true);
});

it('fails with workspace-unreadable if quarantined work has another key', async () => {
  const name = newest();
  fs.rmSync(path.join(folder, name, 'workspace.db'));
  fs.renameSync(path.join(folder, 'workspace.db'), path.join(folder, 'present.db'));
  write('Under another key', '6b'.repeat(32));
  fs.renameSync(path.join(folder, 'workspace.db'), path.join(folder, name, 'workspace.db'));
  fs.renameSync(path.join(folder, 'present.db'), path.join(folder, 'workspace.db'));
  await expect(quarantined.compare('firm', name)).rejects.toMatchObject({
    failure: { kind: 'workspace-unreadable' },
  });
});
