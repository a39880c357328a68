import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { BackupAbout } from '../../../preload/contract/calls/backups';
import { connection, type Connection } from '../../../preload/contract/connection';
import { fail } from '../../../preload/contract/failure';
import { codeOf } from '../../common/error-code';
import { HISTORY_FILE } from '../history/history-writer';
import { openEncrypted } from '../sqlite/open-database';
import { isWhole } from '../sqlite/whole';
import { openWorkspace } from '../workspace/workspace';
import { putAside, WORKSPACE } from './put-aside';
import { readAbout, unpack, writeSealed } from './sealed-file';

const about = z.object({
  connection,
  createdAt: z.string(),
  lines: z.number().int(),
  /** Of the databases in the backup, and of nothing else. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
});

interface Place {
  readonly folder: string;
  readonly databaseKey: string;
}

interface BroughtBack extends Place {
  readonly name: string;
  /** The folder it was put aside into. */
  readonly from: string;
  readonly oldKey: string;
}

/**
 * Copies what people wrote for a connection (workspace, history of changes, profile) into one file under a passphrase.
 * The copies get a key of their own: the file opens nothing that stays here, and holds no credential. The connection
 * may be open meanwhile. Fails as `workspace-unreadable`, `disk-full` or `file-not-saved`.
 */
export async function backUp(
  { folder, databaseKey, connection: of }: Place & { connection: Connection },
  passphrase: string,
  file: string,
): Promise<BackupAbout> {
  const key = randomBytes(32).toString('hex');
  const staging = fs.mkdtempSync(path.join(folder, 'backup-'));
  try {
    const parts = [WORKSPACE, HISTORY_FILE].flatMap((name) => {
      const from = path.join(folder, name);
      if (!fs.existsSync(from)) return [];
      const to = path.join(staging, name);
      // A damaged history is moved aside at the next refresh; it must not keep the rest from being saved.
      const isCopied = copyDatabase(from, databaseKey, to, key);
      if (!isCopied && name === WORKSPACE)
        throw fail('workspace-unreadable', { cause: 'the file is damaged' });
      return isCopied ? [{ name, file: to }] : [];
    });
    if (!parts.some(({ name }) => name === WORKSPACE))
      throw fail('workspace-unreadable', { cause: 'the file is missing' });
    const lines = linesOf(path.join(staging, WORKSPACE), key);
    const said = { connection: of, createdAt: new Date().toISOString(), lines };
    await writeSealed(file, passphrase, { ...said, key }, parts);
    return said;
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

/** What a backup holds, without its key. */
export async function lookAt(file: string, passphrase: string): Promise<BackupAbout> {
  const { key: _key, ...said } = parsed(await readAbout(file, passphrase));
  return said;
}

/**
 * Puts what a backup holds into the folder of a connection that is not open, under that connection's key. What is there
 * is moved aside first, never deleted; nothing is touched before the backup has proven whole.
 */
export async function restore(
  file: string,
  passphrase: string,
  { folder, databaseKey }: Place,
): Promise<BackupAbout> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const staging = fs.mkdtempSync(path.join(folder, 'restore-'));
  try {
    const { key, ...said } = parsed(await unpack(file, passphrase, staging));
    putInPlace(staging, key, { folder, databaseKey, name: said.connection.name }, said.createdAt);
    return said;
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Puts work that was put aside earlier, under another key, in the place of what is there, which is moved aside in its
 * turn. What was put aside stays there as well. Fails as `backup-unreadable` where it is damaged.
 */
export function bringBack({ folder, databaseKey, name, from, oldKey }: BroughtBack): void {
  const staging = fs.mkdtempSync(path.join(folder, 'restore-'));
  try {
    for (const one of [WORKSPACE, HISTORY_FILE])
      for (const part of ['', '-wal'])
        if (fs.existsSync(path.join(from, one + part)))
          fs.copyFileSync(path.join(from, one + part), path.join(staging, one + part));
    putInPlace(staging, oldKey, { folder, databaseKey, name }, path.basename(from));
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

/** Databases of a folder beside, under their key, go into the place of what is there, under its key. */
function putInPlace(
  staging: string,
  key: string,
  { folder, databaseKey, name }: Place & { readonly name: string },
  of: string,
): void {
  const names = [WORKSPACE, HISTORY_FILE].filter((one) => fs.existsSync(path.join(staging, one)));
  if (!names.includes(WORKSPACE)) throw fail('backup-unreadable', { cause: 'no saved work in it' });
  for (const one of names) {
    const part = path.join(staging, one);
    if (!isWhole(part, key)) throw fail('backup-unreadable', { cause: `${one} is damaged` });
    rekey(part, key, databaseKey);
  }
  putAside(folder, new Date());
  for (const one of names) fs.renameSync(path.join(staging, one), path.join(folder, one));
  const workspace = openWorkspace(path.join(folder, WORKSPACE), databaseKey, { connection: () => name });
  const { lines } = workspace.activity.verify();
  workspace.activity.note({ kind: 'backup-restore', count: lines, facts: { 'backup of': of } });
  workspace.close();
}

/** A whole copy under another key, or false where the file is damaged; db.backup() does not work on an encrypted database. */
function copyDatabase(from: string, fromKey: string, to: string, toKey: string): boolean {
  try {
    const db = openEncrypted(from, fromKey);
    try {
      db.prepare('VACUUM INTO ?').run(to);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))) throw error;
    fs.rmSync(to, { force: true });
    return false;
  }
  fs.chmodSync(to, 0o600);
  rekey(to, fromKey, toKey);
  return true;
}

function rekey(file: string, fromKey: string, toKey: string): void {
  const db = openEncrypted(file, fromKey);
  try {
    db.pragma('journal_mode = DELETE'); // pages under the old key must not lie in a log
    db.pragma(`rekey = "x'${toKey}'"`);
  } finally {
    db.close();
  }
}

function linesOf(file: string, key: string): number {
  const db = openEncrypted(file, key, { readonly: true });
  try {
    return db.prepare<[], number>('SELECT count(*) FROM activity').pluck().get() ?? 0;
  } finally {
    db.close();
  }
}

function parsed(value: unknown): z.output<typeof about> {
  const { success, data } = about.safeParse(value);
  if (!success) throw fail('backup-unreadable', { cause: 'its contents are of another form' });
  return data;
}
