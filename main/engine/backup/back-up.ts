import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { BackupAbout } from '#contract/backup';
import type { Connection } from '#contract/connection';
import { fail } from '#contract/failure';
import { errorCodeOf } from '#common/error-code';
import { writeFileAtomic } from '#common/write-file-atomic';
import { PARTIAL_BACKUP_PATH } from '#common/leftovers';
import { HISTORY, WORKSPACE } from '#common/work-swap';
import { openEncrypted } from '../sqlite/open-database';
import { requireSpace } from './free-space';
import { temporaryName, writeSealed } from './sealed-file';

interface BackupSource {
  readonly folder: string;
  readonly databaseKey: string;
}

/**
 * Copies a connection's saved work (workspace, change history, profile) into one file protected by a
 * passphrase. The copies are encrypted with a new key, so the file opens nothing on this computer and holds
 * no credential. The connection may stay open. Fails with `workspace-unreadable`, `disk-full` or
 * `file-not-saved`.
 */
export async function backUp(
  { folder, databaseKey, connection }: BackupSource & { connection: Connection },
  passphrase: string,
  file: string,
): Promise<BackupAbout> {
  const key = randomBytes(32).toString('hex');
  const sources = [WORKSPACE, HISTORY]
    .map((name) => path.join(folder, name))
    .filter((source) => fs.existsSync(source));
  const bytes = sources.reduce((total, source) => total + fs.statSync(source).size, 0);
  requireSpace(folder, 2 * bytes); // the copy, and the journal of its new key
  requireSpace(path.dirname(file), bytes);
  const staging = fs.mkdtempSync(path.join(folder, 'backup-'));
  try {
    const partialFile = temporaryName(file);
    // After a crash, the partial file is found by this note and deleted.
    writeFileAtomic(path.join(staging, PARTIAL_BACKUP_PATH), partialFile);
    const parts = [WORKSPACE, HISTORY].flatMap((name) => {
      const from = path.join(folder, name);
      if (!fs.existsSync(from)) return [];
      const to = path.join(staging, name);
      // A damaged history is quarantined at the next refresh; the rest is still backed up.
      const isCopied = copyDatabase(from, databaseKey, to, key);
      if (!isCopied && name === WORKSPACE)
        throw fail('workspace-unreadable', { cause: 'the file is damaged' });
      return isCopied ? [{ name, file: to }] : [];
    });
    if (!parts.some(({ name }) => name === WORKSPACE))
      throw fail('workspace-unreadable', { cause: 'the file is missing' });
    const lines = countActivity(path.join(staging, WORKSPACE), key);
    const header = { connection, createdAt: new Date().toISOString(), lines };
    await writeSealed(file, passphrase, { ...header, key }, parts, partialFile);
    return header;
  } finally {
    fs.rmSync(staging, { recursive: true, force: true });
  }
}

/**
 * Copies the database under another key; returns false if the file is damaged. db.backup() does not support
 * encrypted databases.
 */
function copyDatabase(from: string, fromKey: string, to: string, toKey: string): boolean {
  try {
    const db = openEncrypted(from, fromKey);
    try {
      db.prepare('VACUUM INTO ?').run(to);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!/^SQLITE_(CORRUPT|NOTADB)/.test(errorCodeOf(error))) throw error;
    fs.rmSync(to, { force: true });
    return false;
  }
  fs.chmodSync(to, 0o600);
  rekey(to, fromKey, toKey);
  return true;
}

function countActivity(file: string, key: string): number {
  const db = openEncrypted(file, key, { readonly: true });
  try {
    return db.prepare<[], number>('SELECT count(*) FROM activity').pluck().get() ?? 0;
  } finally {
    db.close();
  }
}

/** Encrypts a database with another key, without a write-ahead log. */
function rekey(file: string, fromKey: string, toKey: string): void {
  const db = openEncrypted(file, fromKey);
  try {
    db.pragma('journal_mode = DELETE'); // a log must not hold pages encrypted with the old key
    db.pragma(`rekey = "x'${toKey}'"`);
  } finally {
    db.close();
  }
}
