import fs from 'node:fs';
import path from 'node:path';
import { isQuarantineFolder } from './quarantine-folder';

/** In the staging folder of a backup: the path of the file that it is written into before it has its name. */
export const BACKUP_PART = 'part';

/** Staging folders of backups, restores and rescues: `mkdtemp` adds six characters. */
const STAGING = /^(backup|restore|rescue)-[A-Za-z0-9]{6}$/;
/** Incomplete files of `writeFileAtomic`, backups and upgrades. */
const PART = /\.([0-9a-f]{12}|before-\d+)\.part$/;
const BEFORE = /^(.+\.db)\.before-(\d+)$/;
/** How long the copy of a database from before its last upgrade is kept. */
const BEFORE_MS = 30 * 24 * 3_600_000;

/**
 * Deletes what an interrupted backup, restore, rescue or upgrade left in the folder of a connection, and copies from before
 * upgrades but for the last one, for 30 days. Only before anything is open, and after the swap is settled.
 */
export function removeLeftovers(folder: string, now: Date): void {
  const names = fs.readdirSync(folder);
  for (const name of names.filter((one) => STAGING.test(one))) {
    if (name.startsWith('backup-')) removeBackupPart(path.join(folder, name, BACKUP_PART));
    fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  removeParts(folder);
  // An export of work that was set aside has its staging folder there.
  for (const name of names.filter(isQuarantineFolder)) removeLeftovers(path.join(folder, name), now);
  const copies = names.flatMap((name) => {
    const [, database, step] = BEFORE.exec(name) ?? [];
    if (database === undefined) return [];
    return [{ name, database, step: Number(step), at: fs.statSync(path.join(folder, name)).mtimeMs }];
  });
  for (const { name, database, step, at } of copies) {
    const isLast = copies.every((other) => other.database !== database || other.step <= step);
    if (!isLast || now.getTime() - at > BEFORE_MS) fs.rmSync(path.join(folder, name), { force: true });
  }
}

/** Deletes incomplete files whose writing was interrupted. Only before anything is written there. */
export function removeParts(folder: string): void {
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder))
    if (PART.test(name)) fs.rmSync(path.join(folder, name), { force: true });
}

/** The incomplete backup lies in a folder that the user chose: only the file that was noted, if it has our ending. */
function removeBackupPart(noted: string): void {
  if (!fs.existsSync(noted)) return;
  const part = fs.readFileSync(noted, 'utf8');
  if (path.isAbsolute(part) && PART.test(part)) fs.rmSync(part, { force: true });
}
