import fs from 'node:fs';
import path from 'node:path';
import { renameOver } from '#common/rename-over';
import { syncFile, syncFolder } from '#common/sync-folder';
import { workFiles } from '#common/work-swap';

/** Folder in a connection's folder with its saved work as the last update found it. */
export const BEFORE_UPDATE = 'before-update';

/**
 * Copies the saved work of every connection before another version opens it; the copies stay encrypted and replace
 * those of an earlier update. No process may have the files open. Throws if a copy fails; that connection then keeps
 * its earlier copy.
 */
export function copySavedWork(connectionsFolder: string): void {
  if (!fs.existsSync(connectionsFolder)) return;
  for (const entry of fs.readdirSync(connectionsFolder, { withFileTypes: true }))
    if (entry.isDirectory()) copyFolder(path.join(connectionsFolder, entry.name));
}

function copyFolder(folder: string): void {
  const names = workFiles().filter((name) => fs.existsSync(path.join(folder, name)));
  if (names.length === 0) return;
  const target = path.join(folder, BEFORE_UPDATE);
  const partialFolder = `${target}.part`;
  const earlier = `${target}.old`;
  // The app ended between the two renames below.
  if (!fs.existsSync(target) && fs.existsSync(earlier)) renameOver(earlier, target);
  for (const leftover of [partialFolder, earlier]) fs.rmSync(leftover, { recursive: true, force: true });
  try {
    fs.mkdirSync(partialFolder, { mode: 0o700 });
    for (const name of names) {
      const copy = path.join(partialFolder, name);
      fs.copyFileSync(path.join(folder, name), copy, fs.constants.COPYFILE_FICLONE);
      syncFile(copy);
    }
    syncFolder(partialFolder);
    // A rename cannot replace a folder that has files. A virus scanner may be reading the copies.
    if (fs.existsSync(target)) renameOver(target, earlier);
    renameOver(partialFolder, target);
    syncFolder(folder);
  } catch (error) {
    if (!fs.existsSync(target) && fs.existsSync(earlier)) renameOver(earlier, target);
    fs.rmSync(partialFolder, { recursive: true, force: true });
    throw error;
  }
  try {
    fs.rmSync(earlier, { recursive: true, force: true });
  } catch {
    // A program holds a file of it; the next update removes it.
  }
}
