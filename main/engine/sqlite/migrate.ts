import fs from 'node:fs';
import path from 'node:path';
import { fail } from '#contract/failure';
import { renameOver } from '#common/rename-over';
import { syncFile } from '#common/sync-folder';
import type { Db } from './open-database';

/** One step of a database's layout. Released steps never change; add a step for each change. */
export interface Migration {
  readonly name: string;
  readonly run: (db: Db) => void;
}

/**
 * Runs the migrations that a database lacks in one transaction: an interrupted upgrade leaves a file that the earlier
 * version opens, and does not replace the copy by one of a half-upgraded file. Before, copies the database next to
 * the file and deletes the copy of an earlier upgrade; `isCopy`: the database is itself a copy. Fails with
 * `newer-data` if a newer version wrote it, and then changes nothing.
 */
export function migrate(
  db: Db,
  file: string,
  steps: readonly Migration[],
  { where, isCopy = false }: { readonly where: string; readonly isCopy?: boolean },
): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > steps.length) throw fail('newer-data', { where });
  // In a new file there is nothing to lose yet.
  if (version > 0 && version < steps.length && !isCopy) copyBeforeUpgrade(db, file, version + 1);
  if (version < steps.length)
    db.transaction(() => {
      for (const step of steps.slice(version)) step.run(db);
      db.pragma(`user_version = ${steps.length}`);
    })();
}

/** Matches the names of the copies that are made before upgrades. */
export const UPGRADE_COPY = /\.db\.before-\d+$/;

/**
 * Writes a complete, encrypted copy atomically, then deletes those of earlier upgrades. db.backup() does not
 * support encrypted databases.
 */
function copyBeforeUpgrade(db: Db, file: string, step: number): void {
  const copy = `${file}.before-${step}`;
  const partialFile = `${copy}.part`;
  fs.rmSync(partialFile, { force: true });
  try {
    db.prepare('VACUUM INTO ?').run(partialFile);
    fs.chmodSync(partialFile, 0o600);
    syncFile(partialFile);
    renameOver(partialFile, copy);
  } catch (error) {
    fs.rmSync(partialFile, { force: true });
    throw error;
  }
  const folder = path.dirname(file);
  for (const name of fs.readdirSync(folder))
    if (UPGRADE_COPY.test(name) && name.startsWith(path.basename(file)) && name !== path.basename(copy))
      fs.rmSync(path.join(folder, name), { force: true });
}
