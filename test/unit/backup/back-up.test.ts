import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { backUp } from '#engine/backup/back-up';
import { backupName, dropOldest } from '#engine/backup/file-names';
import { previewBackup } from '#engine/backup/restore';
import { openWriter } from '#engine/cache/ingest/writer';
import { createHistoryReader } from '#engine/history/history-reader';
import { HISTORY_FILE } from '#engine/history/history-writer';
import { failureOf, type Failure } from '#contract/failure';
import { openTestWorkspace } from '#test/support/saved-work';
import { connectionOf } from '../../support/connection';
import { restore } from '../../support/restore-backup';

const KEY = '5a'.repeat(32);
const OTHER_KEY = '6b'.repeat(32);
const PASSPHRASE = 'correct horse battery';
const connection = connectionOf({ id: 'firm-1234', name: 'Canary Wealth' });
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});
const tempFolder = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-backup-'));
  folders.push(folder);
  return folder;
};
const workspaceIn = (folder: string, key: string) =>
  openTestWorkspace(path.join(folder, 'workspace.db'), key, { connection: () => connection.name });
const view = (name: string) => ({
  resource: 'accounts' as const,
  name,
  columns: [],
  query: {
    resource: 'accounts' as const,
    search: '',
    filters: [],
    sort: { field: 'name', descending: false },
  },
});

/**
 * Backs up a new connection's folder: a view, log lines, and a history, which opening the cache for writing creates. The
 * saved work stays open during the backup.
 */
async function createBackup() {
  const folder = tempFolder();
  openWriter(path.join(folder, 'cache.db'), KEY).close();
  const workspace = workspaceIn(folder, KEY);
  workspace.views.save(view('Canary view'));
  workspace.activity.note({ kind: 'roi-send', count: 3, facts: { custodian: 'schwab' } });
  workspace.activity.begin({ kind: 'record-edit', count: 1 })('done');
  const file = path.join(tempFolder(), 'mine.fdbackup');
  const backup = await backUp({ folder, databaseKey: KEY, connection }, PASSPHRASE, file);
  workspace.close();
  return { folder, file, backup };
}
const failureFrom = async (work: Promise<unknown>): Promise<Failure> => {
  try {
    await work;
  } catch (error) {
    return failureOf(error);
  }
  throw new Error('It succeeded.');
};

describe('a backup of saved work', { timeout: 90_000 }, () => {
  it('is restored to another folder and key, with views, log and history', async () => {
    const { folder, file, backup } = await createBackup();
    expect(backup).toMatchObject({ lines: 3, connection });
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('backup-'))).toEqual([]);

    const otherFolder = tempFolder();
    expect(await previewBackup(file, PASSPHRASE)).toEqual(backup);
    await restore(file, PASSPHRASE, { folder: otherFolder, databaseKey: OTHER_KEY });
    const workspace = workspaceIn(otherFolder, OTHER_KEY);
    expect(workspace.views.list('accounts').map(({ name }) => name)).toEqual(['Canary view']);
    // The chain of the three log lines is intact; the fourth line is the restore.
    expect(workspace.activity.verify()).toEqual({ lines: 4, broken: null, restored: 3 });
    const [newest] = workspace.activity.list({}, 0, 1).entries;
    expect(newest).toMatchObject({ kind: 'backup-restore', facts: { 'backup of': backup.createdAt } });
    workspace.close();
    createHistoryReader(path.join(otherFolder, HISTORY_FILE), OTHER_KEY).close();
    // The key of the first computer does not open it.
    expect(() => workspaceIn(otherFolder, KEY)).toThrow();
  });

  it('marks unsent rows of a restored job as unknown, so that none is sent unchecked', async () => {
    const folder = tempFolder();
    const workspace = workspaceIn(folder, KEY);
    const plan = [1, 2].map((n) => ({ input: { n }, state: 'planned' as const, issue: null }));
    const job = workspace.jobs.create({ resource: 'advisorCodes', operation: 'create' }, plan, {});
    workspace.jobs.begin(job, { kind: 'advisor-code-create', count: 2 });
    const file = path.join(tempFolder(), 'mine.fdbackup');
    const { createdAt } = await backUp({ folder, databaseKey: KEY, connection }, PASSPHRASE, file);
    workspace.close();
    const otherFolder = tempFolder();
    await restore(file, PASSPHRASE, { folder: otherFolder, databaseKey: OTHER_KEY });
    const restored = workspaceIn(otherFolder, OTHER_KEY);
    expect(restored.jobs.get(job)).toMatchObject({ state: 'interrupted', restored: createdAt });
    expect(restored.jobs.counts(job).counts).toMatchObject({ unknown: 2, planned: 0, 'not-sent': 0 });
    restored.close();
  });

  it('contains no readable text', async () => {
    const { file } = await createBackup();
    const bytes = fs.readFileSync(file).toString('latin1');
    // 'anary' finds the name of the connection and that of the view in either case.
    for (const plain of ['anary', 'SQLite', KEY, Buffer.from(KEY, 'hex').toString('latin1'), PASSPHRASE])
      expect(bytes).not.toContain(plain);
    if (process.platform !== 'win32') expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  it('quarantines existing work when restored, without deleting it', async () => {
    const { folder, file } = await createBackup();
    const workspace = workspaceIn(folder, KEY);
    workspace.views.save(view('Written later'));
    workspace.close();
    await restore(file, PASSPHRASE, { folder, databaseKey: KEY });
    const quarantined = fs.readdirSync(folder).find((name) => name.startsWith('set-aside-')) ?? '';
    const old = workspaceIn(path.join(folder, quarantined), KEY);
    expect(old.views.list('accounts')).toHaveLength(2);
    old.close();
  });

  it('opens with no other passphrase, but with the same one in another Unicode form', async () => {
    const { folder, file } = await createBackup();
    expect((await failureFrom(previewBackup(file, 'correct horse batterz'))).kind).toBe('backup-unreadable');
    // Composed and decomposed accents (NFC and NFD) give the same passphrase.
    const accented = path.join(tempFolder(), 'accented.fdbackup');
    await backUp({ folder, databaseKey: KEY, connection }, 'caf\u00e9 au lait gris', accented);
    expect(await previewBackup(accented, 'cafe\u0301 au lait gris')).toMatchObject({ lines: 3 });
  });

  it('refuses a backup that was cut short or damaged, and changes no file', async () => {
    const { folder, file } = await createBackup();
    const intact = fs.readFileSync(file);
    const savedWork = fs.readFileSync(path.join(folder, 'workspace.db'));
    // The file: its format and newline, the encrypted table of contents and newline, then the databases.
    const first = intact.indexOf('\n');
    const second = intact.indexOf('\n', first + 1);
    const offsets = [3, first + 20, second - 40, second + 1, second + 5_000, intact.length - 1];
    for (const offset of offsets) {
      const damaged = Buffer.from(intact);
      damaged[offset] = (damaged[offset] ?? 0) ^ 2;
      fs.writeFileSync(file, damaged);
      const failure = await failureFrom(restore(file, PASSPHRASE, { folder, databaseKey: KEY }));
      expect(failure.kind, `byte ${offset}`).toBe('backup-unreadable');
    }
    fs.writeFileSync(file, intact.subarray(0, intact.length - 100)); // truncated
    expect((await failureFrom(restore(file, PASSPHRASE, { folder, databaseKey: KEY }))).kind).toBe(
      'backup-unreadable',
    );
    expect(fs.readFileSync(path.join(folder, 'workspace.db')).equals(savedWork)).toBe(true);
    expect(fs.readdirSync(folder).filter((name) => /^(restore|set-aside)-/.test(name))).toEqual([]);
  });

  const source = { ...connection, databaseKey: KEY };
  const computer = backupName(source, new Date()).split('-').at(-5);

  it('keeps 14 per connection, or fewer by policy, and touches no files with other names', () => {
    const folder = tempFolder();
    for (let day = 1; day <= 20; day += 1)
      fs.writeFileSync(path.join(folder, backupName(source, new Date(2026, 0, day, 9, 30))), '');
    fs.writeFileSync(path.join(folder, 'taxes.xlsx'), '');
    fs.writeFileSync(path.join(folder, backupName({ ...source, id: 'other-99' }, new Date(2020, 0, 1))), '');
    const made = `Canary-Wealth-firm-123-${computer}-2026-01-20-093000.fdbackup`;
    dropOldest(folder, source, made);
    const names = fs.readdirSync(folder).sort();
    expect(names).toHaveLength(16);
    expect(names).toContain(`Canary-Wealth-firm-123-${computer}-2026-01-07-093000.fdbackup`);
    expect(names).not.toContain(`Canary-Wealth-firm-123-${computer}-2026-01-06-093000.fdbackup`);
    dropOldest(folder, source, made, 3); // a lower limit, as a policy can set it
    expect(fs.readdirSync(folder)).toHaveLength(5);
  });

  it('deletes what it can, and reports what a folder does not let it delete', () => {
    const folder = tempFolder();
    const [oldest = '', ...others] = [1, 2, 3, 4].map((day) => backupName(source, new Date(2026, 0, day)));
    fs.mkdirSync(path.join(folder, oldest)); // not a file, so it is not deleted
    for (const name of others) fs.writeFileSync(path.join(folder, name), '');
    const made = others.at(-1) ?? '';
    expect(dropOldest(folder, source, made, 2)).toEqual(['ERR_FS_EISDIR']);
    expect(fs.readdirSync(folder).toSorted()).toEqual([oldest, ...others.slice(1)]);
    expect(dropOldest(path.join(folder, 'unreadable'), source, made)).toEqual(['ENOENT']);
  });

  it('leaves the backups of another computer with the same connection, or of an unknown one', () => {
    const folder = tempFolder();
    const days = [1, 2, 3].map((day) => new Date(2026, 0, day));
    const other = { ...source, databaseKey: 'cd'.repeat(32) };
    const others = days.map((day) => backupName(other, day));
    const [made = '', ...earlier] = days.map((day) => backupName(source, day)).toReversed();
    const ofEarlierVersion = made.replace(`-${computer}-2026`, '-2025');
    for (const name of [...others, made, ...earlier, ofEarlierVersion])
      fs.writeFileSync(path.join(folder, name), '');
    dropOldest(folder, source, made, 1);
    expect(fs.readdirSync(folder).toSorted()).toEqual([...others, made, ofEarlierVersion].toSorted());
  });

  it('keeps the new backup in a folder that returns decomposed names', () => {
    const folder = tempFolder();
    const made = backupName({ ...source, name: 'M\u00fcller' }, new Date(2026, 0, 2));
    fs.writeFileSync(path.join(folder, made.normalize('NFD')), '');
    dropOldest(folder, source, made, 1);
    expect(fs.readdirSync(folder)).toEqual([made.normalize('NFD')]);
  });

  it('keeps the new backup, and those made while the clock was ahead', () => {
    const folder = tempFolder();
    const [oldest = '', earlier = '', made = '', ...ahead] = [
      ...[28, 29, 30].map((day) => new Date(2026, 10, day)),
      ...[28, 29].map((day) => new Date(2027, 10, day)),
    ].map((day) => backupName(source, day));
    for (const name of [oldest, earlier, made, ...ahead]) fs.writeFileSync(path.join(folder, name), '');
    dropOldest(folder, source, made, 2);
    expect(fs.readdirSync(folder).toSorted()).toEqual([earlier, made, ...ahead]);
    dropOldest(folder, source, made, 1);
    expect(fs.readdirSync(folder).toSorted()).toEqual([made, ...ahead]);
  });
});
