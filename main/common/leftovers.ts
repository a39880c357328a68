import fs from 'node:fs';
import path from 'node:path';
import { isQuarantineFolder } from './quarantine-folder';

/** File in the staging folder of a backup that contains the path of the incomplete backup file. */
export const PARTIAL_BACKUP_PATH = 'part';

/** Staging folders of backups, restores and rescues: `mkdtemp` adds six characters. */
const STAGING = /^(backup|restore|rescue)-[A-Za-z0-9]{6}$/;
/** Incomplete files of `writeFileAtomic`, backups and upgrades. */
const PARTIAL_FILE = /\.([0-9a-f]{12}|before-\d+)\.part$/;
const PRE_UPGRADE_COPY = /^(.+\.db)\.before-(\d+)$/;
/** How long the copy of a database from before its last upgrade is kept. */
const PRE_UPGRADE_COPY_MAX_AGE_MS = 30 * 24 * 3_600_000;

/**
 * Deletes what an interrupted backup, restore, rescue or upgrade left in a connection's folder, and upgrade
 * copies except the latest one of the last 30 days. Call it after an interrupted swap was completed and before any file
 * is open.
 */
export function removeLeftovers(folder: string, now: Date): void {
  const names = fs.readdirSync(folder);
  for (const name of names.filter((entry) => STAGING.test(entry))) {
    if (name.startsWith('backup-')) removePartialBackup(path.join(folder, name, PARTIAL_BACKUP_PATH));
    fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  removePartialFiles(folder);
  // The staging folder of an export of quarantined work is in the quarantine folder.
  for (const name of names.filter(isQuarantineFolder)) removeLeftovers(path.join(folder, name), now);
  const copies = names.flatMap((name) => {
    const [, database, step] = PRE_UPGRADE_COPY.exec(name) ?? [];
    if (database === undefined) return [];
    return [{ name, database, step: Number(step), modifiedAt: fs.statSync(path.join(folder, name)).mtimeMs }];
  });
  for (const { name, database, step, modifiedAt } of copies) {
    const isLatest = copies.every((other) => other.database !== database || other.step <= step);
    if (!isLatest || now.getTime() - modifiedAt > PRE_UPGRADE_COPY_MAX_AGE_MS)
      fs.rmSync(path.join(folder, name), { force: true });
  }
}

/** Deletes incomplete files whose writing was interrupted. Call it before anything is written there. */
export function removePartialFiles(folder: string): void {
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder))
    if (PARTIAL_FILE.test(name)) fs.rmSync(path.join(folder, name), { force: true });
}

/**
 * Deletes an incomplete backup file. Its folder was chosen by the user, so only the recorded file is deleted,
 * and only if it has our extension for partial files.
 */
function removePartialBackup(recordFile: string): void {
  if (!fs.existsSync(recordFile)) return;
  const partialFile = fs.readFileSync(recordFile, 'utf8');
  if (path.isAbsolute(partialFile) && PARTIAL_FILE.test(partialFile)) fs.rmSync(partialFile, { force: true });
}
