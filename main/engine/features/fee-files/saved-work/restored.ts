import path from 'node:path';
import type { Db } from '#engine/sqlite/open-database';
import { hasTable, type MarkRestored } from '#engine/workspace/open/restored';
import { placeholderPath } from './saved-files';

/**
 * Never uses a path from a backup: unfinished files are forgotten, automatic saving is off, and saved files have no
 * path until the user chooses their folder. The folder of the replaced saved work stays, and so does the path of a file
 * that it saved there with the same bytes.
 */
export function restoreSavedFiles(replaced: Db | undefined): MarkRestored {
  const savedHere = new Map(
    replaced && hasTable(replaced, 'fee_file_saved')
      ? replaced
          .prepare<[], { path: string; sha256: string }>('SELECT path, sha256 FROM fee_file_saved')
          .all()
          .filter((file) => path.isAbsolute(file.path)) // without the placeholders of an earlier restore
          .map((file) => [file.path, file.sha256])
      : [],
  );
  const folder =
    replaced && hasTable(replaced, 'fee_file_folder')
      ? replaced.prepare<[], string | null>('SELECT path FROM fee_file_folder').pluck().get()
      : undefined;
  return (db) => {
    db.exec('DELETE FROM fee_file_pending; DELETE FROM fee_file_auto; DELETE FROM fee_file_folder');
    if (folder) db.prepare('INSERT INTO fee_file_folder (one, path) VALUES (1, ?)').run(folder);
    const saved = db
      .prepare<[], { id: number; path: string; sha256: string }>(
        'SELECT id, path, sha256 FROM fee_file_saved',
      )
      .all();
    const removePath = db.prepare("UPDATE fee_file_saved SET path = ?, state = 'missing' WHERE id = ?");
    for (const file of saved)
      if (savedHere.get(file.path) !== file.sha256)
        removePath.run(placeholderPath(file.id, file.path), file.id);
  };
}
