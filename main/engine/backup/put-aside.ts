import fs from 'node:fs';
import path from 'node:path';
import { asideFolder } from '../../common/aside-folder';
import { TABLE_NOTE } from '../workspace/table-note';
import { HISTORY_FILE } from '../history/history-writer';

export const WORKSPACE = 'workspace.db';
/** A database, its write-ahead log and the index of that, and the note of where its tables begin. */
export const PARTS = ['', '-wal', '-shm', TABLE_NOTE];

/** Moves what people wrote, and the history, into a folder of their own within the connection's; nothing is deleted. */
export function putAside(
  folder: string,
  now: Date,
  names: readonly string[] = [WORKSPACE, HISTORY_FILE],
): void {
  const aside = asideFolder(folder, now);
  for (const name of names)
    for (const part of PARTS) {
      const from = path.join(folder, name + part);
      if (!fs.existsSync(from)) continue;
      fs.mkdirSync(aside, { recursive: true, mode: 0o700 });
      fs.renameSync(from, path.join(aside, name + part));
    }
}
