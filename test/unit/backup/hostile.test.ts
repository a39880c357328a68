import { createCipheriv, createHash, randomBytes, scrypt, scryptSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backUp } from '#engine/backup/back-up';
import { previewBackup } from '#engine/backup/restore';
import { openEncrypted } from '#engine/sqlite/open-database';
import { relocateRestored } from '#engine/features/fee-files/relocate';
import { recoverPending } from '#engine/features/fee-files/recover';
import { openTestWorkspace } from '#test/support/saved-work';
import { connectionOf } from '../../support/connection';
import { restore } from '../../support/restore-backup';

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof import('node:crypto')>();
  return { ...actual, scrypt: vi.fn(actual.scrypt) };
});

const KEY = '5a'.repeat(32);
const OWN_KEY = '6b'.repeat(32);
const PASSPHRASE = 'correct horse battery';
const connection = connectionOf({ id: 'firm-1234' });
let root: string;
beforeEach(() => void (root = fs.mkdtempSync(path.join(os.tmpdir(), 'firm-desk-hostile-'))));
afterEach(() => {
  vi.mocked(scrypt).mockClear();
  fs.rmSync(root, { recursive: true, force: true });
});
const inRoot = (...names: string[]): string => path.join(root, ...names);
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Every file below a folder, with its content. */
const contentOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), fs.readFileSync(file, 'utf8')]),
  );

/** A backup whose rows name files of the user who restores it, with triggers, and with someone else’s log. */
async function hostileBackup(): Promise<string> {
  const folder = inRoot('made-elsewhere');
  fs.mkdirSync(folder);
  const file = path.join(folder, 'workspace.db');
  const workspace = openTestWorkspace(file, KEY, { connection: () => connection.name });
  workspace.activity.note({ kind: 'roi-send', count: 1, facts: { custodian: 'PER' } });
  workspace.close();
  const db = openEncrypted(file, KEY);
  const pending = db.prepare(
    'INSERT INTO fee_file_pending (part, final, file_id, sha256, bytes, files) VALUES (?, ?, ?, ?, ?, ?)',
  );
  pending.run(
    inRoot('victim', 'payload'),
    inRoot('victim', 'autostart', 'x.desktop'),
    '1',
    hashOf('payload'),
    7,
    1,
  );
  pending.run(inRoot('victim', 'diary.txt'), inRoot('victim', 'gone.zip'), '2', null, null, null);
  db.prepare('INSERT INTO fee_file_folder (one, path) VALUES (1, ?)').run(inRoot('share'));
  db.exec('INSERT INTO fee_file_auto VALUES (1)');
  db.prepare(
    `INSERT INTO fee_file_saved (file_id, path, bytes, sha256, files, saved_at, saved_by, checked_at, state)
     VALUES ('3', ?, 3, ?, 1, '2026-11-01', 'ann', '2026-11-01', 'whole')`,
  ).run(inRoot('share', 'fees-3.zip'), hashOf('zip'));
  db.exec(`
    CREATE TRIGGER planted AFTER INSERT ON activity BEGIN
      INSERT OR IGNORE INTO fee_file_auto VALUES (1);
      DELETE FROM view;
    END;
    CREATE VIEW planted_view AS SELECT 1;
    CREATE TABLE planted_table (x);
  `);
  db.close();
  const backup = inRoot('hostile.fdbackup');
  await backUp({ folder, databaseKey: KEY, connection }, PASSPHRASE, backup);
  return backup;
}

describe('a backup made by someone else', { timeout: 60_000 }, () => {
  it('touches no file outside its folder, saves and opens nothing, and adds no triggers', async () => {
    const backup = await hostileBackup();
    fs.mkdirSync(inRoot('victim', 'autostart'), { recursive: true });
    fs.mkdirSync(inRoot('share'));
    for (const [name, text] of [
      ['victim/payload', 'payload'],
      ['victim/diary.txt', 'mine'],
      ['share/fees-3.zip', 'zip'],
    ] as const)
      fs.writeFileSync(inRoot(name), text);
    const before = [contentOf(inRoot('victim')), contentOf(inRoot('share'))];

    const folder = inRoot('own');
    await restore(backup, PASSPHRASE, { folder, databaseKey: OWN_KEY });
    const file = path.join(folder, 'workspace.db');
    const workspace = openTestWorkspace(file, OWN_KEY, { connection: () => connection.name });
    const { feeFiles } = workspace;
    expect(feeFiles.pending()).toEqual([]);
    await recoverPending(workspace);
    expect([contentOf(inRoot('victim')), contentOf(inRoot('share'))]).toEqual(before);
    expect([feeFiles.isAutoSaveOn, feeFiles.folder]).toEqual([false, null]);
    const [saved] = feeFiles.saved();
    expect(saved).toMatchObject({ name: 'fees-3.zip', state: 'missing' });
    expect(path.isAbsolute(saved?.path ?? '')).toBe(false);

    // The restored log verifies, and lists only its first line as part of the backup.
    const { lines, broken, restored } = workspace.activity.verify();
    expect({ lines, broken, restored }).toEqual({ lines: 2, broken: null, restored: 1 });

    // The user chooses the folder on this computer, and the file is found in it by name and content.
    await relocateRestored(feeFiles, inRoot('victim'));
    expect(feeFiles.saved()).toMatchObject([{ state: 'missing' }]);
    await relocateRestored(feeFiles, inRoot('share'));
    expect(feeFiles.saved()).toMatchObject([{ path: inRoot('share', 'fees-3.zip'), state: 'whole' }]);
    workspace.close();

    const db = openEncrypted(file, OWN_KEY, { readonly: true });
    const names = db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all();
    db.close();
    expect(names.filter((name) => name.startsWith('planted'))).toEqual([]);
  });

  it('is refused if a table is a view, missing or different, or its version is impossible', async () => {
    for (const [index, change] of [
      'DROP TABLE recent; CREATE VIEW recent AS SELECT 1 resource, 2 key, 3 at',
      "DROP TABLE visit; CREATE TABLE visit (one, since, last_seen); INSERT INTO visit VALUES (1, NULL, X'00')",
      'DROP TABLE revision',
      'PRAGMA user_version = 0',
      'PRAGMA user_version = -1',
    ].entries()) {
      const folder = inRoot(`made-${index}`);
      fs.mkdirSync(folder);
      openTestWorkspace(path.join(folder, 'workspace.db'), KEY).close();
      const db = openEncrypted(path.join(folder, 'workspace.db'), KEY);
      db.exec(change);
      db.close();
      const backup = inRoot(`${index}.fdbackup`);
      await backUp({ folder, databaseKey: KEY, connection }, PASSPHRASE, backup);
      const target = inRoot(`target-${index}`);
      const restoring = restore(backup, PASSPHRASE, { folder: target, databaseKey: OWN_KEY });
      await expect(restoring, change).rejects.toMatchObject({ failure: { kind: 'backup-unreadable' } });
      expect(fs.readdirSync(target)).toEqual([]);
    }
  });
});

it('a backup made on this computer keeps the paths of saved files, but not automatic saving', async () => {
  const folder = inRoot('own');
  fs.mkdirSync(folder);
  const workspace = openTestWorkspace(path.join(folder, 'workspace.db'), OWN_KEY);
  const final = inRoot('mine.zip');
  const pending = workspace.feeFiles.begin(`${final}.0123456789ab.part`, final, '7', null);
  workspace.feeFiles.register(pending, { sha256: hashOf('mine'), bytes: 4, files: 1, issues: [] });
  workspace.feeFiles.folder = root;
  workspace.feeFiles.isAutoSaveOn = true;
  const backup = inRoot('mine.fdbackup');
  await backUp({ folder, databaseKey: OWN_KEY, connection }, PASSPHRASE, backup);
  workspace.close();
  await restore(backup, PASSPHRASE, { folder, databaseKey: OWN_KEY });
  const restored = openTestWorkspace(path.join(folder, 'workspace.db'), OWN_KEY);
  expect(restored.feeFiles.saved()).toMatchObject([{ path: final, state: 'whole' }]);
  expect([restored.feeFiles.folder, restored.feeFiles.isAutoSaveOn]).toEqual([root, false]);
  restored.close();
}, 60_000);

it.each([
  ['a partial file in another folder', 'elsewhere/1.zip.0123456789ab.part', 'saved/1.zip'],
  ['a partial file of another name', 'saved/precious', 'saved/1.zip'],
  ['a final name that is not an archive', 'saved/run.sh.0123456789ab.part', 'saved/run.sh'],
])('does not touch %s of an unfinished save', async (_what, part, final) => {
  for (const name of ['elsewhere', 'saved']) fs.mkdirSync(inRoot(name));
  fs.writeFileSync(inRoot(part), 'mine');
  const workspace = openTestWorkspace(inRoot('workspace.db'), KEY);
  const pending = workspace.feeFiles.begin(inRoot(part), inRoot(final), '1', null);
  workspace.feeFiles.markVerified(pending.part, { sha256: hashOf('mine'), bytes: 4, files: 1, issues: [] });
  await recoverPending(workspace);
  expect(workspace.feeFiles.pending()).toEqual([]);
  workspace.close();
  expect(fs.readFileSync(inRoot(part), 'utf8')).toBe('mine');
  expect(fs.existsSync(inRoot(final))).toBe(false);
});

describe('the header of a backup', () => {
  const about = { connection, createdAt: '2026-11-20T09:00:00.000Z', lines: 0, key: KEY };
  const kdf = { name: 'scrypt', N: 2 ** 14, r: 8, p: 1, salt: randomBytes(16).toString('base64') };

  /** Writes a backup with this header, encrypted as the app does, followed by `bytes`. */
  function writeSealedBackup(parts: string, head: object = kdf, bytes = Buffer.alloc(0)): string {
    const nonce = randomBytes(12);
    const key = scryptSync(PASSPHRASE, Buffer.from(kdf.salt, 'base64'), 32, { N: kdf.N, r: 8, p: 1 });
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const bound = [kdf.name, kdf.N, kdf.r, kdf.p, kdf.salt];
    cipher.setAAD(Buffer.from(`firm-desk-backup 1\n${JSON.stringify(bound)}`));
    const text = `{"parts":${parts},"about":${JSON.stringify(about)}}`;
    const data = Buffer.concat([cipher.update(text), cipher.final()]).toString('base64');
    const tag = cipher.getAuthTag().toString('base64');
    const line = JSON.stringify({ kdf: head, nonce: nonce.toString('base64'), tag, sealed: data });
    const file = inRoot(`${randomBytes(4).toString('hex')}.fdbackup`);
    fs.writeFileSync(file, Buffer.concat([Buffer.from(`firm-desk-backup 1\n${line}\n`), bytes]));
    return file;
  }
  const part = (bytes: number | string, name = 'workspace.db') =>
    `{"name":"${name}","bytes":${bytes},"sha256":"${hashOf('abc')}"}`;
  const unreadable = { failure: { kind: 'backup-unreadable' } };

  it('is read if its values are within the limits', async () => {
    const file = writeSealedBackup(`[${part(3)}]`, kdf, Buffer.from('abc'));
    expect(await previewBackup(file, PASSPHRASE)).toMatchObject({ connection: { id: 'firm-1234' } });
  });

  it.each([
    ['more memory than a passphrase needs', { ...kdf, N: 2 ** 20 }],
    ['a cost that is not a power of two', { ...kdf, N: 2 ** 14 + 1 }],
    ['larger blocks', { ...kdf, r: 16 }],
    ['a cost that is too low', { ...kdf, N: 2 }],
  ])('is refused before a key is derived if it asks for %s', async (_what, head) => {
    const file = writeSealedBackup(`[${part(3)}]`, head, Buffer.from('abc'));
    await expect(previewBackup(file, PASSPHRASE)).rejects.toMatchObject(unreadable);
    expect(scrypt).not.toHaveBeenCalled();
  });

  it.each([
    ['a negative length', `[${part(-3)}]`],
    ['a length that is not exact', `[${part('9007199254740993')}]`],
    ['an empty database', `[${part(0)},${part(3, 'history.db')}]`],
    ['a name twice', `[${part(1)},${part(2)}]`],
    ['an unknown name', `[${part(3, 'cache.db')}]`],
    ['fewer bytes than the file has', `[${part(2)}]`],
    ['more bytes than the file has', `[${part(4)}]`],
  ])('is refused if its list has %s', async (_what, parts) => {
    await expect(
      previewBackup(writeSealedBackup(parts, kdf, Buffer.from('abc')), PASSPHRASE),
    ).rejects.toMatchObject(unreadable);
  });
});
